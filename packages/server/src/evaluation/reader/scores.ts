/** From the readings of single windows to scores of the whole conversation, as the model was trained to be read. */
import { bestSpans, type FoundSpan } from './best-spans.ts';
import { firstNumber } from './parse-number.ts';
import type { BrickReading } from './read-bricks.ts';

type Pairs = BrickReading['pairs'];

/** Any window may hold the answer: a soft maximum. */
function logSumExp(values: readonly number[]): number {
  const most = Math.max(...values);
  if (!Number.isFinite(most)) return most;
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

function softmax(values: readonly number[]): number[] {
  const whole = logSumExp(values);
  return values.map((value) => Math.exp(value - whole));
}

export interface VerdictScores {
  /** How clearly some window says yes, or no, rather than nothing. */
  yes: number;
  no: number;
}

export function verdictScores(pairs: Pairs): VerdictScores {
  return {
    yes: logSumExp(pairs.map(({ verdict: [yes, silent] }) => yes - silent)),
    no: logSumExp(pairs.map(({ verdict: [, silent, no] }) => no - silent)),
  };
}

/** The chance of each option. Options that did not fit into the question have none. */
export function optionChances(pairs: Pairs): number[] {
  const count = pairs[0]?.options.length ?? 0;
  const scores = Array.from({ length: count }, (_, option) =>
    logSumExp(pairs.map(({ options, undecided }) => (options[option]?.[0] ?? 0) - undecided)),
  );
  return softmax(scores);
}

export interface SpanScores {
  span: FoundSpan;
  /** How much better the span is than "not said". */
  margin: number;
  /** How much better it is than the best one of another place; 10 where there is none. */
  lead: number;
}

const NO_RIVAL = 10;

export function spanScores(pairs: Pairs, isAllowed: (turn: number) => boolean): SpanScores | undefined {
  return scored(pairs, isAllowed, () => true);
}

export interface NumberScores extends SpanScores {
  number: number;
}

/** The best span that says a number. */
export function numberScores(
  pairs: Pairs,
  text: string,
  isAllowed: (turn: number) => boolean,
): NumberScores | undefined {
  const numberIn = ({ start, end }: FoundSpan) => firstNumber(text.slice(start, end));
  const found = scored(pairs, isAllowed, (span) => numberIn(span) !== undefined);
  const number = found === undefined ? undefined : numberIn(found.span);
  return found === undefined || number === undefined ? undefined : { ...found, number };
}

function scored(
  pairs: Pairs,
  isAllowed: (turn: number) => boolean,
  isWanted: (span: FoundSpan) => boolean,
): SpanScores | undefined {
  const none = pairs.reduce((sum, pair) => sum + pair.none[0] + pair.none[1], 0) / Math.max(1, pairs.length);
  const spans = pairs.flatMap((pair) => bestSpans(pair, 'answer', isAllowed)).filter(isWanted);
  spans.sort((left, right) => right.score - left.score || left.start - right.start);
  const [span] = spans;
  if (span === undefined) return undefined;
  const rival = spans.find(({ start, end }) => end <= span.start || start >= span.end);
  return { span, margin: span.score - none, lead: rival === undefined ? NO_RIVAL : span.score - rival.score };
}
