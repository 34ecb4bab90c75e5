/**
 * Reads the head of one line: `Agent: hi`, `[00:01:02] Agent: hi`, `Agent (00:12): hi`, `Agent [00:12] hi`, `Agent 00:12`, `00:01:02 Agent:
 * hi`, `[10:32 AM] Bob: hi`, `12/31/25, 9:15 PM - Bob: hi`, `bob — Today at 9:15 PM`, `[SPEAKER_00] hi`. The words before the colon are
 * only a candidate here: `proven-labels` decides by the whole text. Only the first 220 characters are read and every repetition is bounded,
 * so no line is expensive.
 */

import { isKnown } from './known-label.ts';
import { cleanLabel, isNameLike, LABEL_LENGTH } from './label-shape.ts';
import { readTimecode, SECONDS, TIMECODE } from './timecode.ts';

export interface SpeakerLine {
  label: string;
  /** Offset in the line at which the words begin. */
  wordsAt: number;
  startSeconds?: number;
  endSeconds?: number;
  /** Set if the time has a format that only transcripts use. */
  hasTime: boolean;
  /** A date comes before the label, as in exported chats. */
  hasDate: boolean;
  /** `Agent 00:12`: the words are on the lines below. */
  isHeading: boolean;
  /** `[10:32 AM] Bob` is a heading only if words follow on the next line. */
  needsBody?: boolean;
  /** A heading in a chat format, with brackets, a dash or a date: two of them are sufficient evidence. */
  isSigned?: boolean;
  /** `[SPEAKER_00] hi`: in brackets, without a colon. */
  isBracketed?: boolean;
}

const HEAD_LENGTH = 220;
const HALF = String.raw`(?:\s?[AaPp]\.?\s?[Mm]\b\.?)`;
const CLOCK = `(?:${TIMECODE}(?:${HALF}|(?!${HALF}))|(?<=[\\[(])${SECONDS})`;
/** After a date, hours and minutes may be separated by a point: `31.12.25, 21.15`. */
const DATED_CLOCK = String.raw`(?:上午|下午|오전|오후)?\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:${HALF}|(?!${HALF}))`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = String.raw`(?:\d{1,4}[./-]\s?\d{1,2}(?:[./-]\s?\d{1,4})?\.?|(?:\d{1,2}\.? )?${MONTH}\.? (?:\d{1,2}|\d{4})(?:,? \d{4})?|[Tt]oday|[Yy]esterday|[Hh]eute|[Gg]estern|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`;
const DATE = String.raw`(?:\d{4}-\d{2}-\d{2}T|${DAY},?(?:\s(?:at|um))?\s{1,3})`;
const ZONE = String.raw`(?:(?<=T\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?)(?:Z|[+-]\d{2}:?\d{2}))?`;
const RANGE = String.raw`(?:\s{0,3}(?:-->|->|-|–|to)\s{0,3}(${TIMECODE}|${SECONDS}))?`;
/** Groups: 1 the date, 2 the clock, 3 the end of a range. */
const WHEN = String.raw`(?:(${DATE})(?=${DATED_CLOCK}))?(${CLOCK}|(?<=\s)${DATED_CLOCK})${ZONE}${RANGE}`;

/** A time before the label: bare, in brackets, after a date, perhaps as a range. */
const LEADING_TIME = new RegExp(
  String.raw`^\s{0,8}[\[(]?${WHEN}[\])]?(?:\s{0,3}[-–:|]\s{1,8}|\s{1,8}|(?<=[\])]))(?:[-–]\s{1,3})?`,
  'u',
);
/** `[2:05 PM, 3/3/2025]`, as WhatsApp copies it from a browser. Groups: 1 the clock, 2 the date. */
const CLOCK_AND_DAY = new RegExp(String.raw`^\s{0,8}[\[(](${CLOCK}),?\s{1,3}(${DAY})[\])]\s{1,8}`, 'u');
/** A time after the label, which must then be closed by a colon or by the end of the line. */
const TRAILING_TIME = new RegExp(String.raw`[\s,]{0,8}[\[(]?${WHEN}[\])]?\s{0,3}$`, 'u');
const HEADING = new RegExp(
  String.raw`^\s{0,8}(\S.{0,${LABEL_LENGTH}}?)(?:\s{1,3}[—–|-]\s{1,3}|[\s,]{1,8})[\[(]?${WHEN}[\])]?\s{0,8}$`,
  'u',
);
const BRACKETED_TIME = new RegExp(
  String.raw`^\s{0,8}(\S.{0,${LABEL_LENGTH}}?)\s{0,8}(?:\[(${CLOCK})${RANGE}\]|\((${CLOCK})${RANGE}\))\s{1,8}(?=\S)`,
  'u',
);
const TIME_ALONE = new RegExp(String.raw`^\s{0,8}[\[(]?${WHEN}[\])]?\s{0,8}$`, 'u');
/** `[SPEAKER_00] hi`, `<Agent> hi`: a label in brackets needs no colon. */
const BRACKETED_LABEL = /^\s{0,8}(?:\[([^[\]]{1,60})\]|<([^<>]{1,60})>)\s{1,8}(?=\S)/u;
/** Marks of writing direction, which exports of chats put around names: not part of any word. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Characters after the colon of an emoticon, a path or a name in code: `:)`, `:/`, `::`. */
const NO_LABEL_AFTER = new Set([')', '(', '/', '\\', '|', ':']);

