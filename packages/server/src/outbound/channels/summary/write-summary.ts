/** A summary in words: what is mailed and posted on Mondays. Figures, names of kits, questions, teams and agents; no words of a conversation. */
import {
  amountText,
  type Change,
  callsBehind,
  changeText,
  costText,
  type Estimate,
  FEWEST_CALLS,
  formatDay,
  formatNumber,
  intervalText,
  lossText,
  type Measure,
  pointsText,
  type RankedAgent,
  trustText,
} from '@brickwork/contract/figures';
import type { MessageLines, MessageSection } from '../send/message.ts';
import type { Summary } from './read-summary.ts';
import type { KitWeek } from './read-week.ts';
import type { WrittenSummary } from './written-summary.ts';

/** Teams takes no message over 28 KB: with the longest names three kits in full have about 15. */
const MOST_CHANGES = 4;
const MOST_TEAMS = 2;
const MOST_AGENTS = 5;
const MOST_LOSSES = 2;
const LONGEST_NAME = 60;

export function writeSummary({ from, to, kits, moreKits }: Summary): WrittenSummary {
  const days = `${formatDay(from)} – ${formatDay(to)}`;
  const [first] = kits;
  const isQuiet = kits.every(({ calls }) => calls.succeeded + calls.failed === 0);
  const ofFirst = first?.score && `${short(first.name)} ${figureAndChange(first.score)}`;
  const title = `${days}: ${isQuiet ? 'no calls' : (ofFirst ?? `${formatNumber(callsOf(kits))} calls`)}`;
  const path = `/console/?${new URLSearchParams({ from, to })}`;
  const only = (text: string): MessageSection => ({ heading: 'Overview', path, lines: [line('Calls', text)] });
  if (kits.length === 0) return { title, path, sections: [only('none, and none in the week before')] };
  const more = moreKits > 0 ? [only(`${formatNumber(moreKits)} more kits had some`)] : [];
  return { title, path, sections: [...kits.map(sectionOf), ...more] };
}

const callsOf = (kits: readonly KitWeek[]) => kits.reduce((sum, { calls }) => sum + calls.succeeded, 0);

function sectionOf(week: KitWeek): MessageSection {
  return { heading: short(week.name), path: week.path, lines: linesOf(week) };
}

function linesOf(week: KitWeek): MessageLines[] {
  const { calls, score, trust, cost } = week;
  const failed = calls.failed > 0 ? `; ${formatNumber(calls.failed)} could not be evaluated` : '';
  const counted = line(
    'Calls',
    `${formatNumber(calls.succeeded)}, ${formatNumber(calls.before)} in the week before${failed}`,
  );
  if (calls.succeeded === 0) return [counted];
  return [
    score === undefined
      ? line('Score', 'nothing that the kit is judged by was answered')
      : line(`${short(score.measure.name)}, ${score.measure.what}`, scoreText(score)),
    counted,
    ...changeLines(week),
    ...agentLines(week),
    line('Trust', trustText(trust)),
    ...(cost === undefined ? [] : [line('Cost', `${amountText(cost)}; ${costText(cost)}`)]),
  ];
}

const line = (label: string, ...texts: string[]): MessageLines => ({ label, texts });

type Score = NonNullable<KitWeek['score']>;

function figureAndChange({ measure: { format }, estimate, before, direction }: Score): string {
  const change =
    before === undefined || direction === undefined
      ? ''
      : `, ${arrow(direction)}${changeText(before, direction, format)}`;
  return `${format(estimate.value)}${change}`;
}

function scoreText({ measure: { format }, estimate, before, direction }: Score): string {
  const change =
    before === undefined
      ? 'nothing to compare with in the week before'
      : `${arrow(direction)}${changeText(before, direction, format)}`;
  return `${withInterval(estimate, format)}, ${change}`;
}

const arrow = (direction: 'up' | 'down' | undefined) =>
  direction === undefined ? '' : direction === 'up' ? '▲ ' : '▼ ';
const withInterval = (estimate: Estimate, format: Measure['format']) =>
  `${format(estimate.value)} (${intervalText(estimate, format)})`;

function changeLines({ changes, calls, hasScore }: KitWeek): MessageLines[] {
  if (calls.before === 0) return [line('What changed', 'there are no calls in the week before to compare with')];
  if (changes.length === 0) return [line('What changed', 'nothing by more than chance')];
  const shown = changes.slice(0, MOST_CHANGES).flatMap(({ measure, changes: lines, points }) => {
    const why = points === undefined || !hasScore ? '' : `; it ${pointsText(points)}`;
    return lines
      .slice(0, MOST_TEAMS + 1)
      .map((change, index) => `${changeLine(measure, change)}${index === 0 ? why : ''}`);
  });
  const left = changes.length - MOST_CHANGES;
  return [line('What changed', ...shown, ...(left > 0 ? [`${formatNumber(left)} more`] : []))];
}

function changeLine(measure: Measure, change: Change): string {
  const { format } = measure;
  const { count, side } = callsBehind(change, measure);
  const of = change.team === undefined ? '' : ` in ${short(change.team)}`;
  const calls = `${formatNumber(count)} calls${side === 'all' ? '' : ` ${side} it`}`;
  return `${arrow(change.direction)}${short(measure.name)}, ${measure.what}${of}: ${format(change.before.value)} → ${withInterval(change.after, format)}, ${calls}`;
}

function agentLines({ agents, score, hasScore }: KitWeek): MessageLines[] {
  const label = 'Who needs help';
  if (agents === undefined || score === undefined || agents.ranked.length + agents.few.length === 0) return [];
  if (agents.ranked.length === 0) return [line(label, `nobody is ranked: all have fewer than ${FEWEST_CALLS} calls`)];
  const { format } = score.measure;
  const few =
    agents.few.length === 0
      ? []
      : [`${formatNumber(agents.few.length)} with fewer than ${FEWEST_CALLS} calls are not ranked`];
  const shown = agents.ranked.slice(0, MOST_AGENTS).map((agent) => agentLine(agent, format, hasScore));
  return [line(label, ...shown, ...few)];
}

function agentLine(
  { name, calls, estimate, standing, trend, losses }: RankedAgent,
  format: Measure['format'],
  hasScore: boolean,
): string {
  const stands = standing === 'neutral' ? '' : standing === 'bad' ? ', behind the rest' : ', ahead';
  const change =
    trend === undefined ? '' : `, ${arrow(trend.direction)}${changeText(trend.before, trend.direction, format)}`;
  const costs = losses.slice(0, MOST_LOSSES).map((loss) => `${short(loss.item.name)} ${lossText(loss, hasScore)}`);
  const most = costs.length === 0 ? '' : `; costs most: ${costs.join(', ')}`;
  return `${short(name)} ${withInterval(estimate, format)} of ${formatNumber(calls)} calls${stands}${change}${most}`;
}

function short(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
