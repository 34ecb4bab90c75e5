/** The number words of a language as parts of numbers (`assets/vocabulary/<code>/numbers.txt`), also where they are written together: "vierundneunzig". */
import { folded, languageLines, languageValues, languageWords } from '../../core/language-vocabulary.ts';

export type PartKind = 'unit' | 'teen' | 'tens' | 'hundred' | 'hundreds' | 'scale' | 'half' | 'join';

export interface Part {
  kind: PartKind;
  value: number;
  /** An article too. */
  isArticle?: boolean;
  /** Of a join: between which parts it may stand. */
  between?: 'all' | 'units' | 'half';
}

export interface NumberWords {
  /** The parts of the words at this place, and how many words they are. */
  at(words: readonly string[], index: number): { parts: readonly Part[]; count: number } | undefined;
  /** "Vierundneunzig": units are said before tens. */
  unitsFirst: boolean;
  decimalWords: ReadonlySet<string>;
  decimalJoins: ReadonlySet<string>;
  factors: ReadonlyMap<string, number>;
  alone: ReadonlyMap<string, number>;
}

const LONGEST_PHRASE = 4;
const LONGEST_COMPOUND = 60;
const MOST_KNOWN = 5_000;

export function readNumberWords(code: string): NumberWords {
  const parts = partsOf(code);
  const order = new Set(languageLines(code, 'numbers', 'order'));
  const known = new Map<string, readonly Part[] | undefined>();
  const readWord = (word: string): readonly Part[] | undefined => {
    if (known.has(word)) return known.get(word);
    const whole = parts.get(word) ?? parts.get(folded(word));
    const read = whole ? [whole] : order.has('compound') ? compoundOf(parts, folded(word)) : undefined;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(word, read);
    return read;
  };
  return {
    at(words, index) {
      for (let count = Math.min(LONGEST_PHRASE, words.length - index); count > 1; count -= 1) {
        const phrase = words.slice(index, index + count).join(' ');
        const part = parts.get(phrase) ?? parts.get(folded(phrase));
        if (part !== undefined) return { parts: [part], count };
      }
      const read = readWord(words[index] ?? '');
      return read && { parts: read, count: 1 };
    },
    unitsFirst: order.has('units first'),
    decimalWords: new Set(languageWords(code, 'numbers', 'decimal word').map(folded)),
    decimalJoins: new Set(languageWords(code, 'numbers', 'decimal join')),
    factors: withFolded(languageValues(code, 'numbers', 'factors')),
    alone: withFolded(languageValues(code, 'numbers', 'alone')),
  };
}

function withFolded(values: readonly [string, number][]): Map<string, number> {
  return new Map([...values.map(([word, value]): [string, number] => [folded(word), value]), ...values]);
}

const SECTIONS: ReadonlyArray<readonly [section: string, kind: PartKind]> = [
  ['units', 'unit'],
  ['teens', 'teen'],
  ['tens', 'tens'],
  ['hundreds', 'hundreds'],
  ['scales', 'scale'],
];

/** By word or phrase. A form with its accents comes before another word's without: Dutch "één" and "een". */
function partsOf(code: string): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (word: string, part: Part) => {
    parts.set(word, part);
    if (!parts.has(folded(word))) parts.set(folded(word), part);
  };
  for (const word of languageWords(code, 'numbers', 'one')) add(word, { kind: 'unit', value: 1, isArticle: true });
  for (const [section, kind] of SECTIONS) {
    for (const [form, value] of languageValues(code, 'numbers', section)) add(form, { kind, value });
  }
  for (const word of languageWords(code, 'numbers', 'hundred')) add(word, { kind: 'hundred', value: 100 });
  for (const word of languageWords(code, 'numbers', 'half')) add(word, { kind: 'half', value: 0.5 });
  for (const line of languageLines(code, 'numbers', 'joins')) {
    const [word = '', between = 'all'] = line.split(': ');
    add(word, { kind: 'join', value: 0, between: between === 'units' || between === 'half' ? between : 'all' });
  }
  return parts;
}

/** A word that is made of parts from its first to its last letter, the longest parts first. */
function compoundOf(parts: ReadonlyMap<string, Part>, word: string): Part[] | undefined {
  if (word.length > LONGEST_COMPOUND) return undefined;
  const failed = new Set<number>();
  const from = (start: number): Part[] | undefined => {
    if (start === word.length) return [];
    if (failed.has(start)) return undefined;
    for (let end = word.length; end > start; end -= 1) {
      const part = parts.get(word.slice(start, end));
      const rest = part && from(end);
      if (part !== undefined && rest !== undefined) return [part, ...rest];
    }
    failed.add(start);
    return undefined;
  };
  return from(0);
}
