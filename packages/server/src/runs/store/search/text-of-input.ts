/** The texts of an input, whatever its shape: all strings in it, but not the names of its fields. */
import { storableText } from '../../../core/storable-text.ts';

/** Text after this limit cannot be found. PostgreSQL stores at most a megabyte of words per row; short words joined by hyphens take most. */
const LONGEST = 100_000;

export function textOfInput(input: string): string {
  const texts: string[] = [];
  let length = 0;
  const open: unknown[] = [JSON.parse(input)];
  while (open.length > 0 && length < LONGEST) {
    const value = open.pop();
    if (typeof value === 'string') {
      const text = storableText(value.slice(0, LONGEST - length));
      texts.push(text);
      length += text.length + 1;
    } else if (typeof value === 'object' && value !== null) {
      // In their original order, because a phrase is found by the order of its words.
      for (const item of Object.values(value).reverse()) open.push(item);
    }
  }
  return texts.join('\n');
}
