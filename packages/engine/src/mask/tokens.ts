/** Words of a text with their offsets, for the finders: with capitals, because they indicate names, and with "O'Brien" and "don't" as single tokens. */

export interface Token {
  raw: string;
  lower: string;
  start: number;
  end: number;
}

/** After an apostrophe, only parts of the word: "O'Brien", "don't", "I'm", "we'll"; the s of "Nadia's" is a separate token. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’](?:\p{L}[\p{L}\p{M}]+|[dmtDMT](?![\p{L}\p{M}\p{N}])))?/gu;

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    tokens.push({
      raw,
      lower: raw.toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + raw.length,
    });
  }
  return tokens;
}

/** The characters between a token and the previous one. */
export function gapBefore(text: string, tokens: readonly Token[], at: number): string {
  return text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? text.length);
}

export function isCapitalised({ raw }: Token): boolean {
  const [initial = ''] = raw;
  return initial !== initial.toLowerCase();
}

/** "NHS", "OK": as many capitals as letters, and more than one. */
export function isUpperCase({ raw }: Token): boolean {
  return raw.length > 1 && raw === raw.toUpperCase() && raw !== raw.toLowerCase();
}

/** "José" becomes "jose": people and speech recognisers omit accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Without accents and in lower case, as the parts of names are compared. */
export function partOf({ lower }: Token): string {
  return withoutAccents(lower);
}
