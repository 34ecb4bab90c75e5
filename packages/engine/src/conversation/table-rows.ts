/** The rows of a table in Markdown, with a column of speakers and one of texts. */
import { columnName, SPEAKER_COLUMNS, START_COLUMNS, TEXT_COLUMNS } from './column-names.ts';
import { cleanLabel } from './label-shape.ts';
import type { TextLine } from './text-lines.ts';
import { readTimecode } from './timecode.ts';
import type { TurnMark } from './turn-mark.ts';

const RULE = /^\s{0,8}\|?(?:\s{0,8}:?-{1,200}:?\s{0,8}\|){1,40}(?:\s{0,8}:?-{1,200}:?\s{0,8})?$/;

interface Cell {
  text: string;
  start: number;
  end: number;
}

export function findTableMarks(lines: readonly TextLine[]): TurnMark[] {
  const rule = lines.findIndex(({ text }) => text.length < 2_000 && RULE.test(text));
  const header = rule < 1 ? undefined : lines[rule - 1];
  if (header === undefined) return [];
  const names = cellsOf(header).map(({ text }) => columnName(text));
  const indexOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const [speaker, words, time] = [indexOf(SPEAKER_COLUMNS), indexOf(TEXT_COLUMNS), indexOf(START_COLUMNS)];
  if (speaker < 0 || words < 0) return [];
  // The header is not speech.
  const top: TurnMark = { start: header.start, wordsAt: header.start, wordsEnd: header.start };
  const rows = lines.slice(rule + 1).flatMap((line): TurnMark[] => {
    const cells = cellsOf(line);
    const label = cleanLabel(cells[speaker]?.text ?? '');
    const said = cells[words];
    if (!line.text.includes('|') || label === undefined || said === undefined || said.text === '') return [];
    const startSeconds = readTimecode(cells[time]?.text ?? '');
    return [{ start: line.start, wordsAt: said.start, wordsEnd: said.end, speaker: label, startSeconds }];
  });
  return rows.length === 0 ? [] : [top, ...rows];
}

/** Between bars that are not escaped with a backslash; bars at both ends are optional. */
function cellsOf({ text, start }: TextLine): Cell[] {
  const cells: Cell[] = [];
  let from = /^\s*\|/.exec(text)?.[0].length ?? 0;
  for (let at = from; at <= text.length; at += 1) {
    if (at < text.length && (text[at] !== '|' || text[at - 1] === '\\')) continue;
    const raw = text.slice(from, at);
    const lead = raw.length - raw.trimStart().length;
    const inner = raw.trim();
    cells.push({ text: inner, start: start + from + lead, end: start + from + lead + inner.length });
    from = at + 1;
  }
  return cells;
}
