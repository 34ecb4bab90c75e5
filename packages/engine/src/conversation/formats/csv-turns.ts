/** A CSV of turns: a header with a column of texts and one of speakers, separated by commas, semicolons or tabs. */
import { expectText, inputFault } from '../expect-input.ts';
import { sideOfWord } from '../infer-side.ts';
import { readTimecode } from '../timecode.ts';
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
    const [, ...rows] = readRows(text, columns.separator);
    return joinParts(
      rows
        .filter((row) => row.length > 1)
        .map((row) => ({
          text: row[columns.text] ?? '',
          speaker: textOf(row[columns.speaker]),
          side: columns.side < 0 ? undefined : sideOfWord(row[columns.side] ?? ''),
          startSeconds: timeOf(row[columns.start]),
          endSeconds: timeOf(row[columns.end]),
        })),
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
    const [cells = []] = readRows(header, separator);
    const names = cells.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'));
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

/** RFC 4180: a cell in quotes may hold separators, line breaks and doubled quotes. */
function readRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else cell += character;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}
