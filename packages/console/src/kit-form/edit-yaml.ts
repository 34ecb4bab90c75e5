/**
 * Changes a YAML text through its document: comments, order and quotes stay. The library writes lists and folded texts in its own way, so lines that
 * the change does not touch are taken from the text as it was, wherever the result still reads the same.
 */
import { type Document, parseDocument } from 'yaml';

export type YamlChange = (document: Document) => void;

export function editYaml(text: string, change: YamlChange): string {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return text;
  const before = write(document).split('\n');
  change(document);
  const written = write(document);
  const after = written.split('\n');
  const own = text.split('\n');
  const start = sharedLines(before, after);
  const end = sharedLines(before.slice(start).toReversed(), after.slice(start).toReversed());
  const wanted = JSON.stringify(document.toJS());
  // Texts that were folded have more lines of their own: some before the change, some after it.
  const folded = own.length - before.length;
  for (let more = 0; more <= Math.min(folded, MOST_FOLDED); more += 1) {
    const merged = [
      ...own.slice(0, start + more),
      ...after.slice(start, after.length - end),
      ...own.slice(own.length - end - (folded - more)),
    ].join('\n');
    if (reads(merged) === wanted) return merged;
  }
  return written;
}

/** Sets a value, or takes it away where it is empty. */
export function put(document: Document, path: readonly (string | number)[], value: unknown): void {
  if (value === '' || value === undefined) document.deleteIn(path);
  else document.setIn(path, value);
}

/** Each is a reading of the text. */
const MOST_FOLDED = 30;

const write = (document: Document) => document.toString({ lineWidth: 0 });

function reads(text: string): string | undefined {
  const document = parseDocument(text, { prettyErrors: false });
  return document.errors.length > 0 ? undefined : JSON.stringify(document.toJS());
}

/** How many lines two texts begin with alike. */
function sharedLines(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, index) => line !== other[index]);
  return first < 0 ? Math.min(one.length, other.length) : first;
}
