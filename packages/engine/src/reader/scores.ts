/** From the readings of single windows to scores of the whole conversation, as the model was trained to be read. */
import type { Conversation } from '../conversation/conversation.ts';
import { bestSpans, type FoundSpan, scoreAround, turnsIn } from './best-spans.ts';
import { isCorrection, isDirectCorrection } from './corrections.ts';
import { findNumbers } from './find-said-numbers.ts';
import { numberFit, numberValue, numberWanted } from './number-wanted.ts';
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

/** For each option of a list, how clearly it comes up in some window. Options that did not fit into the question have no score. */
export function presenceScores(pairs: Pairs): number[] {
  const count = pairs[0]?.options.length ?? 0;
  return Array.from({ length: count }, (_, option) =>
    logSumExp(pairs.map(({ options }) => options[option]?.[1] ?? Number.NEGATIVE_INFINITY)),
  );
}

export interface SpanScores {
  span: FoundSpan;
  /** How much better the span is than "not said". */
  margin: number;
  /** How much better it is than the best one of another place; 10 where there is none. */
  lead: number;
}

const NO_RIVAL = 10;

export function spanScores(
  pairs: Pairs,
  { turns }: Conversation,
  isAllowed: (turn: number) => boolean,
): SpanScores | undefined {
  const isCorrecting = memoised(({ turn: index, start }: FoundSpan) => {
    const turn = turns[index];
    return turn !== undefined && isCorrection(turn.text, start - turn.start);
  });
  return bestOf(
    pairs,
    pairs.flatMap((pair) =>
      bestSpans(pair, 'answer', isAllowed).map((span) => ({
        ...span,
        rank: span.score + (isCorrecting(span) ? CORRECTION : 0),
      })),
    ),
  );
}

/** Many spans begin at the same place. */
function memoised(test: (span: FoundSpan) => boolean): (span: FoundSpan) => boolean {
  const known = new Map<number, boolean>();
  return (span) => {
    const before = known.get(span.start);
    if (before !== undefined) return before;
    const now = test(span);
    known.set(span.start, now);
    return now;
  };
}

/** How much lower the score of a correcting value may be. */
const CORRECTION = 4;

export interface NumberScores extends SpanScores {
  number: number;
}

/** The longest number that anybody says, in characters. */
const NUMBER_LENGTH = 80;
/** What a number gains by being said of what the question counts, and loses by being said of something else. */
const FIT_WEIGHT = 2;

/** The best of the numbers that were said, of those that the brick allows. */
export function numberScores(
  { asked, pairs }: BrickReading,
  { turns }: Conversation,
  { min, max }: { min: number; max: number },
  isAllowed: (turn: number) => boolean,
): NumberScores | undefined {
  const wanted = numberWanted(asked.text);
  const said = pairs.flatMap((pair) =>
    turnsIn(pair.source).flatMap(({ turn: index, start, end }) => {
      const turn = turns[index];
      if (turn === undefined || !isAllowed(index)) return [];
      // A turn may be far longer than its part in the window; a number may begin before it and go on behind it.
      const from = Math.max(0, start - turn.start - NUMBER_LENGTH);
      return findNumbers(turn.text.slice(from, end - turn.start + NUMBER_LENGTH)).flatMap((number) => {
        const begin = turn.start + from;
        const place = { turn: index, start: begin + number.start, end: begin + number.end };
        const value = numberValue(wanted, number);
        const score = scoreAround(pair, place);
        if (score === undefined || value < min || value > max) return [];
        const fitting = score + FIT_WEIGHT * numberFit(wanted, number);
        const at = from + number.start;
        const isOfSame = number.counted.length === 0 || number.isMoney || numberFit(wanted, number) > 0;
        const isDirect = isOfSame && isDirectCorrection(turn.text, at);
        const rank = fitting + (isDirect || isCorrection(turn.text, at) ? CORRECTION : 0);
        return [{ ...place, score: fitting, rank, number: value, isMoney: number.isMoney, isDirect }];
      });
    }),
  );
  const found = bestOf(pairs, said);
  const corrected = found && correctionOf(found, said);
  if (found === undefined || corrected === undefined) return found;
  const { turn, start, end, score, number } = corrected;
  return { ...found, span: { turn, start, end, score }, number };
}

/** How many turns later a number may still be corrected with "sorry, seven". */
const CORRECTED_WITHIN = 3;

/** The last number that plainly replaces the one that was found: the model often points at the first that was said, however clearly it is taken back. */
function correctionOf<Said extends FoundSpan & { isMoney: boolean; isDirect: boolean }>(
  { span, isMoney }: { span: FoundSpan; isMoney: boolean },
  said: readonly Said[],
): Said | undefined {
  return said.findLast(
    (each) =>
      each.isDirect && each.start > span.end && each.turn <= span.turn + CORRECTED_WITHIN && (isMoney || !each.isMoney),
  );
}

/** The best of them, and how far it is ahead of "not said" and of the best one elsewhere. */
function bestOf<Span extends FoundSpan & { rank: number }>(
  pairs: Pairs,
  spans: readonly Span[],
): (Omit<Span, keyof FoundSpan | 'rank'> & SpanScores) | undefined {
  const none = pairs.reduce((sum, pair) => sum + pair.none[0] + pair.none[1], 0) / Math.max(1, pairs.length);
  const [best, ...others] = spans.toSorted((left, right) => right.rank - left.rank || left.start - right.start);
  if (best === undefined) return undefined;
  const { score, rank: _, turn, start, end, ...more } = best;
  const rival = others.find((other) => other.end <= start || other.start >= end);
  const lead = rival === undefined ? NO_RIVAL : score - rival.score;
  return { ...more, span: { score, turn, start, end }, margin: score - none, lead };
}
