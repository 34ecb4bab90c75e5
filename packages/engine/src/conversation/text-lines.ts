/** The lines of a text with their offsets, with any line ending. */
export interface TextLine {
  text: string;
  start: number;
  /** Before the line's end mark. */
  end: number;
}

export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, index), start, end: index });
    start = index + mark.length;
  }
  lines.push({ text: text.slice(start), start, end: text.length });
  return lines;
}

export function isBlank(line: TextLine): boolean {
  return line.text.trim() === '';
}
