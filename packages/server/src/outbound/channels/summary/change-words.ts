/** Texts for a change and for an agent. */
import {
  type Estimate,
  formatDay,
  formatNumber,
  intervalText,
  lossText,
  type Measure,
} from '@brickwork/contract/figures';
import { dayIn } from '../../../core/time-zone.ts';
import type { Changes, Shown, Told, ToldChange } from '../../../insights/changes/read-changes.ts';
import type { Part } from '../../../insights/changes/who-carries-it.ts';
import type { RankedAgent } from '../../../insights/changes/who-needs-help.ts';

const LONGEST_NAME = 40;
/** The limits for a change in a message, which must stay short; the linked page has everything. */
const MOST_PARTS = 3;
const MOST_LOSSES = 2;

export const signOf = (direction: 'up' | 'down') => (direction === 'up' ? '▲ ' : '▼ ');

export const withInterval = (estimate: Estimate, format: Measure['format']) =>
  `${format(estimate.value)} (${intervalText(estimate, format)})`;

export function shortName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** What changed, then why, then what to listen to. */
export function changeTexts(change: ToldChange, week: Changes): string[] {
  const { measure, team, agent, before, after, direction, why } = change;
  const where = agent === undefined ? (team === undefined ? '' : ` in ${shortName(team)}`) : ` of ${shortName(agent)}`;
  const costs = why.costs === undefined || !week.hasScore ? '' : `; ${signed(why.costs, formatWhole)} points per call`;
  const head = `${signOf(direction)}${shortName(measure.name)}, ${measure.what}${where}: ${sideText(before, measure)} → ${sideText(after, measure)}${costs}`;
  return [head, ...whyTexts(change, week), ...hearTexts(change, week.timezone)];
}

function sideText(side: Shown, { format }: Measure): string {
  const counts =
    side.count === undefined
      ? `${formatNumber(side.n)} calls`
      : `${formatNumber(side.count)} of ${formatNumber(side.n)}`;
  return `${format(side.value)} (${counts})`;
}

function whyTexts({ measure, why }: ToldChange, { nameOf }: Changes): string[] {
  const points = why.points?.questions.map(({ brick, points: value }) => ({ name: nameOf(brick), value })) ?? [];
  // Rounded as in the overview: the same figures in both.
  const inUnit = measure.leading === undefined ? measure.format : (value: number) => `${formatWhole(value * 100)} %`;
  const inPoints = measure.leading === undefined ? measure.format : formatWhole;
  const carried = (parts: readonly Part[], none: string) =>
    parts.map(({ name, value }) => ({ name: name ?? none, value }));
  return [
    ...listed('points', points, why.points?.rest ?? 0, inPoints),
    ...listed('teams', carried(why.teams, 'no team'), 0, inUnit),
    ...listed('agents', carried(why.agents, 'no agent'), 0, inUnit),
  ];
}

/** The largest parts by name, the rest as one number: together they add up to the change. */
function listed(
  what: string,
  parts: readonly { name: string; value: number }[],
  more: number,
  format: (value: number) => string,
): string[] {
  if (parts.length < 2 && what !== 'points') return [];
  if (parts.length === 0) return [];
  const shown = parts.slice(0, MOST_PARTS).map(({ name, value }) => `${shortName(name)} ${signed(value, format)}`);
  const rest = parts.slice(MOST_PARTS).reduce((sum, { value }) => sum + value, more);
  const all = format(Math.abs(rest)) === format(0) ? shown : [...shown, `the rest ${signed(rest, format)}`];
  return [
    `Why, by ${what === 'points' ? 'question, in points' : what === 'teams' ? 'team' : 'agent'}: ${all.join(', ')}`,
  ];
}

function hearTexts({ why }: ToldChange, timezone: string): string[] {
  if (why.calls.length === 0) return [];
  const calls = why.calls.map(({ externalId, occurredAt, runId }) => {
    const day = formatDay(dayIn(timezone, occurredAt));
    return `${shortName(externalId ?? runId)} (${day})`;
  });
  return [`Listen to: ${calls.join(', ')}`];
}

const formatWhole = (value: number) => formatNumber(Math.round(value));

const signed = (value: number, format: (value: number) => string) =>
  `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;

export function agentLine(
  { name, calls, standing, losses, ...estimate }: RankedAgent,
  trend: Told | undefined,
  format: Measure['format'],
  hasScore: boolean,
): string {
  const stands =
    standing === 'neutral' ? '' : standing === 'bad' ? ', worse than the median' : ', better than the median';
  const change = trend === undefined ? '' : `, ${signOf(trend.direction)}from ${format(trend.before.value)} before`;
  const costs = losses.slice(0, MOST_LOSSES).map((loss) => `${shortName(loss.item.name)} ${lossText(loss, hasScore)}`);
  const most = costs.length === 0 ? '' : `; costs most: ${costs.join(', ')}`;
  return `${shortName(name)} ${withInterval(estimate, format)} of ${formatNumber(calls)} calls${stands}${change}${most}`;
}
