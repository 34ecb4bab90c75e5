import { describe, expect, it } from 'vitest';
import { BRICKS, groupOf, SCORE, schemaOf, yesNo } from '../../test/insights-fixtures.ts';
import type { BrickInsights } from '../endpoints/insights.ts';
import { lossesIn, scoredItems } from './points-lost.ts';

const mood = {
  ...yesNo('mood', 0, 10),
  type: 'categorical',
  values: [
    { value: 'good', count: 2, share: { value: 0.2 } },
    { value: 'fair', count: 4, share: { value: 0.4 } },
    { value: 'bad', count: 4, share: { value: 0.4 } },
  ],
} as BrickInsights;

describe('points lost', () => {
  it('are per call, by what each answer of the scorecard earns', () => {
    const items = scoredItems(BRICKS, SCORE);
    // Twenty calls; the disclosure was answered in all of them, the mood applied in ten.
    const losses = lossesIn(groupOf('a', 20, [yesNo('disclosed', 15, 20), mood, yesNo('threats', 1, 20)]), items);
    const figures = losses.map(({ item, points, met }) => [item.key, points, met.value]);
    expect(figures).toEqual([
      ['disclosed', 10, 0.75],
      ['mood', 6, 0.2],
      ['threats', 5, 0.95],
    ]);
    expect(losses.map(({ item }) => item.lostWhere)).toEqual([
      [['answer.disclosed', 'not:true']],
      [['answer.mood', 'not:good']],
      [['answer.threats', 'eq:true']],
    ]);
    expect(losses[0]?.met.low).toBeCloseTo(0.531, 2);
    expect(losses[2]?.item).toMatchObject({ isFailRule: true, wanted: 'Yes' });
  });

  it('count every brick that says what is good where there is no score', () => {
    const bricks = [schemaOf('solved', { good: true }), schemaOf('asked', {}), schemaOf('threats', { good: false })];
    const losses = lossesIn(
      groupOf('a', 10, [yesNo('solved', 4, 10), yesNo('threats', 1, 10)]),
      scoredItems(bricks, bricks[0]),
    );
    expect(losses.map(({ item, points }) => [item.key, points])).toEqual([
      ['solved', 0.6],
      ['threats', 0.1],
    ]);
  });

  it('leave out what nobody answered and what insights cannot say', () => {
    const bricks = [schemaOf('wait', { type: 'numeric' }), schemaOf('tags', { type: 'categorical', many: true })];
    const score = schemaOf('score', {
      type: 'numeric',
      score: {
        items: [
          { brick: 'wait', at_most: 60, points: 10 },
          { brick: 'tags', is: 'kind', points: 10 },
        ],
      },
    });
    expect(scoredItems([...bricks, score], score)).toEqual([]);
    expect(lossesIn(groupOf('a', 10, []), scoredItems(BRICKS, SCORE))).toEqual([]);
  });
});
