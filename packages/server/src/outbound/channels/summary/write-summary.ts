/** A summary as text: mailed and posted on Mondays. Figures, names of kits, questions, teams and agents; no words of a conversation. */
import {
  amountText,
  costText,
  type Estimate,
  formatDay,
  formatNumber,
  type Measure,
  trustText,
} from '@brickwork/contract/figures';
import type { MessageLines, MessageSection } from '../send/message.ts';
import { agentLine, changeTexts, shortName, signOf, withInterval } from './change-words.ts';
import type { Summary } from './read-summary.ts';
import type { KitWeek } from './read-week.ts';
import type { WrittenSummary } from './written-summary.ts';

/** Teams accepts no message over 28 KB: with the longest names, three kits in full take about 25. */
const MOST_CHANGES = 3;
const MOST_AGENTS = 5;

export function writeSummary({ from, to, kits, moreKits }: Summary): WrittenSummary {
  const days = `${formatDay(from)} – ${formatDay(to)}`;
  const [first] = kits;
  const isQuiet = kits.every(({ calls }) => calls.succeeded + calls.failed === 0);
  const ofFirst = first?.score && `${shortName(first.name)} ${figureAndChange(first.score)}`;
  const title = `${days}: ${isQuiet ? 'no calls' : (ofFirst ?? `${formatNumber(callsOf(kits))} calls`)}`;
  const path = `/console/?${new URLSearchParams({ from, to })}`;
  const only = (text: string): MessageSection => ({ heading: 'Overview', path, lines: [line('Calls', text)] });
  if (kits.length === 0) return { title, path, sections: [only('none, and none in the four weeks before')] };
  const more = moreKits > 0 ? [only(`${formatNumber(moreKits)} more kits had some`)] : [];
  return { title, path, sections: [...kits.map(sectionOf), ...more] };
}

const callsOf = (kits: readonly KitWeek[]) => kits.reduce((sum, { calls }) => sum + calls.succeeded, 0);

function sectionOf(week: KitWeek): MessageSection {
  return { heading: shortName(week.name), path: week.path, lines: linesOf(week) };
}

function linesOf(week: KitWeek): MessageLines[] {
  const { calls, score, trust, cost } = week;
  const failed = calls.failed > 0 ? `; ${formatNumber(calls.failed)} could not be evaluated` : '';
  const counted = line(
    'Calls',
    `${formatNumber(calls.succeeded)}, ${formatNumber(calls.before)} in the four weeks before${failed}`,
  );
  if (calls.succeeded === 0) return [counted];
  return [
    ...(score === undefined ? [] : [line(`${shortName(score.measure.name)}, ${score.measure.what}`, scoreText(score))]),
    counted,
    ...changeLines(week),
    ...agentLines(week),
    line('Trust', trustText(trust)),
    ...(cost === undefined ? [] : [line('Cost', `${amountText(cost)}; ${costText(cost)}`)]),
  ];
}

const line = (label: string, ...texts: string[]): MessageLines => ({ label, texts });

type Score = NonNullable<KitWeek['score']>;

const changed = (before: Estimate, direction: Score['direction'], format: Measure['format']) =>
  direction === undefined
    ? `${format(before.value)} before, no clear change`
    : `${signOf(direction)}from ${format(before.value)} before`;

function figureAndChange({ measure: { format }, after, before, direction }: Score): string {
  const change = before === undefined || direction === undefined ? '' : `, ${changed(before, direction, format)}`;
  return `${format(after.value)}${change}`;
}

function scoreText({ measure: { format }, after, before, direction }: Score): string {
  const change =
    before === undefined ? 'nothing to compare with in the four weeks before' : changed(before, direction, format);
  return `${withInterval(after, format)}, ${change}`;
}

function changeLines(week: KitWeek): MessageLines[] {
  const { changes, calls } = week;
  if (calls.before === 0) return [line('What changed', 'there are no calls in the four weeks before to compare with')];
  if (changes.length === 0) return [line('What changed', 'nothing by more than chance')];
  const shown = changes.slice(0, MOST_CHANGES).flatMap((change) => changeTexts(change, week));
  const left = changes.length - MOST_CHANGES;
  return [line('What changed', ...shown, ...(left > 0 ? [`${formatNumber(left)} more`] : []))];
}

function agentLines({ agents, score, hasScore, moved }: KitWeek): MessageLines[] {
  const label = 'Who needs help';
  if (agents === undefined || score === undefined || agents.ranked.length + agents.few.length === 0) return [];
  if (agents.ranked.length === 0) return [line(label, 'no agent can be ranked: all have one or two calls')];
  // If the kit does not say what is good, nobody is behind.
  if (score.measure.better === undefined) return [];
  const few =
    agents.few.length === 0 ? [] : [`${formatNumber(agents.few.length)} with one or two calls are not ranked`];
  const shown = agents.ranked.slice(0, MOST_AGENTS).map((agent) => {
    const trend = moved.find((each) => each.agent === agent.name && each.measure.key === score.measure.key);
    return agentLine(agent, trend, score.measure.format, hasScore);
  });
  return [line(label, ...shown, ...few)];
}
