/** Rows of a CSV by RFC 4180, in one pass. A quote that is never closed ends with the file. */

export function readCsv(text: string): { separator: string; rows: string[][] } {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell: string;
    if (text.charAt(at) === '"') [cell, at] = quotedCell(text, at);
    else {
      const end = endOfCell(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text.charAt(at) === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    while (at < text.length && text.charAt(at) !== '\n') at += 1;
    at += 1;
    if (row.some((each) => each.trim() !== '')) rows.push(row.map((each) => each.replace(/\r$/, '')));
    row = [];
  }
  return { separator, rows };
}

/** The one that the header has most of. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const header = text.slice(0, end < 0 ? undefined : end);
  const counts = [',', ';', '\t', '|'].map((each) => [each, header.split(each).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text.charAt(end) !== separator && text.charAt(end) !== '\n') end += 1;
  return end;
}

function quotedCell(text: string, from: number): [string, number] {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  const close = end < 0 ? text.length : end;
  return [text.slice(from + 1, close).replaceAll('""', '"'), close + 1];
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}
