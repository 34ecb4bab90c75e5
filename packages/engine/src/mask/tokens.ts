/** Words of a text with their offsets, as the finders need them: raw, because capitals tell names, and with "O'Brien" and "don't" in one piece. */

export interface Token {
  raw: string;
  lower: string;
  start: number;
  end: number;
}

/** After an apostrophe only what belongs to the word: "O'Brien", "don't", "I'm", "we'll"; the s of "Nadia's" is a token of its own. */
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

/** What stands between a token and the one before it. */
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

/** "José" is "jose": people and recognisers leave accents out. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Without accents and in lower case, as the parts of names are compared. */
export function partOf({ lower }: Token): string {
  return withoutAccents(lower);
}
