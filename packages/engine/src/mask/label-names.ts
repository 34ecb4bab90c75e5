/** The words of a speaker's label that are a name: "Sarah (Agent)" has one, "Speaker 1" and "Front desk" have none. */
import type { NameWords } from './name-likeness.ts';
import { isCapitalised, isUpperCase, readTokens, withoutAccents } from './tokens.ts';

/** Words without accents, in lower case. */
export function labelNames(label: string, words: NameWords): string[] {
  const outside = label.replaceAll(/\([^)]{0,100}\)?|<[^>]{0,200}>?|\[[^\]]{0,100}\]?/g, ' ');
  const own = namesIn(outside, words, true);
  return [...own, ...namesIn(label.slice(0, 400).replace(outside.trim(), ' '), words, false)];
}

/** `isTrusted`: an unknown word counts, because labels contain names; text in brackets may also be a company. */
function namesIn(text: string, words: NameWords, isTrusted: boolean): string[] {
  const tokens = readTokens(text);
  const likes = tokens.map((token) =>
    /^\p{L}[\p{L}\p{M}'’]*$/u.test(token.raw) ? words.likeness(token.lower) : 'ordinary',
  );
  const hasName = likes.includes('name');
  return tokens.flatMap((token, at) => {
    const likeness = likes[at];
    const isName =
      likeness === 'name' ||
      (isTrusted && likeness === 'unknown' && !isUpperCase(token) && token.raw.length > 2) ||
      (isTrusted && likeness === 'rare' && tokens.length === 1 && isCapitalised(token) && !isUpperCase(token)) ||
      (isTrusted && likeness === 'ambiguous' && (tokens.length === 1 || hasName));
    return isName ? [withoutAccents(token.lower)] : [];
  });
}
