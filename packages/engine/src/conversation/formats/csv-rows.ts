/** Rows of a CSV file by RFC 4180: a cell in quotes may hold separators, line breaks and doubled quotes. A quote that does not fit is a fault with its line. */
import { inputFault } from '../expect-input.ts';

export interface CsvRow {
  cells: string[];
  /** The line on which the row begins, counted from 1. */
  line: number;
}

export function readCsvRows(text: string, separator: string, path: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { cells: [], line: 1 };
  let line = 1;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at <= text.length; ) {
    const cell = text.charAt(at) === '"' ? quotedCell(text, at, path, line) : plainCell(text, at, separator);
    row.cells.push(cell.text);
    line += cell.lines;
    at = cell.end;
    if (text.charAt(at) === separator) {
      at += 1;
      continue;
    }
    rows.push(row);
    if (at >= text.length) break;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (text.charAt(at - 1) !== '\n') throw brokenQuote(path, line);
    line += 1;
    row = { cells: [], line };
    if (at >= text.length) break;
  }
  return rows;
}

interface Cell {
  text: string;
  end: number;
  /** Line breaks inside of it. */
  lines: number;
}

function plainCell(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text.charAt(end) !== separator && text.charAt(end) !== '\n') end += 1;
  const isBreak = text.charAt(end) === '\n' && end > from && text.charAt(end - 1) === '\r';
  return { text: text.slice(from, isBreak ? end - 1 : end), end: isBreak ? end - 1 : end, lines: 0 };
}

function quotedCell(text: string, from: number, path: string, line: number): Cell {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  if (end < 0)
    throw inputFault(
      path,
      `has a quote on line ${line} that is never closed: close it, or double it ("") if it belongs to the text`,
    );
  const inside = text.slice(from + 1, end);
  return { text: inside.replaceAll('""', '"'), end: end + 1, lines: inside.split('\n').length - 1 };
}

function brokenQuote(path: string, line: number): Error {
  return inputFault(
    path,
    `has words after a closing quote on line ${line}: double the quotes ("") that belong to the text`,
  );
}
