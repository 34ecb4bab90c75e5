import type { BrickInsights, Insights } from '@brickwork/client';
import { expect, it } from 'vitest';
import { insightsTable } from './insights.ts';

const counts = { answered: 0, not_applicable: 0, abstained: 0, not_sure: 0, no_answer: 0 };
const runs = { succeeded: 500, failed: 0, cancelled: 0 };
const solved = (answered: number, share: number): BrickInsights => ({
  ...{ ...counts, key: 'solved', name: 'Solved?', type: 'boolean', answered },
  values: [{ value: true, count: answered * share, share: { value: share, low: share - 0.1, high: share + 0.1 } }],
});
const called = (answered: number, mean: number): BrickInsights => ({
  ...{ ...counts, key: 'called', name: 'Called?', type: 'numeric', answered, abstained: 408, no_answer: 408 },
  mean: { value: mean, low: mean - 1, high: mean + 1 },
});
const insights = (group_by: string, groups: [string, BrickInsights[]][], bricks: BrickInsights[]): Insights => ({
  ...{ kit_id: 'k', kit_code: 'K', group_by, from: '2026-11-01', to: '2026-11-30', timezone: 'UTC', as: 'given' },
  data: groups.map(([group, own]) => ({ group, groups: { [group_by]: group }, runs, bricks: own })),
  total: { runs, bricks },
});

it('prints a line per team with its share or mean and how many answers that is of', () => {
  const table = insightsTable(
    insights(
      'team',
      [
        ['Porto', [solved(60, 0.5), called(20, 3)]],
        ['Lisbon', [solved(40, 0.25), called(0, 0)]],
      ],
      [solved(100, 0.4), called(20, 3)],
    ),
  );
  expect(table).toMatch(/^solved +Porto +60 +true 50 % \(40 – 60 %\)$/m);
  expect(table).toMatch(/^solved +Lisbon +40 +true 25 % \(15 – 35 %\)$/m);
  expect(table).toMatch(/^called +Porto +20 +mean 3 \(2 – 4\)$/m);
  expect(table).toMatch(/^called +Lisbon +0 +–$/m);
  expect(table).not.toContain('TREND');
});

it('counts what nobody mentioned apart from what is not sure', () => {
  const table = insightsTable(insights('week', [['2026-11-02', [called(92, 2)]]], [called(92, 2)]));
  expect(table).toMatch(/^BRICK +ANSWERED +NOT SURE +NOT MENTIONED +DOES NOT APPLY +FIGURE .* TREND +REVIEWED$/m);
  expect(table).toMatch(/^called +92 +0 +408 +0 +mean 2 \(1 – 3\)/m);
});
