/**
 * `Speaker: text` lines, with or without times. Lines without a label belong to the turn of the label above. A transcript whose line breaks
 * were lost is split at the labels inside its lines.
 */
import type { Turn } from './conversation.ts';
import { inputFault } from './expect-input.ts';
import { headerLines } from './header-fields.ts';
import { foldLabel } from './infer-side.ts';
import { findInlineMarks } from './inline-labels.ts';
import { addTurn, trimSpan } from './join-turns.ts';
import { kindOfLine, kindOfText } from './kind-rules.ts';
import { cleanLabel, isNameLike } from './label-shape.ts';
import { provenLabels } from './proven-labels.ts';
import { findSeparatedMarks } from './separated-labels.ts';
import {
  hasLeadingDate,
  hasLeadingTime,
  readSpeakerLine,
  readTimeAlone,
  readTimedLine,
  type SpeakerLine,
} from './speaker-line.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';
import type { TurnKind } from './turn-kinds.ts';
import type { TurnMark } from './turn-mark.ts';

/** WhatsApp marks its own texts, such as "image omitted", with a mark of writing direction. */
const OWN_WORDS = '\u200e';
/** Also below an edited message, if only the last version is exported. */
const EDITED =
  /[\s\u200e]{0,4}<(?:This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje|Ce message a été modifié|Esta mensagem foi editada|Questo messaggio è stato modificato)>$/u;

/** The turns of a labelled text, or nothing when it is plain prose. */
export function findLabelledTurns(text: string): Turn[] | undefined {
  const lineMarks = markLines(text, provenLabels);
  const inline = findInlineMarks(text, lineMarks);
  const found =
    inline.length === 0 ? lineMarks : [...lineMarks, ...inline].sort((left, right) => left.start - right.start);
  const marks = found.some(({ speaker }) => speaker !== undefined) ? found : withSeparated(text, found);
  if (marks.length === 0) return undefined;
  return turnsOfMarks(text, marks);
}

/** Labels without colons have the times of their lines themselves. */
function withSeparated(text: string, timed: readonly TurnMark[]): readonly TurnMark[] {
  const marks = findSeparatedMarks(text);
  return marks.length > 0 ? marks : timed;
}

/** The user states that it is labelled: every well-formed label is accepted. */
export function readLabelledTurns(text: string, path: string): Turn[] {
  const found = findLabelledTurns(text);
  const marks = markLines(text, (candidates) => new Set(candidates.map(({ label }) => foldLabel(label))));
  if (!marks.some(({ speaker }) => speaker !== undefined)) {
    if (found?.some(({ speaker }) => speaker !== undefined)) return found;
    throw inputFault(path, 'must have a line such as "Speaker: text"');
  }
  const turns = turnsOfMarks(text, marks);
  return found !== undefined && found.length > turns.length ? found : turns;
}

/** Whether any line contains more than a speaker: true as soon as one does, whichever labels the whole text confirms. */
export function hasWords(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const found = text.slice(start).search(/[\n\r]/);
    const line = found < 0 ? text.slice(start) : text.slice(start, start + found);
    if (isSpeech(line)) return true;
    start += line.length + 1;
  }
  return false;
}

/** With more labels in a row, the whole text is read. */
const MOST_LABELS = 20;

/** Whether words are left after labels and times are removed from its beginning. */
function isSpeech(line: string): boolean {
  let rest = line;
  for (let labels = 0; labels < MOST_LABELS; labels += 1) {
    const at = Math.max(readSpeakerLine(rest)?.wordsAt ?? 0, readTimedLine(rest)?.wordsAt ?? 0);
    if (at === 0) return rest.trim() !== '' && readTimeAlone(rest) === undefined;
    rest = rest.slice(at);
  }
  return false;
}

type Candidate = SpeakerLine & { isStacked?: boolean };

function markLines(
  text: string,
  acceptedLabels: (candidates: SpeakerLine[], lineCount: number) => ReadonlySet<string>,
): TurnMark[] {
  const lines = textLines(text);
  const header = headerLines(lines);
  const candidates = lines.map((_, index) => (index < header ? undefined : candidateAt(lines, index)));
  const found = candidates.filter((candidate) => candidate !== undefined);
  const filled =
    lines.filter((line) => !isBlank(line)).length - found.filter(({ isStacked }) => isStacked === true).length;
  const accepted = acceptedLabels(found, filled);
  const timed = lines.map((line) => readTimedLine(line.text));
  // One bracketed time may be a quotation; two indicate a transcript.
  const areTimesMarks = timed.filter((mark) => mark !== undefined).length > 1;
  const isChat = found.filter(({ hasDate, label }) => hasDate && accepted.has(foldLabel(label))).length > 1;
  let speaker: string | undefined;
  return lines.flatMap((line, index): TurnMark[] => {
    const candidate = candidates[index];
    const kind = accepted.size === 0 ? undefined : kindOfLine(line.text);
    if (kind !== 'note' && candidate !== undefined && accepted.has(foldLabel(candidate.label))) {
      const { label, wordsAt, startSeconds, endSeconds } = candidate;
      speaker = label;
      const above = candidate.hasTime ? undefined : timeAbove(lines[index - 1]);
      const mark = { start: line.start, wordsAt: line.start + wordsAt, speaker, startSeconds, endSeconds };
      return [{ ...mark, ...above }];
    }
    if (kind !== undefined) return asideMarks(line, kind, speaker);
    if (isChat && hasLeadingDate(line.text)) return [{ start: line.start, wordsAt: line.start, kind: 'system' }];
    const time = areTimesMarks ? timed[index] : undefined;
    if (time === undefined) return [];
    return [{ start: line.start, wordsAt: line.start + time.wordsAt, startSeconds: time.startSeconds }];
  });
}

