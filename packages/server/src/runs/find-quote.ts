/**
 * Where a text first occurs in another, in time proportional to the sum of their lengths (Knuth, Morris and Pratt):
 * both come from outside, and `indexOf` takes their product for crafted texts (100 ms for 24,000 letters in 48,000,
 * against 0.3 ms).
 */
export function findQuote(text: string, quote: string): number {
  if (quote === '') return -1;
  const borders = bordersOf(quote);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = extended(quote, borders, matched, text.charCodeAt(at));
    if (matched === quote.length) return at + 1 - matched;
  }
  return -1;
}

/** For each prefix of the text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let at = 1; at < text.length; at += 1)
    borders[at] = extended(text, borders, borders[at - 1] ?? 0, text.charCodeAt(at));
  return borders;
}

function extended(text: string, borders: Uint32Array, matched: number, next: number): number {
  let length = matched;
  while (length > 0 && text.charCodeAt(length) !== next) length = borders[length - 1] ?? 0;
  return text.charCodeAt(length) === next ? length + 1 : length;
}
