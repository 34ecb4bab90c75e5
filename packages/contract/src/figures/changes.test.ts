import { describe, expect, it } from 'vitest';
import { BRICKS, groupOf, insightsOf, numbers, SCORE, yesNo } from '../../test/insights-fixtures.ts';
import { changesBetween } from './changes.ts';
import { scoredItems } from './points-lost.ts';

const scope = { bricks: BRICKS, items: scoredItems(BRICKS, SCORE) };

/** Two teams of 100 calls each; Lisbon stays as it is. */
function period(porto: number, score: number) {
  return insightsOf(groupOf(undefined, 200, [yesNo('disclosed', porto + 90, 200), numbers('score', score, 2, 200)]), [
    groupOf('Porto', 100, [yesNo('disclosed', porto, 100)]),
    groupOf('Lisbon', 100, [yesNo('disclosed', 90, 100)]),
    { ...groupOf('other', 5, [yesNo('disclosed', 0, 5)]), size: 3 },
    groupOf(undefined, 5, [yesNo('disclosed', 0, 5)]),
  ]);
}

describe('what changed', () => {
  it('names the brick, the team, the direction and what it means for the score', () => {
    const changes = changesBetween(period(92, 80), period(45, 70), scope);
    const disclosed = changes.find(({ measure }) => measure.key === 'disclosed');
    expect(disclosed?.changes).toMatchObject([
      { team: undefined, before: { value: 0.91 }, after: { value: 0.675 }, direction: 'down', news: 'bad' },
      { team: 'Porto', before: { value: 0.92 }, after: { value: 0.45 }, answered: 100 },
    ]);
    expect(disclosed?.points).toBeCloseTo(-9.4);
    expect(changes.find(({ measure }) => measure.key === 'score')?.changes).toMatchObject([
      { team: undefined, before: { value: 80 }, after: { value: 70 }, news: 'bad' },
    ]);
  });

  it('says nothing where chance may explain the difference', () => {
    expect(changesBetween(period(92, 80), period(88, 79), scope)).toEqual([]);
  });

  it('does not say the same twice where there is one team', () => {
    const of = (yes: number) => {
      const porto = [yesNo('disclosed', yes, 100)];
      return insightsOf(groupOf(undefined, 100, porto), [groupOf('Porto', 100, porto)]);
    };
    const [change] = changesBetween(of(92), of(45), scope);
    expect(change?.changes.map(({ team }) => team)).toEqual([undefined]);
  });

  it('compares nothing with a period without calls', () => {
    expect(changesBetween(insightsOf(groupOf(undefined, 0, []), []), period(45, 70), scope)).toEqual([]);
  });
});
