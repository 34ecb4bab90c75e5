/**
 * WebVTT and SRT: cues of a time line and the lines below it. Every cue is its own turn (or several, where it names
 * several speakers), because a turn must be one slice of the text and time lines come between the cues.
 */
import type { Turn } from './conversation.ts';
import { inputFault } from './expect-input.ts';
import { foldLabel } from './infer-side.ts';
import { addTurn, trimSpan } from './join-turns.ts';
import { provenLabels } from './proven-labels.ts';
import { readSpeakerLine } from './speaker-line.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';
import { readTimecode, TIMECODE } from './timecode.ts';

const CUE_TIMES = new RegExp(String.raw`^\s{0,8}(${TIMECODE})\s{0,8}-->\s{0,8}(${TIMECODE})(?:\s|$)`);
/** `<v Bob>`, `<v.loud Bob>`, `</v>`: a voice tag begins or ends a speaker's words. */
const VOICE = /<v(?:\.[^\s<>]{1,80})?[ \t]{1,8}([^<>]{1,200})>|<\/v>/gu;

interface Cue {
  startSeconds: number | undefined;
  endSeconds: number | undefined;
  lines: TextLine[];
}

export function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:\s|$)/.test(text);
}

export function isSrt(text: string): boolean {
  const head = text.slice(0, 2_000);
  if (!head.includes('-->')) return false; // Most texts do not match: avoids splitting them into lines.
  const [first, second] = textLines(head).filter((line) => !isBlank(line));
  if (first === undefined) return false;
  return (
    (/\d\s*$/.test(first.text) && CUE_TIMES.test(first.text)) ||
    (/^\uFEFF?\s*\d+\s*$/.test(first.text) && CUE_TIMES.test(second?.text ?? ''))
  );
}

export function readTimedText(text: string, path: string): Turn[] {
  const cues = readCues(text);
  if (cues.length === 0) throw inputFault(path, 'must have a cue such as "00:00:01.000 --> 00:00:04.000"');
  const labels = cueLabels(cues);
  const turns: Turn[] = [];
  for (const cue of cues) addCueTurns(turns, text, cue, labels);
  return turns;
}

/** A cue extends to the next blank line; NOTE, STYLE, REGION and cue numbers never contain a time line, so they are skipped. */
function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let open: Cue | undefined;
  for (const line of textLines(text)) {
    const times = CUE_TIMES.exec(line.text);
    if (times !== null) {
      // A cue number directly below a cue (no blank line between) belongs to the cue that follows.
      if (open !== undefined && /^\s*\d+\s*$/.test(open.lines.at(-1)?.text ?? '')) open.lines.pop();
      open = { startSeconds: readTimecode(times[1] ?? ''), endSeconds: readTimecode(times[2] ?? ''), lines: [] };
      cues.push(open);
    } else if (isBlank(line)) open = undefined;
    else open?.lines.push(line);
  }
  return cues;
}

function cueLabels(cues: readonly Cue[]): ReadonlySet<string> {
  const lines = cues.flatMap((cue) => cue.lines);
  const marks = lines.flatMap((line) => readSpeakerLine(line.text) ?? []);
  return provenLabels(
    marks.filter((mark) => !mark.isHeading),
    cues.length,
  );
}

function addCueTurns(turns: Turn[], text: string, cue: Cue, labels: ReadonlySet<string>): void {
  const first = cue.lines[0];
  const last = cue.lines.at(-1);
  if (first === undefined || last === undefined) return;
  const times = { startSeconds: cue.startSeconds, endSeconds: cue.endSeconds };
  const pieces = text.slice(first.start, last.end).includes('<v')
    ? voicePieces(text, first.start, last.end)
    : labelPieces(cue.lines, labels, first.start, last.end);
  for (const piece of pieces) {
    addTurn(turns, text, { ...trimTags(text, piece.start, piece.end), speaker: piece.speaker, ...times });
  }
}

interface Piece {
  start: number;
  end: number;
  speaker: string | undefined;
}

function voicePieces(text: string, from: number, until: number): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece = { start: from, end: until, speaker: undefined };
  for (const tag of text.slice(from, until).matchAll(VOICE)) {
    pieces.push({ ...open, end: from + tag.index });
    open = { start: from + tag.index + tag[0].length, end: until, speaker: tag[1]?.trim() };
  }
  return [...pieces, open];
}

function labelPieces(lines: readonly TextLine[], labels: ReadonlySet<string>, from: number, until: number): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece = { start: from, end: until, speaker: undefined };
  for (const line of lines) {
    const mark = readSpeakerLine(line.text);
    if (mark === undefined || !labels.has(foldLabel(mark.label))) continue;
    pieces.push({ ...open, end: line.start });
    open = { start: line.start + mark.wordsAt, end: until, speaker: mark.label };
  }
  return [...pieces, open];
}

/** Tags at both ends (`<i>…</i>`) are removed; inside the slice they stay, because a turn is verbatim. */
function trimTags(text: string, from: number, until: number): { start: number; end: number } {
  let span = trimSpan(text, from, until);
  for (let round = 0; round < 8; round += 1) {
    const slice = text.slice(span.start, span.end);
    const head = /^<[^<>]{1,80}>/.exec(slice)?.[0].length ?? 0;
    const tail = /<\/[^<>]{1,80}>$/.exec(slice.slice(-90))?.[0].length ?? 0;
    if (head + tail === 0) break;
    span = trimSpan(text, span.start + head, Math.max(span.start + head, span.end - tail));
  }
  return span;
}
