/** Rules and what they found, in words. */
import type { AlertFinding, AlertRule, BrickSchema } from '@brickwork/client';
import { nameOfAnswer } from '@brickwork/contract/figures';
import { describeConditions } from '../runs/where-chips.tsx';
import { formatFigure, formatNumber, formatShare, intervalOf } from '../ui/format.ts';
import { isShare, valuesOf } from './alert-draft.ts';

const formatOfRule = ({ aggregate }: AlertRule) => (isShare(aggregate) ? formatShare : formatFigure);

/** Solved: raised when the share of “No” is above 30 % in the last 7 days, team is emea. With the names that the kit gives, once it is known. */
export function describeRule(rule: AlertRule, brick: BrickSchema | undefined): string {
  const format = formatOfRule(rule);
  const [, value] = valuesOf(brick).find(([each]) => each === String(rule.value)) ?? [];
  const figures = {
    share: `the share of “${nameOfAnswer(rule.value, value)}”`,
    mean: 'the mean',
    quantile:
      rule.quantile === undefined || rule.quantile === 0.5
        ? 'the median'
        : `the ${formatShare(rule.quantile)} quantile`,
    no_value: 'the share of calls without a value',
  };
  const limit = rule.above === undefined ? `is below ${format(rule.below ?? 0)}` : `is above ${format(rule.above)}`;
  const only = describeConditions(Object.entries(rule.where ?? {}), (key) => key).map((each) => `, ${each}`);
  return `${brick?.name ?? rule.brick}: raised when ${figures[rule.aggregate]} ${limit} in ${describeWindow(rule.window)}${only.join('')}.`;
}

function describeWindow(window: string): string {
  const count = Number(window.slice(0, -1));
  const unit = window.endsWith('h') ? 'hour' : 'day';
  return count === 1 ? `the last ${unit}` : `the last ${count} ${unit}s`;
}

/** “34 % (26 – 43 %) of 118 calls” */
export function describeFinding(rule: AlertRule, found: AlertFinding | undefined): string {
  if (found?.figure === undefined) return found === undefined ? 'not checked yet' : 'no calls in the window';
  const format = formatOfRule(rule);
  const interval = intervalOf(found.figure, format);
  const runs = `${formatNumber(found.n)} ${found.n === 1 ? 'call' : 'calls'}`;
  return `${format(found.figure.value)}${interval === '' ? '' : ` (${interval})`} of ${runs}${found.enough ? '' : ', too few to say'}`;
}
