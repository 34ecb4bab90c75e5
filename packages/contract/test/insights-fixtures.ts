/** Answers of insights for tests of what is computed from them. */

import type { BrickSchema } from '../src/bricks/brick-schema.ts';
import type { BrickInsights, Insights, InsightsGroup } from '../src/endpoints/insights.ts';
import { shareInterval } from '../src/figures/share-interval.ts';

const NONE = { not_applicable: 0, abstained: 0, not_sure: 0, no_answer: 0 };

export function yesNo(key: string, yes: number, answered: number): BrickInsights {
  const of = (value: boolean, count: number) => ({
    value,
    count,
    share: { value: count / answered, ...shareInterval(count, answered) },
  });
  const values = [of(true, yes), of(false, answered - yes)].filter(({ count }) => count > 0);
  return { key, name: key, type: 'boolean', answered, ...NONE, values };
}

export function numbers(key: string, mean: number, half: number, answered: number): BrickInsights {
  const estimate = { value: mean, low: mean - half, high: mean + half };
  return {
    key,
    name: key,
    type: 'numeric',
    answered,
    ...NONE,
    mean: estimate,
    quantiles: [{ quantile: 0.5, ...estimate }],
  };
}

export function groupOf(group: string | undefined, succeeded: number, bricks: BrickInsights[]): InsightsGroup {
  return { ...(group !== undefined && { group }), runs: { succeeded, failed: 0, cancelled: 0 }, bricks };
}

export function insightsOf(total: InsightsGroup, data: InsightsGroup[]): Insights {
  const days = { from: '2026-10-19', to: '2026-11-15', timezone: 'UTC' };
  return { kit_id: 'k', kit_code: 'K', group_by: 'team', ...days, as: 'given', total, data };
}

export function schemaOf(key: string, more: Partial<BrickSchema>): BrickSchema {
  return { brick_id: key, key, name: key, type: 'boolean', output_fields: ['value'], ...more };
}

export const SCORE = schemaOf('score', {
  type: 'numeric',
  good: 'high',
  score: {
    items: [
      { brick: 'disclosed', is: true, points: 40 },
      { brick: 'mood', points: 20, credit: { good: 1, fair: 0.5 } },
    ],
    fail_if: [{ brick: 'threats', is: true }],
  },
});

export const BRICKS = [
  schemaOf('disclosed', { good: true }),
  schemaOf('mood', { type: 'categorical', categories: [{ value: 'good' }, { value: 'fair' }, { value: 'bad' }] }),
  schemaOf('threats', { good: false }),
  SCORE,
];
