/** The best spans in a window by the model's start and end scores: never across two turns and never in words that were added for the model. */
import type { BrickReading, ReadWindow } from './read-bricks.ts';

export interface FoundSpan {
  score: number;
  /** The index of the turn. */
  turn: number;
  /** Offsets into `conversation.text`. */
  start: number;
  end: number;
}

export type SpanKind = 'answer' | 'evidence';

const PER_TOKEN = 4;
const LONGEST: Readonly<Record<SpanKind, number>> = { answer: 25, evidence: 60 };
const TRIED = 12;

/** Best first. */
export function bestSpans(
  { spans, source }: BrickReading['pairs'][number],
  kind: SpanKind,
  isAllowed: (turn: number) => boolean = () => true,
): FoundSpan[] {
  const first = kind === 'answer' ? 0 : 2;
  const places = placesOf(source, isAllowed);
  const scoreOf = (at: number, end: 0 | 1): number => spans[at * PER_TOKEN + first + end] ?? Number.NEGATIVE_INFINITY;
  const best = (end: 0 | 1) =>
    places
      .toSorted((left, right) => scoreOf(right.at, end) - scoreOf(left.at, end) || left.at - right.at)
      .slice(0, TRIED);
  const found: FoundSpan[] = [];
  for (const from of best(0)) {
    for (const to of best(1)) {
      if (to.at < from.at || to.at >= from.at + LONGEST[kind] || to.turn !== from.turn) continue;
      const score = scoreOf(from.at, 0) + scoreOf(to.at, 1);
      found.push({ score, turn: from.turn, start: from.start, end: to.end });
    }
  }
  return found.sort((left, right) => right.score - left.score || left.start - right.start);
}

/** The score of the answer as a span of the window: it may start at the word before it (an article, a sign) and end at the one after it (a unit). */
export function scoreAround(
  { spans, source }: BrickReading['pairs'][number],
  { turn, start, end }: { turn: number; start: number; end: number },
): number | undefined {
  const places = placesOf(source, (index) => index === turn);
  const first = places.findIndex((place) => place.end > start);
  const after = places.findIndex((place) => place.start >= end);
  const last = (after < 0 ? places.length : after) - 1;
  if (first < 0 || last < first) return undefined;
  const best = (from: number, to: number, side: 0 | 1): number =>
    Math.max(
      ...places
        .slice(Math.max(0, from), to + 1)
        .map(({ at }) => spans[at * PER_TOKEN + side] ?? Number.NEGATIVE_INFINITY),
    );
  return best(first - 1, last, 0) + best(first, last + 1, 1);
}

/** Each turn with a part in the window, and the offsets of that part in the conversation. */
export function turnsIn(source: ReadWindow): Omit<Place, 'at'>[] {
  const parts = new Map<number, Omit<Place, 'at'>>();
  for (const { turn, start, end } of placesOf(source, () => true)) {
    parts.set(turn, { turn, start: parts.get(turn)?.start ?? start, end });
  }
  return [...parts.values()];
}

interface Place {
  at: number;
  turn: number;
  start: number;
  end: number;
}

/** The tokens that were said, with their offsets in the conversation. */
function placesOf({ tokens, offsets, turns }: ReadWindow, isAllowed: (turn: number) => boolean): Place[] {
  return tokens.flatMap((token, at) => {
    const start = offsets[token.start] ?? -1;
    const last = offsets[token.end - 1] ?? -1;
    const turn = turns[token.start] ?? -1;
    return start < 0 || last < 0 || !isAllowed(turn) ? [] : [{ at, turn, start, end: last + 1 }];
  });
}
