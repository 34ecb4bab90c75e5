/** Breaks prose at spaces so that no line is longer than a page's 120 characters; `indent` is for all lines but the first. */
export function wrapLines(text: string, indent = ''): string {
  return wrapText(text, 120, indent).join('\n');
}

export function wrapText(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
