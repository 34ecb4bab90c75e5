/** Folded text in words. Scripts without spaces count one character as a word; numbers keep their separators and sign. */
export interface Token {
  text: string;
  /** In the folded text. */
  start: number;
  end: number;
}

const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
/** 1,150.50 · 14:30 · -5 · +49 */
const NUMBER = '(?<![\\p{L}\\p{N}])[-+]?\\p{N}+(?:[.,:/]\\p{N}+)*(?=$|[^\\p{L}\\p{N}])';
/** don't · e-mail stays in two words · A4711 stays whole */
const WORD = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+(?:'(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)*`;
const TOKEN = new RegExp(`${NUMBER}|[${UNSPACED}]|${WORD}`, 'gu');

export function tokens(folded: string): Token[] {
  const found: Token[] = [];
  for (const { 0: text, index } of folded.matchAll(TOKEN)) {
    found.push({ text, start: index, end: index + text.length });
  }
  return found;
}