/** A line with only a time belongs to the label on the next line. */
function timeAbove(line: TextLine | undefined): Pick<TurnMark, 'start' | 'startSeconds' | 'endSeconds'> | undefined {
  const time = line === undefined ? undefined : readTimeAlone(line.text);
  if (line === undefined || time === undefined) return undefined;
  return { start: line.start, startSeconds: time.startSeconds, endSeconds: time.endSeconds };
}

/** A line without speech between the words of one turn: the speaker continues below it. Text after a note is treated as part of the note. */
function asideMarks({ start, end }: TextLine, kind: TurnKind, speaker: string | undefined): TurnMark[] {
  if (kind === 'note') return [{ start, wordsAt: start, kind }];
  return [
    { start, wordsAt: start, wordsEnd: end, kind },
    { start: end, wordsAt: end, speaker },
  ];
}

function candidateAt(lines: readonly TextLine[], index: number): Candidate | undefined {
  const line = lines[index];
  if (line === undefined || isBlank(line)) return undefined;
  const below = lines[index + 1];
  const body = lines[index + 2];
  const hasWordsBelow = body !== undefined && !isBlank(body) && !isNamed(readSpeakerLine(body.text));
  const stacked = below === undefined || !hasWordsBelow ? undefined : stackedHeading(line, below);
  if (stacked !== undefined) return stacked;
  const mark = readSpeakerLine(line.text);
  if (mark === undefined) return undefined;
  const hasBody = below !== undefined && !isBlank(below) && !hasLeadingTime(below.text);
  return mark.needsBody === true && !hasBody ? undefined : mark;
}

function isNamed(line: SpeakerLine | undefined): boolean {
  return line !== undefined && isNameLike(line.label);
}

/** A name, below it a line with only a time, and then the words: the format of messages copied from a chat window. */
function stackedHeading(line: TextLine, below: TextLine): Candidate | undefined {
  const time = readTimeAlone(below.text);
  const label = time === undefined || line.text.includes(':') ? undefined : cleanLabel(line.text);
  if (time === undefined || label === undefined || !isNameLike(label) || /(?:[!?]|(?<!\b\p{Lu})\.)$/u.test(label))
    return undefined;
  return {
    label,
    wordsAt: below.end - line.start,
    ...time,
    hasDate: false,
    isHeading: true,
    isSigned: true,
    isStacked: true,
  };
}

/** A turn runs from its label to the next one; lines before the first label are a turn without a speaker. */
function turnsOfMarks(text: string, marks: readonly TurnMark[]): Turn[] {
  const turns: Turn[] = [];
  addTurn(turns, text, trimSpan(text, 0, marks[0]?.start ?? text.length));
  for (const [index, mark] of marks.entries()) {
    const { wordsAt, wordsEnd, speaker, startSeconds, endSeconds } = mark;
    const span = trimSpan(text, wordsAt, wordsEnd ?? marks[index + 1]?.start ?? text.length);
    const slice = text.slice(Math.max(span.start, span.end - LONGEST_MARK), span.end);
    const edited = EDITED.exec(slice)?.[0].length ?? 0;
    const kind = mark.kind ?? ownKind(text, wordsAt, span);
    const said = { speaker, startSeconds, endSeconds, kind, isEdited: edited > 0 };
    addTurn(turns, text, { ...span, end: span.end - edited, ...said });
  }
  return turns;
}

const LONGEST_MARK = 80;

/** Texts of a chat program in a person's name: an image, a deleted message, a missed call. */
function ownKind(text: string, wordsAt: number, { start, end }: { start: number; end: number }): TurnKind | undefined {
  const head = text.slice(wordsAt, Math.min(start + 1, wordsAt + 8));
  const isOwn = text[wordsAt - 1] === OWN_WORDS || head.includes(OWN_WORDS);
  return isOwn ? kindOfText(`${OWN_WORDS}${text.slice(start, Math.min(end, start + 140))}`) : undefined;
}
