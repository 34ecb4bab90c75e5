/** A conversation in one of the shapes that people send, with what was really said by whom: and how its reading is judged. */
import type { ConversationFormat, Side } from '@brickwork/engine/conversation/conversation';
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { warnOfSides } from '@brickwork/engine/conversation/sides/side-warnings';
import { ServiceError } from '@brickwork/engine/core/service-error';

export interface SaidTurn {
  speaker?: string | undefined;
  text: string;
  /** Seconds into the recording. */
  start?: number | undefined;
}

export interface Variant {
  /** The row of the reference's table. */
  family: string;
  name: string;
  value: unknown;
  format?: ConversationFormat | undefined;
  /** What stands above the first turn: it may be a turn without a speaker. */
  above?: string | undefined;
  turns: readonly SaidTurn[];
  /** By speaker; who is left out may be on either side. */
  sides: Readonly<Record<string, Side>>;
}

/** `doubtful`: not right, and a warning of the run says so. `refused`: with what to send instead. */
export const VERDICTS = ['right', 'doubtful', 'refused', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Below it every side has a warning. */
const SURE = 0.9;

/** Warnings that say how the conversation was cut; the others are about sides. */
export const OF_TURNS = /^(?:Only one speaker|No speaker|Turn \d+)/;

export interface Judgement {
  verdict: Verdict;
  /** What differs, for the message of a failing test. */
  why: string;
}

export function judge({ value, format, above = '', turns, sides }: Variant): Judgement {
  let read: ReturnType<typeof normaliseConversation>;
  try {
    read = normaliseConversation(value, { format });
  } catch (error) {
    if (error instanceof ServiceError && /\b(?:Send|send|must)\b/.test(error.detail ?? ''))
      return { verdict: 'refused', why: error.detail ?? '' };
    throw error;
  }
  const [first, ...others] = read.turns;
  const isAbove = first?.speaker === undefined && plain(above).includes(plain(first?.text ?? above));
  const [split, side] = [differenceOf(isAbove ? others : read.turns, turns), wrongSide(read.speakers ?? [], sides)];
  const ofSides = warnOfSides(read);
  const ofTurns = [...(read.warnings ?? []), ...ofSides.filter((warning) => OF_TURNS.test(warning))];
  if (split !== undefined) return { verdict: ofTurns.length > 0 ? 'doubtful' : 'wrong', why: split };
  if (side !== undefined) return { verdict: ofSides.length > 0 ? 'doubtful' : 'wrong', why: side };
  return { verdict: 'right', why: '' };
}

function differenceOf(
  read: ReadonlyArray<{ speaker?: string; text: string; startSeconds?: number }>,
  said: readonly SaidTurn[],
): string | undefined {
  for (const [index, turn] of said.entries()) {
    const found = read[index];
    if (found === undefined) return `turn ${index} is missing`;
    if (found.speaker !== turn.speaker) return `turn ${index} is by ${found.speaker}, not ${turn.speaker}`;
    if (plain(found.text) !== plain(turn.text)) return `turn ${index} says “${found.text}”, not “${turn.text}”`;
    const { startSeconds } = found;
    if (startSeconds !== undefined && startSeconds !== turn.start)
      return `turn ${index} starts at ${startSeconds}, not ${turn.start}`;
  }
  return read.length > said.length ? `${read.length} turns, not ${said.length}` : undefined;
}

function wrongSide(
  speakers: ReadonlyArray<{ label: string; side?: Side; probability: number }>,
  sides: Readonly<Record<string, Side>>,
): string | undefined {
  const wrong = speakers.find(
    ({ label, side }) => side !== undefined && sides[label] !== undefined && sides[label] !== side,
  );
  return wrong && `${wrong.label} is taken for the ${wrong.side} (${wrong.probability >= SURE ? 'sure' : 'doubtful'})`;
}

export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
