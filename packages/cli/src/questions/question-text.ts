/** Estimates of questions across calls, as a terminal shows them. */
import type { Question, QuestionAnswer, QuestionFigure, QuestionItem, QuestionShare } from '@brickwork/client';
import { formatShare, intervalText } from '@brickwork/contract/figures';
import { bold, dim, oneLine, table } from '../terminal.ts';
import { promiseText } from './judge-calls.ts';

const QUOTES = 3;
const TOP = 10;
const QUOTE_WIDTH = 110;

/** "12 % (6 % to 21 %)", for a line of progress. */
export function shortAnswer({ share, mean, values, n }: QuestionAnswer): string {
  const [top] = values ?? [];
  if (share !== undefined) return `${percents(share)} of ${n}`;
  if (mean !== undefined) return `mean ${numbers(mean)}`;
  return top === undefined ? '' : `${oneLine(top.answer, 24)} ${percents(top)}`;
}

export function answerText(answer: QuestionAnswer): string {
  const inferred = answer.inferred ? `, interpreted as ${TYPES[answer.type]}` : '';
  return [
    bold(answer.question) + dim(` (${answer.n} calls${inferred})`),
    ...figureLines(answer, answer.type === 'themes'),
    ...noteLines(answer),
    ...groupLines(answer),
    ...differenceLines(answer),
    ...themeLines(answer),
    ...quoteLines('for', answer.quotes.for),
    ...quoteLines('against', answer.quotes.against),
    ...unquotedLines(answer),
  ].join('\n');
}

const TYPES: Readonly<Record<QuestionAnswer['type'], string>> = {
  boolean: 'yes/no',
  categorical: 'one of',
  numeric: 'a number',
  text: 'a text',
  themes: 'themes',
};

type Figures = Pick<QuestionAnswer, 'n' | 'share' | 'mean' | 'median' | 'values' | 'not_sure' | 'no_value'>;

function figureLines({ share, mean, median, values, not_sure, no_value }: Figures, isThemes = false): string[] {
  return [
    ...(share === undefined
      ? []
      : [
          `${isThemes ? 'something is said about it' : 'yes'} in ${percents(share)}; the engine answered yes in ${formatShare(share.observed)}`,
        ]),
    ...(mean === undefined ? [] : [`mean ${numbers(mean)}`]),
    ...(median === undefined ? [] : [`median ${numbers(median)}`]),
    ...(values ?? []).slice(0, TOP).map((value) => `${oneLine(value.answer, 40)}: ${percents(value)}`),
    ...(not_sure > 0 ? [`not sure in ${formatShare(not_sure)}`] : []),
    ...(no_value !== undefined && no_value > 0 ? [`not mentioned in ${formatShare(no_value)}`] : []),
  ];
}

function noteLines({ accuracy, limited_by, share, values, judging, longer }: QuestionAnswer): string[] {
  const sampling = (share ?? values?.[0])?.sampling;
  const leaves =
    sampling === undefined ? '' : ` Sampling alone leaves ${intervalText({ value: 0, ...sampling }, formatShare)}.`;
  const why =
    limited_by === 'accuracy'
      ? judging?.next === undefined
        ? 'More calls will not narrow it: turn it into a brick of a kit and review some of its answers.'
        : 'More calls will not narrow it.'
      : limited_by === 'not_sure'
        ? 'Answers that are not sure keep the interval wide.'
        : '';
  const judged =
    judging === undefined || judging.judged === 0 ? '' : `${judging.judged} calls judged, ${judging.yes} yes. `;
  return [
    dim(`accuracy ${accuracy.basis}: ${accuracy.source}${leaves} ${why}`.trimEnd()),
    ...longerLines(longer, share ?? values?.[0]),
    ...(judging === undefined ? [] : [`${judged}${promiseText(judging)}`]),
  ];
}

function longerLines(longer: QuestionAnswer['longer'], now: QuestionShare | undefined): string[] {
  if (longer?.within === undefined || now === undefined) return [];
  const half = (width: number) => `±${Math.round(100 * width)} points`;
  return [
    `${longer.calls} more calls would take about ${longer.seconds} s and leave ${half(longer.within)} instead of ${half((now.high - now.low) / 2)}. Ask again with higher limits: calls that the local engine answered are not read again.`,
  ];
}

