/**
 * An array of `{ speaker?, side?, text, start?, end?, kind? }`, times in seconds; also as `{ turns: […], speech?: […] }`, and with other
 * common names for the speaker and the times.
 */
import { columnName, SPEAKER_COLUMNS } from './column-names.ts';
import type { Side, Turn } from './conversation.ts';
import {
  expectArray,
  expectOrder,
  expectRecord,
  expectText,
  inputFault,
  isRecord,
  optionalLabel,
  optionalSeconds,
  optionalText,
} from './expect-input.ts';
import type { ReadTurns } from './formats/vendor-format.ts';
import { foldLabel, isNeitherSide, sideOfWord } from './infer-side.ts';
import { joinTurns } from './join-turns.ts';
import { readSpeech } from './read-speech.ts';
import { readTimecode } from './timecode.ts';
import { kindOf } from './turn-kinds.ts';

const START_NAMES = ['start_seconds', 'start_time', 'startTime', 'begin'];
const END_NAMES = ['end_seconds', 'end_time', 'endTime'];

export function readTurnList(
  value: unknown,
  path: string,
): Pick<ReadTurns, 'text' | 'turns' | 'leftOut' | 'speech' | 'warnings'> {
  const isWrapped = isRecord(value);
  const within = isWrapped ? `${path}.turns` : path;
  const read = joinTurns(
    expectArray(isWrapped ? value.turns : value, within).map((item, index) => {
      const here = `${within}[${index}]`;
      const turn = expectRecord(item, here);
      const times = {
        startSeconds: optionalSeconds(turn.start, `${here}.start`) ?? otherTime(turn, START_NAMES, 'start'),
        endSeconds: optionalSeconds(turn.end, `${here}.end`) ?? otherTime(turn, END_NAMES, 'end'),
      };
      expectOrder(times, here);
      return {
        text: expectText(turn.text, `${here}.text`),
        speaker: speakerOf(turn, here),
        side: optionalSide(turn.side, `${here}.side`) ?? sideOfRole(turn.role),
        kind: kindOf(turn.kind) ?? (isPrivate(turn) ? 'note' : undefined),
        ...times,
      };
    }),
  );
  const speech = isWrapped ? readSpeech(value.speech, `${path}.speech`, optionalSide) : [];
  return { ...read, ...(speech.length > 0 && { speech }), warnings: warnOfMilliseconds(read.turns) };
}

function speakerOf(turn: Record<string, unknown>, path: string): string | undefined {
  const { speaker } = turn;
  if (isRecord(speaker)) return optionalLabel(speaker.name ?? speaker.label ?? speaker.id, `${path}.speaker.name`);
  const isOther = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  // Including other names, so that no words lose their speaker.
  const others = speaker === undefined ? Object.entries(turn).filter(([, value]) => isOther(value)) : [];
  const named = new Map(others.map(([name, value]) => [columnName(name), value]));
  const other = SPEAKER_COLUMNS.map((name) => named.get(name)).find((value) => value !== undefined);
  return optionalLabel(speaker ?? other, `${path}.speaker`);
}

/** Beside a speaker's name, `role` says the side only if it is one: every other role is a label like others. */
function sideOfRole(role: unknown): Side | undefined {
  return role === 'agent' || role === 'customer' ? role : undefined;
}

/** The way help desks mark internal messages. */
function isPrivate({ private: isOwn, internal, public: isShown }: Record<string, unknown>): boolean {
  return isOwn === true || internal === true || isShown === false;
}

/** A point in time with one of these names is not a position in the recording. */
function otherTime(turn: Record<string, unknown>, names: readonly string[], name: string): number | undefined {
  const ms = turn[`${name}_ms`] ?? turn[`${name}Ms`];
  if (typeof ms === 'number' && ms >= 0) return ms / 1_000;
  const given = names.map((other) => turn[other]).find((other) => other !== undefined && other !== null);
  const seconds = typeof given === 'string' ? readTimecode(given) : given;
  return typeof seconds === 'number' && seconds >= 0 && seconds < MOST_SECONDS ? seconds : undefined;
}

/** Ten years: a larger number is a point in time. */
const MOST_SECONDS = 300_000_000;
/** People speak about fifteen characters per second; nobody stays below one in five seconds. */
const LEAST_CHARACTERS_PER_SECOND = 0.2;

function warnOfMilliseconds(turns: readonly Turn[]): string[] {
  let characters = 0;
  let seconds = 0;
  for (const { text, startSeconds, endSeconds } of turns) {
    if (startSeconds === undefined || endSeconds === undefined) continue;
    if (!Number.isInteger(startSeconds) || !Number.isInteger(endSeconds)) return [];
    characters += text.length;
    seconds += endSeconds - startSeconds;
  }
  if (seconds < 60 || characters >= seconds * LEAST_CHARACTERS_PER_SECOND) return [];
  return [
    `\`start\` and \`end\` are read as seconds, and ${characters} characters would have taken ${seconds} of them: they look like milliseconds. Divide them by 1000.`,
  ];
}

/** For speakers on neither side. */
const NEITHER = new Set(['', 'other', 'unknown', 'none', 'neither']);

/** `agent` or `customer`, or a common word for one. */
function optionalSide(value: unknown, path: string): Side | undefined {
  const side = optionalText(value, path);
  if (side === undefined || NEITHER.has(foldLabel(side)) || isNeitherSide(side)) return undefined;
  const known = sideOfWord(side);
  if (known === undefined) throw inputFault(path, 'must be "agent" or "customer", or "other" for neither');
  return known;
}