export function readSpeakerLine(line: string): SpeakerLine | undefined {
  const head = readableHead(line);
  const bracketed = readBracketedLabel(head);
  // "[Agent] Listen: …": the colon is part of the words.
  if (bracketed !== undefined && isKnown(bracketed.label)) return bracketed;
  const leading = readLeadingTime(head);
  const labelFrom = leading?.[0]?.length ?? 0;
  const timed = leading === null && mayHaveTime(head) ? readBracketedTime(head) : undefined;
  const colon = readColonLine(head, labelFrom, leading);
  // "Agent [00:12] Listen: …", too.
  if (timed !== undefined && colon !== undefined && timed.wordsAt < colon.wordsAt && isNameLike(timed.label))
    return timed;
  const isInWords = bracketed !== undefined && colon !== undefined && !isNameLike(colon.label);
  if (isInWords && colon.wordsAt > bracketed.wordsAt) return bracketed;
  if (colon !== undefined) return colon;
  if (leading !== null) return readLeadingHeading(head, labelFrom, leading, line.length);
  return (mayHaveTime(head) ? readHeading(head, line.length) : undefined) ?? timed ?? bracketed;
}

function readLeadingTime(head: string): ReadonlyArray<string | undefined> | null {
  if (!mayHaveTime(head)) return null;
  const turned = CLOCK_AND_DAY.exec(head);
  return turned === null ? LEADING_TIME.exec(head) : [turned[0], turned[2], turned[1]];
}

