/**
 * How much a speaker sounds like an agent in a language other than English: who greets for a company, verifies and offers help, against who calls about
 * something (`assets/vocabulary/<code>/talk.txt`). The language is recognised by frequent words, which is enough for this.
 */
import { LANGUAGES, languageLines, languageWords } from '../../core/language-vocabulary.ts';
import { oneOf } from '../../core/read-vocabulary.ts';

interface Cues {
  code: string;
  common: ReadonlySet<string>;
  agent: RegExp;
  customer: RegExp;
}

const ENGLISH = new Set('the and is to you it that of i in for we on are have with this my your not'.split(' '));
/** Number of words checked, and how many more of them must be in the language than in English. */
const SAMPLE = 400;
const LEAST_COMMON = 6;
const TIMES_ENGLISH = 2;
/** The weight of the first turn with such words; further ones count less. */
const WEIGHT = 1.2;

let read: Cues[] | undefined;

function allCues(): Cues[] {
  read ??= LANGUAGES.map((code) => {
    const pattern = (section: string) =>
      new RegExp(`(?<!\\p{L})${oneOf(languageLines(code, 'talk', section))}(?!\\p{L})`, 'u');
    return {
      code,
      common: new Set(languageWords(code, 'talk', 'common')),
      agent: pattern('agent says'),
      customer: pattern('customer says'),
    };
  });
  return read;
}

/** The language of the turns, if it is clearly one with cues; undefined for English. */
export function plainLanguage(turns: readonly string[]): string | undefined {
  const words: string[] = [];
  for (const turn of turns) {
    if (words.length >= SAMPLE) break;
    words.push(
      ...(turn
        .slice(0, 2_000)
        .toLowerCase()
        .match(/\p{L}+/gu) ?? []),
    );
  }
  const count = (common: ReadonlySet<string>) => words.filter((word) => common.has(word)).length;
  const english = count(ENGLISH);
  const [best] = allCues()
    .map(({ code, common }) => ({ code, count: count(common) }))
    .toSorted((left, right) => right.count - left.count);
  const isPlain = best !== undefined && best.count >= LEAST_COMMON && best.count >= TIMES_ENGLISH * english;
  return isPlain ? best.code : undefined;
}

/** For turns in lower case. Can only be compared between the speakers of one conversation. */
export function foreignScore(code: string, turns: readonly string[]): number {
  const cues = allCues().find((each) => each.code === code);
  if (cues === undefined) return 0;
  const turnsWith = (pattern: RegExp) => Math.log1p(turns.filter((turn) => pattern.test(turn)).length);
  return WEIGHT * (turnsWith(cues.agent) - turnsWith(cues.customer));
}
