/** Spoken digits in German, Spanish, French, Italian, Portuguese and Dutch. */
import { UNITS } from '../words/vocabulary/numbers.ts';
import { gapBefore, partOf, type Token } from './tokens.ts';

/**
 * Zero to nine, without accents; "|" separates forms of the same digit. `assets/vocabulary/<code>/numbers.txt` has them for reading, with
 * all other numbers.
 */
const LANGUAGES = [
  'null eins|ein|eine zwei|zwo drei vier funf|fuenf sechs sieben acht neun',
  'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve',
  'zero un|une deux trois quatre cinq six sept huit neuf',
  'zero uno|un|una due tre quattro cinque sei sette otto nove',
  'zero um|uma dois|duas tres quatro cinco seis|meia sete oito nove',
  'nul een twee drie vier vijf zes zeven acht negen',
];
const GAP = /^[\s,.…-]{1,4}$/;
/** A shorter sequence of one language consists of other words: "um", "due" and "six" are English, "otto" is a name. */
const FEWEST = 3;

interface DigitWord {
  /** As English says it. */
  english: string;
  /** One bit for each language with the word; it is the same digit in all of them. */
  languages: number;
}

const WORDS = new Map<string, DigitWord>();
for (const [language, digits] of LANGUAGES.entries()) {
  for (const [digit, forms] of digits.split(' ').entries()) {
    for (const form of forms.split('|')) {
      const languages = (WORDS.get(form)?.languages ?? 0) | (1 << language);
      WORDS.set(form, { english: UNITS[digit] ?? '', languages });
    }
  }
}

/** The tokens, with `lower` in English for sequences of digits in one language. */
export function withEnglishDigits(text: string, tokens: readonly Token[]): readonly Token[] {
  const words = tokens.map((token) => WORDS.get(partOf(token)));
  if (!words.some((word) => word !== undefined)) return tokens;
  const read = [...tokens];
  let from = 0;
  let languages = 0;
  for (let at = 0; at <= tokens.length; at += 1) {
    const own = words[at]?.languages ?? 0;
    const shared = at > from && GAP.test(gapBefore(text, tokens, at)) ? languages & own : 0;
    if (shared === 0) {
      if (at - from >= FEWEST && languages !== 0) toEnglish(read, words, from, at);
      from = at;
    }
    languages = shared === 0 ? own : shared;
  }
  return read;
}

function toEnglish(tokens: Token[], words: readonly (DigitWord | undefined)[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token !== undefined) tokens[at] = { ...token, lower: words[at]?.english ?? token.lower };
  }
}