/** A line marked only with a time in brackets: `[00:00:05] Hello`. */
export function readTimedLine(line: string): { wordsAt: number; startSeconds: number } | undefined {
  const head = readableHead(line);
  const match = /^\s{0,8}[[(]/.test(head) ? LEADING_TIME.exec(head) : null;
  const startSeconds = match?.[1] === undefined && match?.[2] !== undefined ? readTimecode(match[2]) : undefined;
  return match === null || startSeconds === undefined ? undefined : { wordsAt: match[0].length, startSeconds };
}

/** A line that begins with a date and a time, like every message of an exported chat. */
export function hasLeadingDate(line: string): boolean {
  return readLeadingTime(readableHead(line))?.[1] !== undefined;
}

export function hasLeadingTime(line: string): boolean {
  return readLeadingTime(readableHead(line)) !== null;
}

/** A line with only a time, below the name of the writer. */
export function readTimeAlone(line: string): Pick<SpeakerLine, 'startSeconds' | 'endSeconds' | 'hasTime'> | undefined {
  if (line.length > 60) return undefined;
  const match = TIME_ALONE.exec(readableHead(line));
  return match === null ? undefined : timesOf(match);
}

/** With the same length as the original, so that offsets stay valid. */
function readableHead(line: string): string {
  return line.slice(0, HEAD_LENGTH).replace(INVISIBLE, ' ');
}

function mayHaveTime(head: string): boolean {
  return /\d(?:[:.]\d\d|s\b)/.test(head);
}

function readColonLine(
  head: string,
  labelFrom: number,
  leading: ReadonlyArray<string | undefined> | null,
): SpeakerLine | undefined {
  const colon = closingColon(head, labelFrom);
  if (colon === undefined) return undefined;
  const rawLabel = head.slice(labelFrom, colon);
  const trailing = leading === null && mayHaveTime(rawLabel) ? TRAILING_TIME.exec(rawLabel) : null;
  const named = trailing === null ? rawLabel : rawLabel.slice(0, trailing.index);
  const label = cleanLabel(named);
  if (label === undefined) return undefined;
  // Bold labels close after the colon: "**Agent:** hi", "<b>Agent:</b> hi".
  const marks = /^(?:[*_]{1,3}|<\/[a-z]{1,10}>)?\s{0,80}/u.exec(head.slice(colon + 1));
  const wordsAt = colon + 1 + (marks === null ? 0 : marks[0].length);
  return { label, wordsAt, ...timesOf(leading ?? trailing), isHeading: false };
}

/** The colon that ends the label: not one inside a time, a ratio, an address or an emoticon. */
function closingColon(head: string, from: number): number | undefined {
  const limit = Math.min(head.length, from + LABEL_LENGTH + 30);
  for (let at = from; at < limit; at += 1) {
    const character = head[at];
    if (character === '：') return at;
    if (character !== ':') continue;
    const next = head[at + 1] ?? '';
    const isInsideTime = /\d/.test(head[at - 1] ?? '') && /\d/.test(next);
    if (isInsideTime) continue;
    return NO_LABEL_AFTER.has(next) ? undefined : at;
  }
  return undefined;
}

function readHeading(head: string, lineLength: number): SpeakerLine | undefined {
  const match = lineLength > HEAD_LENGTH ? null : HEADING.exec(head);
  const label = cleanLabel(match?.[1] ?? '');
  if (match === null || label === undefined) return undefined;
  const [, , date, clock, until] = match;
  const isSigned = date !== undefined || /\s—\s/u.test(match[0]);
  const times = timesOf([match[0], date, clock, until]);
  return { label, wordsAt: head.length, ...times, hasDate: false, isHeading: true, isSigned };
}

/** `[10:32 AM] Tom Becker`, as messages are copied from Teams: the words are on the lines below. */
function readLeadingHeading(
  head: string,
  labelFrom: number,
  leading: ReadonlyArray<string | undefined>,
  lineLength: number,
): SpeakerLine | undefined {
  const rest = head.slice(labelFrom);
  const label =
    lineLength > HEAD_LENGTH || /(?:[!?,;…]|(?<!\b\p{Lu})\.)\s{0,8}$/u.test(rest) ? undefined : cleanLabel(rest);
  if (label === undefined || !isNameLike(label) || label.includes(' | ')) return undefined;
  return {
    label,
    wordsAt: head.length,
    ...timesOf(leading),
    hasDate: false,
    isHeading: true,
    isSigned: true,
    needsBody: true,
  };
}

function readBracketedTime(head: string): SpeakerLine | undefined {
  const match = BRACKETED_TIME.exec(head);
  const label = cleanLabel(match?.[1] ?? '');
  if (match === null || label === undefined) return undefined;
  const times = [match[0], undefined, match[2] ?? match[4], match[3] ?? match[5]];
  // Prose has times in brackets too: here the time alone is not evidence of a speaker.
  return { label, wordsAt: match[0].length, ...timesOf(times), hasTime: false, isHeading: false };
}

function readBracketedLabel(head: string): SpeakerLine | undefined {
  const match = BRACKETED_LABEL.exec(head);
  const label = cleanLabel(match?.[1] ?? match?.[2] ?? '');
  if (match === null || label === undefined) return undefined;
  return { label, wordsAt: match[0].length, hasTime: false, hasDate: false, isHeading: false, isBracketed: true };
}

function timesOf(match: ReadonlyArray<string | undefined> | null): Pick<SpeakerLine, 'hasTime' | 'hasDate'> & {
  startSeconds?: number;
  endSeconds?: number;
} {
  if (match === null) return { hasTime: false, hasDate: false };
  // A time of day or a date is not a position in the recording: it marks a speaker, but cannot be used for measuring.
  const hasDate = match[1] !== undefined;
  const startSeconds = hasDate ? undefined : readTimecode(match[2] ?? '');
  const endSeconds = startSeconds === undefined ? undefined : readTimecode(match[3] ?? '');
  return {
    hasTime: true,
    hasDate,
    ...(startSeconds === undefined ? {} : { startSeconds }),
    ...(endSeconds === undefined ? {} : { endSeconds }),
  };
}
