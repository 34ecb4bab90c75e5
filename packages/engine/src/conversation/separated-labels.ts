/**
 * Speakers that no colon follows: `Agent - hi`, `Agent — hi`, `Agent<TAB>hi`, `Agent | hi`, `Agent > hi`, `**Agent** hi`, `(Agent) hi`, a
 * picture of somebody before the words, a name on its own line above the words, or the rows of a table in Markdown. Used only if a text has
 * no other labels. Dashes and short lines are common in prose, so at least two speakers must be known words (`Agent`, `Speaker 1`) or
 * repeated names with others in between.
 */
import { foldLabel } from './infer-side.ts';
import { isKnown } from './known-label.ts';
import { cleanLabel, isBareNumber, isHeadingWord, isNameLike } from './label-shape.ts';
import { findTableMarks } from './table-rows.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';
import { readTimecode, TIMECODE } from './timecode.ts';
import type { TurnMark } from './turn-mark.ts';

const STAMP = String.raw`[\[(]?(${TIMECODE})[\])]?`;
const TIME = String.raw`^\s{0,8}(?:${STAMP}(?:\s{0,3}[|–—-]\s{1,3}|[\t ]{1,8}))?`;
/** Groups: 1 a time before the label, 2 the label, 3 a time between two separators. */
const before = (label: string, separator: string) =>
  new RegExp(
    String.raw`${TIME}((?!\s)(?:${label})(?:${label}){0,58}?)${separator}(?:${STAMP}${separator})?(?=\S)`,
    'u',
  );
const TABBED = before(String.raw`[^\t]`, String.raw` {0,3}\t{1,4}`);
const DASHED = before(String.raw`[^\t\-–—]|(?<=\S)-(?=\S)`, String.raw`(?:\s{1,3}[-–—]{1,2}\s{1,3}|—)`);
const BARRED = before('[^|]', String.raw`\s{1,3}\|\s{1,3}`);
const ARROWED = before('[^>→»⇒=]', String.raw`\s{1,3}(?:>{1,3}|[-=]>|[→»⇒=]|::)\s{1,3}`);
const BOLD = /^\s{0,8}()(?:\*\*|__)(\S.{0,58}?)(?:\*\*|__)\s{1,3}(?=\S)/u;
const BRACKETED = /^\s{0,8}()[[(<](\S.{0,58}?)[\])>]\s{1,3}(?=\S)/u;
/** Pictures of people, machines and telephones; others mark the items of a list. */
const FIGURE = String.raw`[\u{1f464}-\u{1f47c}\u{1f481}\u{1f482}\u{1f486}\u{1f574}\u{1f575}\u{1f5e3}\u{1f645}-\u{1f647}\u{1f64b}\u{1f64d}\u{1f64e}\u{1f916}\u{1f935}-\u{1f937}\u{1f9b8}-\u{1f9dd}\u{1f3a7}\u{1f4de}\u{1f4f1}\u{260e}]`;
const PICTURED = new RegExp(
  String.raw`${TIME}(${FIGURE}[\u{1f3fb}-\u{1f3ff}\ufe0f]{0,2}(?:\u200d\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]{0,2}){0,3})\s{0,3}[:–—-]?\s{0,3}(?=[^\s:])`,
  'u',
);
const ALONE_LENGTH = 60;

type Label = TurnMark & { speaker: string; isAlone?: boolean; isApart?: boolean };

export function findSeparatedMarks(text: string): TurnMark[] {
  const lines = textLines(text);
  const filled = lines.filter((line) => !isBlank(line)).length;
  const table = findTableMarks(lines);
  if (table.length > 0) return table;
  for (const pattern of [TABBED, BARRED, ARROWED, BOLD, BRACKETED, DASHED]) {
    const marks = proven(lines.flatMap((line) => labelBefore(pattern, line) ?? []));
    if (marks.length * 2 >= filled && !isRepeated(text, marks)) return marks;
  }
  const pictured = proven(lines.flatMap((line) => pictureBefore(line) ?? []));
  if (pictured.length * 2 >= filled) return pictured;
  return namesAbove(lines, filled);
}

/** "Agent - Dana" repeated above the words is a label whose dash belongs to it. */
function isRepeated(text: string, marks: readonly TurnMark[]): boolean {
  const lines = new Set(marks.map(({ start, wordsAt }) => text.slice(start, wordsAt + 60).split(/[\n\r]/)[0]));
  return lines.size * 2 <= marks.length;
}

