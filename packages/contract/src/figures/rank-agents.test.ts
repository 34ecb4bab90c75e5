import { describe, expect, it } from 'vitest';
import { BRICKS, groupOf, insightsOf, numbers, SCORE, schemaOf, yesNo } from '../../test/insights-fixtures.ts';
import { measureOf } from './measure.ts';
import { scoredItems } from './points-lost.ts';
import { rankAgents } from './rank-agents.ts';

const items = scoredItems(BRICKS, SCORE);
const total = groupOf(undefined, 100, [numbers('score', 75, 2, 100)]);
const scoreOf = (name: string, mean: number, half: number, calls: number) =>
  groupOf(name, calls, [numbers('score', mean, half, calls), yesNo('disclosed', Math.floor(calls / 2), calls)]);

function measure() {
  const found = measureOf(numbers('score', 75, 2, 100), SCORE);
  if (found === undefined) throw new Error('a score can be measured');
  return found;
}

describe('the order of agents', () => {
  const now = insightsOf(total, [
    scoreOf('Ana', 90, 3, 40),
    scoreOf('Maya', 60, 5, 30),
    scoreOf('Tom', 74, 6, 25),
    scoreOf('Nina', 10, 40, 9),
    groupOf(undefined, 7, [numbers('score', 70, 5, 7)]),
    { ...scoreOf('other', 50, 5, 20), size: 4 },
  ]);
  const before = insightsOf(total, [scoreOf('Maya', 80, 5, 30), scoreOf('Tom', 75, 6, 25), scoreOf('Ana', 60, 30, 5)]);

  it('begins with who needs help, and says what differs by more than chance', () => {
    const { ranked } = rankAgents(before, now, measure(), items);
    expect(ranked).toMatchObject([
      { name: 'Maya', calls: 30, standing: 'bad', trend: { direction: 'down', news: 'bad' } },
      { name: 'Tom', standing: 'neutral', trend: { direction: undefined, news: 'neutral' } },
      { name: 'Ana', standing: 'good', trend: undefined },
    ]);
    expect(ranked[0]?.losses.map(({ item, points }) => [item.key, points])).toEqual([['disclosed', 20]]);
  });

  it('ranks nobody with few calls, and says who is left out', () => {
    expect(rankAgents(before, now, measure(), items)).toMatchObject({
      few: [{ name: 'Nina', calls: 9 }],
      left: 4,
      unnamed: 7,
    });
  });

  it('begins with the highest where low is good', () => {
    const threats = measureOf(yesNo('threats', 1, 10), schemaOf('threats', { good: false }));
    const of = (name: string, yes: number) => groupOf(name, 20, [yesNo('threats', yes, 20)]);
    const insights = insightsOf(groupOf(undefined, 40, [yesNo('threats', 5, 40)]), [of('Ana', 1), of('Tom', 4)]);
    const ranking = threats && rankAgents(undefined, insights, threats, []);
    expect(ranking?.ranked.map(({ name }) => name)).toEqual(['Tom', 'Ana']);
  });
});
