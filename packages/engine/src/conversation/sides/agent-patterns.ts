/** Names and mail addresses with `*` for any characters: `*@acme.com`, `Acme *`. Case does not matter. */
import { foldLabel } from '../infer-side.ts';

export function matchesName(pattern: string, name: string): boolean {
  const parts = foldLabel(pattern).split('*');
  const text = foldLabel(name);
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = rest.at(-1) ?? '';
  let from = first.length;
  for (const part of rest.slice(0, -1)) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
