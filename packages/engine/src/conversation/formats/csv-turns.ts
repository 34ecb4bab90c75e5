/** A CSV of turns: a header with a column of texts and one of speakers, separated by commas, semicolons or tabs. */
import { expectOrder, expectText, inputFault } from '../expect-input.ts';
import { sideOfWord } from '../infer-side.ts';
import { readTimecode } from '../timecode.ts';
import { readCsvRows } from './csv-rows.ts';
import { joinParts, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

const TEXT_COLUMNS = ['text', 'message', 'utterance', 'content', 'body', 'transcript', 'sentence', 'words'];
const SPEAKER_COLUMNS = [
  'speaker',
  'speaker_name',
  'role',
  'author',
  'sender',
  'from',
  'name',
  'participant',
  'channel',
];
const START_COLUMNS = ['start', 'start_time', 'start_seconds', 'begin', 'offset', 'time', 'timestamp'];
const END_COLUMNS = ['end', 'end_time', 'end_seconds'];

export const csvTurns: VendorFormat = {
  marks: [],
  is: (value) => typeof value === 'string' && columnsOf(value) !== undefined,
  read(value, path) {
    const text = expectText(value, path);
    const columns = columnsOf(text);
    if (columns === undefined) throw inputFault(path, 'must have a header with the columns "speaker" and "text"');
    const [, ...rows] = readCsvRows(text, columns.separator, path);
    return joinParts(
      rows
        .filter(({ cells }) => cells.length > 1)
        .map(({ cells, line }) => {
          const times = { startSeconds: timeOf(cells[columns.start]), endSeconds: timeOf(cells[columns.end]) };
          expectOrder(times, `${path}, line ${line},`);
          return {
            text: cells[columns.text] ?? '',
            speaker: textOf(cells[columns.speaker]),
            side: columns.side < 0 ? undefined : sideOfWord(cells[columns.side] ?? ''),
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
  start: number;
  end: number;
}

function columnsOf(text: string): Columns | undefined {
  const header = /^\uFEFF?([^\r\n]{1,2000})\r?\n/.exec(text)?.[1];
  if (header === undefined) return undefined;
  for (const separator of [',', ';', '\t']) {
    if (!header.includes(separator)) continue;
    // A quote that is open at the end of the line is reported when the rows are read.
    const names = header
      .replaceAll('"', '')
      .split(separator)
      .map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'));
    const indexOf = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
    const columns = {
      separator,
      text: indexOf(TEXT_COLUMNS),
      speaker: indexOf(SPEAKER_COLUMNS),
      side: indexOf(['side']),
      start: indexOf(START_COLUMNS),
      end: indexOf(END_COLUMNS),
    };
    if (columns.text >= 0 && columns.speaker >= 0) return columns;
  }
  return undefined;
}

function timeOf(cell: string | undefined): number | undefined {
  const text = cell?.trim() ?? '';
  if (text === '') return undefined;
  return /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? secondsOf(text) : readTimecode(text);
}
