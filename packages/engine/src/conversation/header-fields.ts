/** The fields above a transcript: `Call ID: 4711`, `Agent: Dana Miller`, closed by a blank line. A role among them names a participant and is not speech. */
import { foldLabel } from './infer-side.ts';
import { isHeadingWord } from './label-shape.ts';
import { isBlank, type TextLine } from './text-lines.ts';

const FIELD = /^\s{0,8}[*_#>-]{0,3}\s{0,3}(\p{L}[\p{L}\p{N} _/()-]{0,40}?)\s{0,3}:[*_]{0,3}(?:\s{1,20}(\S.{0,60}))?$/u;
const MOST_FIELDS = 40;
const VALUE_WORDS = 6;

/** How many lines of a text are such a header; 0 if it has none. */
export function headerLines(lines: readonly TextLine[]): number {
  const first = lines.findIndex((line) => !isBlank(line));
  let fields = 0;
  let headings = 0;
  for (let index = Math.max(0, first); index < lines.length && fields <= MOST_FIELDS; index += 1) {
    const line = lines[index];
    if (line === undefined || isBlank(line)) return headings > 0 && fields > 1 ? index : 0;
    const [, name = '', value = ''] = line.text.length > 120 ? [] : (FIELD.exec(line.text) ?? []);
    // Speech ends like a sentence.
    if (name === '' || value.split(/\s+/u).length > VALUE_WORDS || /[.!?…]\s{0,8}$/u.test(value)) return 0;
    fields += 1;
    if (isHeadingWord(foldLabel(name))) headings += 1;
  }
  return 0;
}
