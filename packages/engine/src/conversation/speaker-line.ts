/**
 * Reads the head of one line: `Agent: hi`, `[00:01:02] Agent: hi`, `Agent (00:12): hi`, `Agent [00:12] hi`, `Agent 00:12`,
 * `00:01:02 Agent: hi`, `[10:32 AM] Bob: hi`, `12/31/25, 9:15 PM - Bob: hi`.
 * Only the first 160 characters are looked at and every repetition is bounded, so no line is expensive.
 */
import { readTimecode, TIMECODE } from './timecode.ts';

export interface SpeakerLine {
  label: string;
  /** Offset in the line at which the words begin. */
  wordsAt: number;
  startSeconds?: number;
  endSeconds?: number;
  /** Set where the time is written as only transcripts do. */
  hasTime: boolean;
  /** `Agent 00:12`: the words are on the lines below. */
  isHeading: boolean;
}

const HEAD_LENGTH = 160;
const LABEL_LENGTH = 60;
const CLOCK = String.raw`${TIMECODE}(?:\s?[AaPp]\.?[Mm]\.?)?`;
const DATE = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,3}`;
const RANGE = String.raw`(?:\s{0,3}(?:-->|->|-|–|to)\s{0,3}(${TIMECODE}))?`;

/** A time before the label: bare, in brackets, after a date, perhaps as a range. */
const LEADING_TIME = new RegExp(
  String.raw`^\s{0,8}[\[(]?(${DATE})?(${CLOCK})${RANGE}[\])]?(?:\s{1,8}|\s{0,3}[-–:|]\s{1,8}|(?<=[\])]))(?:[-–]\s{1,3})?`,
);
/** A time after the label, which must then be closed by a colon or by the end of the line. */
const TRAILING_TIME = new RegExp(String.raw`[\s,]{0,8}[\[(]?(${DATE})?(${CLOCK})${RANGE}[\])]?\s{0,3}$`);
const HEADING = new RegExp(
  String.raw`^\s{0,8}(\S.{0,${LABEL_LENGTH}}?)[\s,]{1,8}[\[(]?(${CLOCK})${RANGE}[\])]?\s{0,8}$`,
  'u',
);
const BRACKETED = new RegExp(
  String.raw`^\s{0,8}(\S.{0,${LABEL_LENGTH}}?)\s{0,8}(?:\[(${CLOCK})${RANGE}\]|\((${CLOCK})${RANGE}\))\s{1,8}(?=\S)`,
  'u',
);
const LABEL_START = /^[\s>*_#•-]{0,8}/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'’&/#@+,()-]{0,59}$/u;

export function readSpeakerLine(line: string): SpeakerLine | undefined {
  const head = line.slice(0, HEAD_LENGTH);
  const leading = LEADING_TIME.exec(head);
  const labelFrom = leading === null ? 0 : leading[0].length;
  return (
    readColonLine(head, labelFrom, leading) ??
    (leading === null ? (readHeading(head) ?? readBracketed(head)) : undefined)
  );
}

/** A line that is only marked with a time in brackets: `[00:00:05] Hello`. */
export function readTimedLine(line: string): { wordsAt: number; startSeconds: number } | undefined {
  const head = line.slice(0, HEAD_LENGTH);
  const match = /^\s{0,8}[[(]/.test(head) ? LEADING_TIME.exec(head) : null;
  const startSeconds = match?.[1] === undefined && match?.[2] !== undefined ? readTimecode(match[2]) : undefined;
  return match === null || startSeconds === undefined ? undefined : { wordsAt: match[0].length, startSeconds };
}

function readColonLine(head: string, labelFrom: number, leading: RegExpExecArray | null): SpeakerLine | undefined {
  const colon = closingColon(head, labelFrom);
  if (colon === undefined) return undefined;
  const rawLabel = head.slice(labelFrom, colon);
  const trailing = leading === null ? TRAILING_TIME.exec(rawLabel) : null;
  const named = trailing === null ? rawLabel : rawLabel.slice(0, trailing.index);
  const label = cleanLabel(named);
  if (label === undefined) return undefined;
  // Bold labels close after the colon: "**Agent:** hi".
  const marks = /^[*_]{0,3}\s{0,80}/u.exec(head.slice(colon + 1));
  const wordsAt = colon + 1 + (marks === null ? 0 : marks[0].length);
  return { label, wordsAt, ...timesOf(leading ?? trailing), isHeading: false };
}

/** The colon that ends the label: not one inside a time, an address or a sentence. */
function closingColon(head: string, from: number): number | undefined {
  const limit = Math.min(head.length, from + LABEL_LENGTH + 30);
  for (let at = from; at < limit; at += 1) {
    const character = head[at];
    if (character === '：') return at;
    if (character !== ':') continue;
    const next = head[at + 1];
    const isInsideTime = /\d/.test(head[at - 1] ?? '') && /\d/.test(next ?? '');
    if (isInsideTime) continue;
    return next === '/' ? undefined : at;
  }
  return undefined;
}

function readHeading(head: string): SpeakerLine | undefined {
  const match = HEADING.exec(head);
  const label = cleanLabel(match?.[1] ?? '');
  if (match === null || label === undefined) return undefined;
  const [, , clock, until] = match;
  return { label, wordsAt: head.length, ...timesOf([match[0], undefined, clock, until]), isHeading: true };
}

function readBracketed(head: string): SpeakerLine | undefined {
  const match = BRACKETED.exec(head);
  const label = cleanLabel(match?.[1] ?? '');
  if (match === null || label === undefined) return undefined;
  const times = [match[0], undefined, match[2] ?? match[4], match[3] ?? match[5]];
  // Prose has times in brackets too: here the time alone does not prove a speaker.
  return { label, wordsAt: match[0].length, ...timesOf(times), hasTime: false, isHeading: false };
}

function cleanLabel(raw: string): string | undefined {
  const label = raw
    .replace(LABEL_START, '')
    .replace(/[\s*_-]{1,8}$/u, '')
    .trimEnd();
  if (!LABEL.test(label) || /^[\d\s.,/-]{1,60}$/.test(label)) return undefined;
  return label.split(/\s+/u).length > 6 ? undefined : label;
}

function timesOf(match: ReadonlyArray<string | undefined> | null): Pick<SpeakerLine, 'hasTime'> & {
  startSeconds?: number;
  endSeconds?: number;
} {
  if (match === null) return { hasTime: false };
  // A time of day or a date is not a position on the recording's clock: it marks a speaker, but it measures nothing.
  const startSeconds = match[1] === undefined ? readTimecode(match[2] ?? '') : undefined;
  const endSeconds = startSeconds === undefined ? undefined : readTimecode(match[3] ?? '');
  return {
    hasTime: true,
    ...(startSeconds === undefined ? {} : { startSeconds }),
    ...(endSeconds === undefined ? {} : { endSeconds }),
  };
}
