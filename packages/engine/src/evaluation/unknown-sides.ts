/**
 * What happens to bricks that ask about a side. If the conversation does not show that side, the brick is answered from the whole
 * conversation, its reason says so, and its confidence is at most 0.5; if the side is inferred, the answer is at most as sure as the side.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { brickType } from '../bricks/brick-types.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation, Side } from '../conversation/conversation.ts';
import { isNeitherSide, sideOfWord } from '../conversation/infer-side.ts';
import { findSideDoubts, type SideDoubts } from '../conversation/sides/side-doubts.ts';
import { howToSettle, listOf, quote } from '../conversation/sides/side-warnings.ts';
import { isCounted } from '../conversation/turn-kinds.ts';
import { turnsOf } from '../conversation/turns-of.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';

const MAX_CONFIDENCE = 0.5;
/** From this confidence on, no warning is needed. */
const SURE = 0.9;
/** One speaker in a dialogue, or everybody on one side: as likely wrong as right. */
const DOUBTFUL = 0.5;
/** Words of a speaker whose side is not known may belong to the side in question. */
const SOMEBODY_UNKNOWN = 0.7;
/** A turn may contain the words of two people. */
const LONG_TURN = 0.8;
/** Metrics that count whole turns, whoever speaks. */
const WHOLE_TURNS: ReadonlySet<string> = new Set(['turn_count', 'longest_monologue_words', 'interruption_count']);
/** A question that mentions a side is about it, even if the brick has no `speaker`. */
const NAMED_SIDE = /\b(agent|rep|representative|advis[eo]r|customer|caller|client)(?:'s|’s)?\b/i;

export interface SideCheck {
  /** The bricks to ask: those about an unknown side lose their `speaker`. */
  bricks: BrickDocument[];
  /** Limits an engine's answers by what is known about the sides. */
  limit(outcome: BrickOutcome): BrickOutcome;
}

export function checkSides(
  bricks: readonly BrickDocument[],
  conversation: Conversation,
  wording: Wording = ENGLISH_WORDING,
): SideCheck {
  const unknown = new Map(bricks.flatMap((brick) => entryOf(brick, unknownSide(brick, conversation))));
  const doubts = findSideDoubts(conversation);
  const caps = new Map(bricks.map((brick) => [brick.key, sideProbability(brick, conversation, doubts)]));
  const metrics = new Set(bricks.filter(isMetric).map(({ key }) => key));
  return {
    bricks: bricks.map((brick) => {
      if (!unknown.has(brick.key) || brick.speaker === undefined) return brick;
      const { speaker: _speaker, ...whole } = brick;
      return whole;
    }),
    limit: (outcome) => {
      const side = unknown.get(outcome.key);
      if (side === undefined) {
        const cap = caps.get(outcome.key) ?? 1;
        // The count itself is exact: only its side can be wrong.
        const isDoubtful = metrics.has(outcome.key) && cap < SURE && outcome.confidence > cap;
        const reason = isDoubtful ? `${outcome.reason} Who said what is uncertain (${cap}).` : outcome.reason;
        return { ...outcome, confidence: Math.min(outcome.confidence, cap), reason };
      }
      return {
        ...outcome,
        confidence: Math.min(outcome.confidence, MAX_CONFIDENCE),
        reason: `${wording.say(`unknown side ${side}`)} ${outcome.reason}`,
      };
    },
  };
}

/** One warning for the run; none if every brick's side is known. */
export function warnOfUnknownSides(bricks: readonly BrickDocument[], conversation: Conversation): string[] {
  const keys = bricks.filter((brick) => isAboutUnknownSide(brick, conversation)).map(({ key }) => key);
  if (keys.length === 0) return [];
  const names = unknownSpeakers(conversation);
  const about = `answers about one side (${listOf(keys)}) come from the whole conversation or are not known`;
  if (names.length === 0) {
    return [
      `The conversation has no speakers, so ${about}. Send turns with speakers, such as [{"speaker": "agent", "text": "…"}].`,
    ];
  }
  return [
    `Agent and customer are not known among ${listOf(names.map(quote))}, so ${about}. ${howToSettle(names[0] ?? '', 'agent')}`,
  ];
}

function isAboutUnknownSide(brick: BrickDocument, conversation: Conversation): boolean {
  if (!isMetric(brick)) return unknownSide(brick, conversation) !== undefined;
  const speaker = brick.speaker ?? (brick.metric === 'talk_ratio' ? 'agent' : undefined);
  return speaker !== undefined && missingSide(speaker, conversation) !== undefined;
}

/** The side that a brick asks about and the conversation does not show. Metrics report an unknown side themselves. */
function unknownSide(brick: BrickDocument, conversation: Conversation): Side | undefined {
  if (isMetric(brick)) return undefined;
  if (brick.speaker !== undefined) return missingSide(brick.speaker, conversation);
  if (unknownSpeakers(conversation).length < 2) return undefined;
  const side = namedSide(brick);
  return side === undefined ? undefined : missingSide(side, conversation);
}

/** If every turn's side is known, a side without turns was silent, which is not a fault. */
function missingSide(speaker: string, conversation: Conversation): Side | undefined {
  const side = sideOfWord(speaker);
  if (side === undefined || turnsOf(conversation, speaker).length > 0) return undefined;
  return conversation.turns.every((turn) => turn.side !== undefined || !isCounted(turn)) ? undefined : side;
}

/** The maximum certainty of an answer, from what is known about its side and about the sides in general. */
function sideProbability(brick: BrickDocument, { speakers = [] }: Conversation, doubts: SideDoubts): number {
  const side = askedSide(brick);
  const known = side === undefined ? [] : speakers.filter((speaker) => speaker.side === side);
  const least = Math.min(1, ...known.map(({ probability }) => probability));
  const rests = isMetric(brick) ? side !== undefined || WHOLE_TURNS.has(brick.metric) : brick.speaker !== undefined;
  return rests ? Math.min(least, doubtOf(doubts, side !== undefined)) : least;
}

/** The side that a brick is about: by its speaker, by its metric, or by the words of its question. */
function askedSide(brick: BrickDocument): Side | undefined {
  if (brick.speaker !== undefined) return sideOfWord(brick.speaker);
  if (isMetric(brick)) return brick.metric === 'talk_ratio' ? 'agent' : undefined;
  return namedSide(brick);
}

/** The side mentioned in a yes/no question: its answer depends on who did it. */
function namedSide(brick: BrickDocument): Side | undefined {
  if (brickType(brick).askAs(brick).as !== 'boolean') return undefined;
  const named = NAMED_SIDE.exec(brick.question ?? '')?.[1];
  return named === undefined ? undefined : sideOfWord(named);
}

function doubtOf({ alone, onlySide, withoutSide, longTurn }: SideDoubts, isAboutSide: boolean): number {
  return Math.min(
    alone === undefined ? 1 : DOUBTFUL,
    longTurn === undefined ? 1 : LONG_TURN,
    isAboutSide && onlySide !== undefined ? DOUBTFUL : 1,
    isAboutSide && withoutSide.length > 0 ? SOMEBODY_UNKNOWN : 1,
  );
}

function unknownSpeakers({ speakers = [] }: Conversation): string[] {
  return speakers
    .filter(({ label, side, kind }) => side === undefined && kind === undefined && !isNeitherSide(label))
    .map(({ label }) => label);
}

function entryOf({ key }: BrickDocument, side: Side | undefined): Array<[string, Side]> {
  return side === undefined ? [] : [[key, side]];
}
