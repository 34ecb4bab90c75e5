/** A rule while it is edited: everything is text, as fields hold it. */
import type { AlertRule, BrickSchema } from '@brickwork/client';
import { type Condition, conditionsOf, whereOf } from '../runs/runs-search.ts';
import { fromField, toField } from '../ui/format.ts';

export interface AlertDraft {
  /** The kit's code. */
  kit: string;
  brick: string;
  aggregate: AlertRule['aggregate'];
  value: string;
  quantile: string;
  count: string;
  unit: 'h' | 'd';
  side: 'above' | 'below';
  /** For shares, in percent. */
  threshold: string;
  hysteresis: string;
  minRuns: string;
  /** As in the address of the list of runs. */
  where: string | undefined;
  as: 'given' | 'reviewed';
}

export const EMPTY_ALERT: AlertDraft = {
  kit: '',
  brick: '',
  aggregate: 'share',
  value: '',
  quantile: '0.5',
  count: '7',
  unit: 'd',
  side: 'above',
  threshold: '',
  hysteresis: '',
  minRuns: '30',
  where: undefined,
  as: 'given',
};

/** Shares are shown in percent and sent from 0 to 1. */
export const isShare = (aggregate: AlertRule['aggregate']) => aggregate === 'share' || aggregate === 'no_value';

export function aggregatesOf(brick: BrickSchema | undefined): readonly (readonly [AlertRule['aggregate'], string])[] {
  const none = ['no_value', 'Share of calls without a value'] as const;
  if (brick?.type === 'numeric') return [['mean', 'Mean'], ['quantile', 'Quantile'], none];
  if (brick?.type === 'boolean' || brick?.type === 'categorical') return [['share', 'Share of an answer'], none];
  return [none];
}

export function valuesOf(brick: BrickSchema | undefined): readonly (readonly [string, string])[] {
  if (brick?.type === 'boolean')
    return [
      ['true', 'Yes'],
      ['false', 'No'],
    ];
  return brick?.categories?.map(({ value, name }) => [value, name ?? value] as const) ?? [];
}

/** With everything that does not go with the brick replaced by what does. */
export function fitted(draft: AlertDraft, bricks: readonly BrickSchema[]): AlertDraft {
  const brick = bricks.find(({ key }) => key === draft.brick) ?? bricks[0];
  const aggregates = aggregatesOf(brick).map(([aggregate]) => aggregate);
  const values = valuesOf(brick).map(([value]) => value);
  return {
    ...draft,
    brick: brick?.key ?? '',
    aggregate: aggregates.includes(draft.aggregate) ? draft.aggregate : (aggregates[0] ?? 'no_value'),
    value: values.includes(draft.value) ? draft.value : (values[0] ?? ''),
  };
}

export function toRule(draft: AlertDraft, brick: BrickSchema | undefined): AlertRule {
  const scale = isShare(draft.aggregate) ? 100 : 1;
  const number = (text: string) => fromField(text, scale);
  const conditions = conditionsOf(draft.where);
  return {
    kit: draft.kit,
    brick: draft.brick,
    aggregate: draft.aggregate,
    ...(draft.aggregate === 'share' && { value: brick?.type === 'boolean' ? draft.value === 'true' : draft.value }),
    ...(draft.aggregate === 'quantile' && { quantile: quantileOf(draft.quantile) }),
    window: `${draft.count}${draft.unit}`,
    [draft.side]: number(draft.threshold),
    ...(draft.hysteresis !== '' && { hysteresis: number(draft.hysteresis) }),
    ...(draft.minRuns !== '' && { min_runs: Number(draft.minRuns) }),
    ...(conditions.length > 0 && { where: Object.fromEntries(conditions) }),
    ...(draft.as === 'reviewed' && { as: 'reviewed' }),
  };
}

export function toDraft(rule: AlertRule, kitCode: string): AlertDraft {
  const scale = isShare(rule.aggregate) ? 100 : 1;
  const text = (value: number | undefined) => (value === undefined ? '' : toField(value, scale));
  const conditions: Condition[] = Object.entries(rule.where ?? {});
  return {
    kit: kitCode,
    brick: rule.brick,
    aggregate: rule.aggregate,
    value: rule.value === undefined ? '' : String(rule.value),
    quantile: String(rule.quantile ?? 0.5),
    count: rule.window.slice(0, -1),
    unit: rule.window.endsWith('h') ? 'h' : 'd',
    side: rule.above === undefined ? 'below' : 'above',
    threshold: text(rule.above ?? rule.below),
    hysteresis: text(rule.hysteresis),
    minRuns: rule.min_runs === undefined ? '' : String(rule.min_runs),
    where: whereOf(conditions),
    as: rule.as ?? 'given',
  };
}

export const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;

function quantileOf(text: string): (typeof QUANTILES)[number] {
  return QUANTILES.find((quantile) => String(quantile) === text) ?? 0.5;
}
