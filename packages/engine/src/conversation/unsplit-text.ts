/** A text in which no speakers were found, although its lines look as if each had one: the run gets a warning, because the whole text then has no speaker. */
import { foldLabel } from './infer-side.ts';
import { isBlank, textLines } from './text-lines.ts';

const MOST_LINES = 500;
const MIN_LINES = 4;
/** Separators between a name and the words, and the cells of a table. */
const HEAD = /^\s{0,8}([^\s:;|>=\t–—][^:;|>=\t–—]{0,40}?)(?:\s{0,3}[:;|>=\t–—]|\s-\s)/u;
const SEPARATORS = [',', ';', '\t', '|'];
const HOW = 'Begin each turn with "Name: ", or send turns such as [{"speaker": "agent", "text": "…"}].';

export function warnOfUnsplit(text: string): string[] {
  const lines = textLines(text.slice(0, 200_000))
    .filter((line) => !isBlank(line))
    .slice(0, MOST_LINES)
    .map((line) => line.text);
  if (lines.length < MIN_LINES) return [];
  if (isTable(lines))
    return [
      'No speaker was found, although the text looks like a table: it was read as one turn without a speaker. Name its columns "speaker" and "text".',
    ];
  if (haveHeads(lines))
    return [
      `No speaker was found, although several lines begin the same way: the text was read as one turn without a speaker. ${HOW}`,
    ];
  return [];
}

/** Short names in the first line, and in every other line at least as many cells. */
function isTable([header = '', ...rows]: readonly string[]): boolean {
  return SEPARATORS.some((separator) => {
    const names = header.split(separator);
    const isHeader =
      names.length > 1 && names.every((name) => name.trim() !== '' && name.length <= 30 && !/[.!?]/.test(name));
    return isHeader && rows.every((row) => row.split(separator).length >= names.length);
  });
}

/** At least two beginnings are repeated, and half of the lines have one of them. */
function haveHeads(lines: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const head = foldLabel(HEAD.exec(line.slice(0, 80))?.[1] ?? '');
    if (head !== '') counts.set(head, (counts.get(head) ?? 0) + 1);
  }
  const again = [...counts.values()].filter((count) => count > 1);
  return again.length > 1 && again.reduce((sum, count) => sum + count, 0) * 2 >= lines.length;
}
