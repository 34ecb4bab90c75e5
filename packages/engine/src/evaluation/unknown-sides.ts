/**
 * What happens to bricks that ask about a side. Where the conversation does not show that side, the brick is answered from the whole
 * conversation, its reason says so, and its confidence is at most 0.5; where the side is inferred, the answer is at most as sure as the side.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isMetric } from '../bricks/numeric/is-metric.ts';
import type { Conversation, Side } from '../conversation/conversation.ts';
import { isNeitherSide, sideOfWord } from '../conversation/infer-side.ts';
import { turnsOf } from '../conversation/turns-of.ts';

const MAX_CONFIDENCE = 0.5;
/** A question that names a side is about it, although the brick has no `speaker`. */
const NAMED_SIDE = /\b(agent|rep|representative|advis[eo]r|customer|caller|client)(?:'s|’s)?\b/i;

export interface SideCheck {
  /** As they must be asked: those about an unknown side without `speaker`. */
  bricks: BrickDocument[];
  /** Limits what an engine answered to what is known about the sides. */
  limit(outcome: BrickOutcome): BrickOutcome;
}

export function checkSides(bricks: readonly BrickDocument[], conversation: Conversation): SideCheck {
  const unknown = new Map(bricks.flatMap((brick) => entryOf(brick, unknownSide(brick, conversation))));
  const caps = new Map(bricks.map((brick) => [brick.key, sideProbability(brick, conversation)]));
  return {
    bricks: bricks.map((brick) => {
      if (!unknown.has(brick.key) || brick.speaker === undefined) return brick;
      const { speaker: _speaker, ...whole } = brick;
      return whole;
    }),
    limit: (outcome) => {
      const side = unknown.get(outcome.key);
      if (side === undefined)
        return { ...outcome, confidence: Math.min(outcome.confidence, caps.get(outcome.key) ?? 1) };
      return {
        ...outcome,
        confidence: Math.min(outcome.confidence, MAX_CONFIDENCE),
        reason: `It is not known who the ${side} is, so the whole conversation was read. ${outcome.reason}`,
      };
    },
  };
}

/** One warning for the run; nothing when every brick's side is known. */
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
  const [first = ''] = names;
  return [
    `Agent and customer are not known among ${listOf(names.map((name) => JSON.stringify(name)))}, so ${about}. ` +
      `Say who the agent is: "speakers": {${JSON.stringify(first)}: "agent"} in the input, or for all runs of the workspace with POST /v1/speakers.`,
  ];
}

function isAboutUnknownSide(brick: BrickDocument, conversation: Conversation): boolean {
  if (!isMetric(brick)) return unknownSide(brick, conversation) !== undefined;
  const speaker = brick.speaker ?? (brick.metric === 'talk_ratio' ? 'agent' : undefined);
  return speaker !== undefined && missingSide(speaker, conversation) !== undefined;
}

/** The side that a brick asks about and the conversation does not show. Metrics say for themselves that they are not known. */
function unknownSide(brick: BrickDocument, conversation: Conversation): Side | undefined {
  if (isMetric(brick)) return undefined;
  if (brick.speaker !== undefined) return missingSide(brick.speaker, conversation);
  if (brick.type !== 'boolean' || unknownSpeakers(conversation).length < 2) return undefined;
  const named = NAMED_SIDE.exec(brick.question ?? '')?.[1];
  const side = named === undefined ? undefined : sideOfWord(named);
  return side === undefined ? undefined : missingSide(side, conversation);
}

/** When every turn's side is known, a side without turns was silent, which is no fault. */
function missingSide(speaker: string, conversation: Conversation): Side | undefined {
  const side = sideOfWord(speaker);
  if (side === undefined || turnsOf(conversation, speaker).length > 0) return undefined;
  return conversation.turns.every((turn) => turn.side !== undefined) ? undefined : side;
}

function sideProbability(brick: BrickDocument, { speakers = [] }: Conversation): number {
  const side = brick.speaker === undefined ? undefined : sideOfWord(brick.speaker);
  const known = side === undefined ? [] : speakers.filter((speaker) => speaker.side === side);
  return Math.min(1, ...known.map(({ probability }) => probability));
}

function unknownSpeakers({ speakers = [] }: Conversation): string[] {
  return speakers.filter(({ label, side }) => side === undefined && !isNeitherSide(label)).map(({ label }) => label);
}

function entryOf({ key }: BrickDocument, side: Side | undefined): Array<[string, Side]> {
  return side === undefined ? [] : [[key, side]];
}

const MAX_NAMES = 8;

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => (name.length > 80 ? `${name.slice(0, 79)}…` : name));
  return names.length > MAX_NAMES ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more` : shown.join(', ');
}