function groupLines({ by, type }: QuestionAnswer): string[] {
  if (by === undefined || by.length === 0) return [];
  const rows = by.map((group) => [
    `${group.group === null ? '(none)' : oneLine(group.group, 32)}${group.unfinished ? ' (not complete)' : ''}`,
    `${group.n} of ${group.population}`,
    figureLines(group, type === 'themes').join(', ') || '–',
  ]);
  return [table(['GROUP', 'ASKED', 'ESTIMATE'], rows)];
}

function differenceLines({ difference, type }: QuestionAnswer): string[] {
  if (difference === undefined) return [];
  const { group, from, value, low, high } = difference;
  const figure = (number: number) =>
    type === 'boolean' || type === 'themes'
      ? `${Math.round(100 * number)} points`
      : String(Number(number.toPrecision(4)));
  const names = [oneLine(group, 32), oneLine(from, 32)];
  const said =
    low > 0 ? `more in ${names[0]} than in ${names[1]}` : `no clear difference between ${names.join(' and ')}`;
  return [`${said}: ${figure(value)} (${figure(low)} to ${figure(high)})`];
}

function quoteLines(side: string, quotes: QuestionAnswer['quotes']['for']): string[] {
  return quotes
    .slice(0, QUOTES)
    .map(
      ({ run_id, text, answer }) => `${side} (${oneLine(answer, 24)}): “${oneLine(text, QUOTE_WIDTH)}” ${dim(run_id)}`,
    );
}

function themeLines({ themes }: QuestionAnswer): string[] {
  if (themes === undefined) return [];
  const rows = themes.found.map(({ theme, also, count, ...share }) => [
    oneLine(theme, 30),
    String(count),
    percents(share),
    oneLine(also.join(', '), 50),
  ]);
  const other = ['(other)', String(themes.other.count), percents(themes.other), ''];
  const quoted = [...themes.found.map(({ theme, quotes }) => ({ theme, quotes })), { theme: 'other', ...themes.other }];
  return [
    table(['THEME', 'CALLS', 'SHARE OF ALL CALLS', 'ALSO'], [...rows, other]),
    ...quoted.flatMap(({ theme, quotes: [first] }) =>
      first === undefined ? [] : [`${oneLine(theme, 24)}: “${oneLine(first.text, QUOTE_WIDTH)}” ${dim(first.run_id)}`],
    ),
    dim(silenceText(themes)),
  ];
}

function silenceText({ silent, unread }: NonNullable<QuestionAnswer['themes']>): string {
  const gone = unread === 0 ? '' : ` The words of ${unread} more cannot be grouped: deleted, or not in English.`;
  return `A call may be in several themes. ${silent} ${silent === 1 ? 'call does' : 'calls do'} not mention it.${gone}`;
}

function unquotedLines({ quotes: { unquoted } }: QuestionAnswer): string[] {
  const sides = (['for', 'against'] as const).filter((side) => unquoted[side] > 0);
  if (sides.length === 0) return [];
  return [dim(`no suitable quote in ${sides.map((side) => `${unquoted[side]} calls ${side}`).join(', ')}`)];
}

export function endText({ question_id, questions, ...question }: Question): string {
  const { status, stopped_by, sample, predicted, cost, error } = question;
  const judge = questions.some(({ judging }) => judging?.next !== undefined)
    ? `\nTo judge calls: brickwork ask judge ${question_id}`
    : '';
  const why = status === 'capped' ? `, limit of ${stopped_by}` : error === undefined ? '' : `: ${error}`;
  const failed = sample.failed === 0 ? '' : `, ${sample.failed} failed`;
  return `${question_id} ${status}${why}: ${sample.asked} of ${predicted.population} calls read${failed}, ${Math.round(cost.seconds)} s, ${cost.credits} credits${judge}`;
}

export function listText(items: readonly QuestionItem[]): string {
  return table(
    ['QUESTION', 'STATUS', 'ASKED', 'CREATED', 'TEXT'],
    items.map(({ question_id, status, asked, created_at, questions }) => [
      question_id,
      status,
      String(asked),
      created_at.slice(0, 16).replace('T', ' '),
      oneLine(questions.map(({ question }) => question).join(' · '), 60),
    ]),
  );
}

function percents({ value, low, high }: QuestionShare): string {
  return `${formatShare(value)} (${intervalText({ value, low, high }, formatShare)})`;
}

function numbers({ value, low, high }: QuestionFigure): string {
  const short = (figure: number) => Number(figure.toPrecision(4));
  return `${short(value)} (${short(low)} to ${short(high)})`;
}
