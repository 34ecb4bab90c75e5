/** Combines the readings of single windows into scores of the whole conversation, in the same way as in training. */
import type { Conversation } from '../conversation/conversation.ts';
import { hasVocabulary } from '../core/language-vocabulary.ts';
import { bestSpans, type FoundSpan, scoreAround, turnsIn } from './best-spans.ts';
import { isCorrection } from './corrections.ts';
import { type Direction, directionAt, directionWanted, goesOn, namedAs } from './directions.ts';
import type { BrickReading } from './read-bricks.ts';
import { namedInRole, type WhoWanted, whoWanted } from './who-did-it.ts';

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
  /** How clearly some window indicates yes, or no, rather than nothing. */
  yes: number;
  no: number;
}

export function verdictScores(pairs: Pairs): VerdictScores {
  return {
    yes: logSumExp(pairs.map(({ verdict: [yes, silent] }) => yes - silent)),
    no: logSumExp(pairs.map(({ verdict: [, silent, no] }) => no - silent)),
  };
}

/** The probability of each option. Options that did not fit into the question have none. */
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
  { asked, pairs }: BrickReading,
  { turns, language }: Conversation,
  isAllowed: (turn: number) => boolean,
): SpanScores | undefined {
  const isCorrecting = memoised(({ turn: index, start }: FoundSpan) => {
    const turn = turns[index];
    return turn !== undefined && isCorrection(turn.text, start - turn.start, language?.code);
  });
  const isEnglish = !hasVocabulary(language?.code);
  const wanted = isEnglish ? directionWanted(asked.text) : undefined;
  const who = isEnglish ? whoWanted(asked.text) : undefined;
  const turned = ({ turn: index, start, end }: FoundSpan): number => {
    const turn = turns[index];
    if (turn === undefined || wanted === undefined) return 0;
    const [from, to] = [start - turn.start, end - turn.start];
    return goesOn(turn.text.slice(from, to)) ? -DIRECTED : turnedBy(wanted, directionAt(turn.text, from, to));
  };
  return bestOf(
    pairs,
    pairs.flatMap((pair) =>
      [
        ...bestSpans(pair, 'answer', isAllowed).map((span) => ({ ...span, named: 0 })),
        ...namedSpans(pair, turns, { wanted, who }, isAllowed),
      ].map(({ named, ...span }) => ({
        ...span,
        rank: span.score + named + (isCorrecting(span) ? CORRECTION : 0) + turned(span),
      })),
    ),
  );
}

/** The bonus of a span in the role that the question asks for ("from", "it used to be"), and the penalty of the opposite role. */
const DIRECTED = 5;

export function turnedBy(wanted: Direction, said: Direction | undefined): number {
  if (said === undefined) return 0;
  return said === wanted ? DIRECTED : -DIRECTED;
}

/** Spans in the role that the question asks for, whether or not the model would have begun and ended there. */
function namedSpans(
  pair: Pairs[number],
  turns: Conversation['turns'],
  { wanted, who }: { wanted: Direction | undefined; who: WhoWanted | undefined },
  isAllowed: (turn: number) => boolean,
): Array<FoundSpan & { named: number }> {
  if (wanted === undefined && who === undefined) return [];
  return turnsIn(pair.source).flatMap(({ turn: index, start, end }) => {
    const turn = turns[index];
    if (turn === undefined || !isAllowed(index)) return [];
    const text = turn.text.slice(start - turn.start, end - turn.start);
    const places = [
      ...(wanted === undefined ? [] : namedAs(wanted, text).map((place) => ({ ...place, named: 0 }))),
      ...(who === undefined ? [] : namedInRole(who, text, turn.side).map((place) => ({ ...place, named: IN_ROLE }))),
    ];
    return places.flatMap(({ named, ...place }) => {
      const span = { turn: index, start: start + place.start, end: start + place.end };
      const score = scoreAround(pair, span);
      return score === undefined ? [] : [{ ...span, score, named }];
    });
  });
}

/** The bonus of the person in the role that the question asks for ("Who called the police?"). */
const IN_ROLE = 12;

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
export const CORRECTION = 4;

/** The best of them, and how far it is ahead of "not said" and of the best one elsewhere. */
export function bestOf<Span extends FoundSpan & { rank: number }>(
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
