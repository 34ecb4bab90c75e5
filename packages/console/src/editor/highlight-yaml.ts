/** YAML in coloured parts, line by line; good enough for the eye, the parser has the last word. */
export interface Part {
  text: string;
  kind: 'key' | 'text' | 'literal' | 'comment' | 'mark' | 'plain';
}

const LINE = /^(\s*)((?:- +|-$)*)(?:([\w."' -]+?)(:)(?=\s|$))?(.*)$/;
const VALUE =
  /("(?:[^"\\]|\\.)*"?|'[^']*'?)|((?:^|\s)#.*$)|([[\]{},|>]+)|(\b(?:true|false|null)\b|(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]))/g;

/** A line that ends like this begins a block of text (`>-` or `|`), which goes on as long as lines are indented further. */
const BLOCK = /(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*(?:\s#.*)?$/;

export function highlightYaml(lines: readonly string[]): Part[][] {
  let block: number | undefined;
  return lines.map((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    if (block !== undefined && (line.trim() === '' || indent.length > block)) return [{ text: line, kind: 'text' }];
    block = undefined;
    if (BLOCK.test(line) && !/^\s*#/.test(line)) {
      const [, , dashes = '', key] = LINE.exec(line) ?? [];
      block = key === undefined ? indent.length : indent.length + dashes.length;
    }
    return highlightLine(line);
  });
}

function highlightLine(line: string): Part[] {
  if (line.length > 2_000) return [{ text: line, kind: 'plain' }];
  if (/^\s*#/.test(line)) return [{ text: line, kind: 'comment' }];
  const [, indent = '', dashes = '', key, colon = '', rest = ''] = LINE.exec(line) ?? [];
  const parts: Part[] = [
    { text: indent, kind: 'plain' },
    { text: dashes, kind: 'mark' },
  ];
  if (key !== undefined) parts.push({ text: key, kind: 'key' }, { text: colon, kind: 'mark' });
  let at = 0;
  for (const match of rest.matchAll(VALUE)) {
    parts.push({ text: rest.slice(at, match.index), kind: 'plain' });
    const [whole, text, comment, mark] = match;
    const kind =
      text !== undefined ? 'text' : comment !== undefined ? 'comment' : mark !== undefined ? 'mark' : 'literal';
    parts.push({ text: whole, kind });
    at = match.index + whole.length;
  }
  parts.push({ text: rest.slice(at), kind: 'plain' });
  return parts.filter(({ text }) => text !== '');
}
