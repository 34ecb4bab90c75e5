/** A CSV of turns: a header with a column of texts and one of speakers, separated by commas, semicolons, tabs or bars. */
import { columnName, END_COLUMNS, SPEAKER_COLUMNS, START_COLUMNS, TEXT_COLUMNS } from '../column-names.ts';
import type { Side } from '../conversation.ts';
import { expectOrder, expectText, inputFault } from '../expect-input.ts';
import { foldLabel, sideOfWord } from '../infer-side.ts';
import { readTimecode } from '../timecode.ts';
import { kindOf } from '../turn-kinds.ts';
import { readCsvRows } from './csv-rows.ts';
import { joinParts, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

/** An incoming message is the customer's, if a table has both directions; a call has only one. */
const DIRECTIONS: Readonly<Record<string, Side>> = {
  inbound: 'customer',
  incoming: 'customer',
  in: 'customer',
  received: 'customer',
  outbound: 'agent',
  outgoing: 'agent',
  out: 'agent',
  sent: 'agent',
};

export const csvTurns: VendorFormat = {
  marks: [],
  is: (value) => typeof value === 'string' && columnsOf(value) !== undefined,
  read(value, path) {
    const text = expectText(value, path);
    const columns = columnsOf(text);
    if (columns === undefined) throw inputFault(path, 'must have a header with the columns "speaker" and "text"');
    const [, ...rows] = readCsvRows(text, columns.separator, path);
    const directionOf = (cells: readonly string[]) => DIRECTIONS[foldLabel(cells[columns.direction] ?? '')];
    const hasBoth = new Set(rows.flatMap(({ cells }) => directionOf(cells) ?? [])).size === 2;
    return joinParts(
      rows
        .filter(({ cells }) => cells.length > 1)
        .map(({ cells, line }) => {
          const times = { startSeconds: timeOf(cells[columns.start]), endSeconds: timeOf(cells[columns.end]) };
          expectOrder(times, `${path}, line ${line},`);
          return {
            text: cells[columns.text] ?? '',
            speaker: textOf(cells[columns.speaker]),
            side: columns.side >= 0 ? sideOfWord(cells[columns.side] ?? '') : hasBoth ? directionOf(cells) : undefined,
            kind: kindOf(cells[columns.kind]),
            ...times,
          };
        }),
    );
  },
};

interface Columns {
  separator: string;
  text: number;
  speaker: number;
  side: number;
  direction: number;
  kind: number;
  start: number;
  end: number;
}

/** A row that begins with a bar, or a rule below the header. */
const IS_MARKDOWN = /^(?:\uFEFF?\s{0,8}\||[^\r\n]{1,2000}\r?\n[\s|:-]{3,200}\r?\n)/;

function columnsOf(text: string): Columns | undefined {
  const header = /^\uFEFF?([^\r\n]{1,2000})\r?\n/.exec(text)?.[1];
  if (header === undefined) return undefined;
  for (const separator of [',', ';', '\t', '|']) {
    if (!header.includes(separator) || (separator === '|' && IS_MARKDOWN.test(text.slice(0, 4_000)))) continue;
    // A quote that is open at the end of the line is reported when the rows are read.
    const names = header.replaceAll('"', '').split(separator).map(columnName);
    const indexOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
    const columns = {
      separator,
      text: indexOf(TEXT_COLUMNS),
      speaker: indexOf(SPEAKER_COLUMNS),
      side: indexOf(['side']),
      direction: indexOf(['direction']),
      kind: indexOf(['kind']),
      start: indexOf(START_COLUMNS),
      end: indexOf(END_COLUMNS),
    };
    if (columns.speaker < 0) columns.speaker = columns.direction;
    if (columns.text >= 0 && columns.speaker >= 0) return columns;
  }
  return undefined;
}

function timeOf(cell: string | undefined): number | undefined {
  const text = cell?.trim() ?? '';
  if (text === '') return undefined;
  return /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? secondsOf(text) : readTimecode(text);
}