/** Names on separate lines: separated from the text above, or on every second line or paragraph. */
function namesAbove(lines: readonly TextLine[], filled: number): TurnMark[] {
  const labels = lines.flatMap((_, index) => labelAlone(lines, index) ?? []);
  const apart = proven(labels);
  if (apart.length > 0) return apart;
  const everySecond = proven(labels.map((label) => ({ ...label, isAlone: false })));
  const begins = (mark: TurnMark | undefined) => mark?.start === lines.find((line) => !isBlank(line))?.start;
  if (everySecond.length * 2 >= filled && begins(everySecond[0])) return everySecond;
  const spaced = proven(lines.flatMap((_, index) => labelAlone(lines, index, true) ?? []));
  const paragraphs = lines.filter((line, index) => !isBlank(line) && isBlankAt(lines, index - 1)).length;
  return spaced.length * 2 >= paragraphs && begins(spaced[0]) ? spaced : [];
}

function isBlankAt(lines: readonly TextLine[], index: number): boolean {
  const line = lines[index];
  return line === undefined || isBlank(line);
}

function labelBefore(pattern: RegExp, line: TextLine): Label | undefined {
  const match = pattern.exec(line.text.slice(0, 120));
  const speaker = labelIn(match?.[2] ?? '');
  if (match === null || speaker === undefined) return undefined;
  const startSeconds = readTimecode(match[1] ?? match[3] ?? '');
  return { start: line.start, wordsAt: line.start + match[0].length, speaker, startSeconds };
}

function pictureBefore(line: TextLine): Label | undefined {
  const match = PICTURED.exec(line.text.slice(0, 120));
  const speaker = match?.[2];
  if (match === null || speaker === undefined) return undefined;
  const startSeconds = match[1] === undefined ? undefined : readTimecode(match[1]);
  return { start: line.start, wordsAt: line.start + match[0].length, speaker, startSeconds };
}

/** A line with only a name, with words on the next line, or below a blank line. */
function labelAlone(lines: readonly TextLine[], index: number, isSpaced = false): Label | undefined {
  const [line, below] = [lines[index], lines[isSpaced ? index + 2 : index + 1]];
  if (line === undefined || line.text.length > ALONE_LENGTH || below === undefined || isBlank(below)) return undefined;
  const isApart = isBlankAt(lines, index - 1);
  if (isSpaced && !(isApart && isBlankAt(lines, index + 1))) return undefined;
  const speaker = /(?:[!?,;:…]|(?<!\b\p{Lu})\.)\s{0,8}$/u.test(line.text) ? undefined : labelIn(line.text);
  if (speaker === undefined || isKnown(below.text.trim().slice(0, ALONE_LENGTH))) return undefined;
  return { start: line.start, wordsAt: line.end, speaker, isAlone: true, isApart };
}

function labelIn(raw: string): string | undefined {
  const label = cleanLabel(raw);
  if (label === undefined || isBareNumber(label) || !isNameLike(label)) return undefined;
  return isHeadingWord(foldLabel(label)) ? undefined : label;
}

function proven(labels: readonly Label[]): TurnMark[] {
  const seen = new Map<string, { count: number; returns: number; isApart: boolean }>();
  let last: string | undefined;
  for (const { speaker, isAlone = false, isApart = true } of labels) {
    const folded = foldLabel(speaker);
    const { count, returns, isApart: wasApart } = seen.get(folded) ?? { count: 0, returns: 0, isApart: true };
    // "Yes" on a separate line is repeated too: only capitals or a blank line above indicate a name.
    const isNamed = !isAlone || isApart || !/\p{Ll}/u.test(speaker);
    const isReturn = count > 0 && last !== folded;
    seen.set(folded, { count: count + 1, returns: returns + Number(isReturn), isApart: wasApart && isNamed });
    last = folded;
  }
  const accepted = [...seen].filter(
    ([label, { count, returns, isApart }]) => isKnown(label) || (count > 1 && returns > 0 && isApart),
  );
  const names = new Set(accepted.map(([label]) => label));
  return names.size < 2 ? [] : labels.filter(({ speaker }) => names.has(foldLabel(speaker)));
}
