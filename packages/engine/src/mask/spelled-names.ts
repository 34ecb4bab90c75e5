/** Names that are spelled, letter by letter. */
import type { Identity } from './identity.ts';
import { ASKS_NAME } from './name-introductions.ts';
import type { ReadText } from './name-words.ts';
import { gapBefore, partOf } from './tokens.ts';

/** "P-E-N-H-A-L-E", "p e n h a l e". Letters alone are a name unless they are a code; three are enough when they spell a known one. */
export function spelledNames({ text, tokens }: ReadText, parts: ReadonlySet<string>, previous: string): Identity[] {
  const found: Identity[] = [];
  for (let at = 0; at < tokens.length; ) {
    let to = at;
    while (
      to < tokens.length &&
      /^\p{L}$/u.test(tokens[to]?.raw ?? '') &&
      (to === at || /^[\s,.–-]{1,3}$/.test(gapBefore(text, tokens, to)))
    )
      to += 1;
    const letters = tokens.slice(at, to).map(partOf).join('');
    const isName = letters.length >= 4 || (letters.length === 3 && (parts.has(letters) || ASKS_NAME.test(previous)));
    const isCode = /\d/.test(tokens[to]?.raw ?? '') || /\d/.test(tokens[at - 1]?.raw ?? '');
    if (isName && !isCode) {
      found.push({ start: tokens[at]?.start ?? 0, end: tokens[to - 1]?.end ?? 0, kind: 'person', normal: letters });
    }
    at = Math.max(to, at + 1);
  }
  return found;
}
