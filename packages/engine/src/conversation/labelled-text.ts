/**
 * `Speaker: text` lines, with or without times. Lines below a label that bear none belong to its turn.
 */
import type { Turn } from './conversation.ts';
import { inputFault } from './expect-input.ts';
import { foldLabel } from './infer-side.ts';
import { addTurn, trimSpan } from './join-turns.ts';
import { provenLabels } from './proven-labels.ts';
import { readSpeakerLine, readTimedLine, type SpeakerLine } from './speaker-line.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';

type MarkedLine = TextLine & { mark?: SpeakerLine; startSeconds?: number; wordsAt?: number };

/** The turns of a labelled text, or nothing when it is plain prose. */
export function findLabelledTurns(text: string): Turn[] | undefined {
  const lines = markLines(text, provenLabels);
  return lines.some(({ wordsAt }) => wordsAt !== undefined) ? turnsOfLines(text, lines) : undefined;
}

/** The user says that it is labelled: every well-formed label is one. */
export function readLabelledTurns(text: string, path: string): Turn[] {
  const lines = markLines(text, (candidates) => new Set(candidates.map(({ label }) => foldLabel(label))));
  if (!lines.some(({ mark }) => mark !== undefined)) throw inputFault(path, 'must have a line such as "Speaker: text"');
  return turnsOfLines(text, lines);
}

/** Whether any line says something beside whom it is by: true as soon as one does, whichever labels the whole text bears out. */
export function hasWords(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const found = text.slice(start).search(/[\n\r]/);
    const line = found < 0 ? text.slice(start) : text.slice(start, start + found);
    const label = readSpeakerLine(line)?.wordsAt ?? 0;
    const time = readTimedLine(line)?.wordsAt ?? 0;
    if (line.slice(Math.max(label, time)).trim() !== '') return true;
    start += line.length + 1;
  }
  return false;
}

function markLines(
  text: string,
  acceptedLabels: (candidates: SpeakerLine[], lineCount: number) => ReadonlySet<string>,
): MarkedLine[] {
  const lines = textLines(text);
  const read = lines.map((line) => readSpeakerLine(line.text));
  const candidates = read.filter((mark) => mark !== undefined);
  const filled = lines.filter((line) => !isBlank(line)).length;
  const accepted = acceptedLabels(candidates, filled);
  const timed = lines.map((line) => readTimedLine(line.text));
  // One bracketed time may be a quotation; two are a transcript.
  const areTimesMarks = timed.filter((mark) => mark !== undefined).length > 1;
  return lines.map((line, index): MarkedLine => {
    const mark = read[index];
    if (mark !== undefined && accepted.has(foldLabel(mark.label))) return { ...line, mark, wordsAt: mark.wordsAt };
    const time = areTimesMarks ? timed[index] : undefined;
    return time === undefined ? line : { ...line, ...time };
  });
}

/** A turn runs from its label to the next one; lines before the first label are a turn without a speaker. */
function turnsOfLines(text: string, lines: readonly MarkedLine[]): Turn[] {
  const turns: Turn[] = [];
  const starts = lines.filter((line) => line.wordsAt !== undefined);
  const first = starts[0]?.start ?? text.length;
  addTurn(turns, text, trimSpan(text, 0, first));
  for (const [index, line] of starts.entries()) {
    const from = line.start + (line.wordsAt ?? 0);
    const until = starts[index + 1]?.start ?? text.length;
    const mark = line.mark;
    addTurn(turns, text, {
      ...trimSpan(text, from, until),
      speaker: mark?.label,
      startSeconds: mark === undefined ? line.startSeconds : mark.startSeconds,
      endSeconds: mark?.endSeconds,
    });
  }
  return turns;
}
