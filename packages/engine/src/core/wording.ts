/** How answers are explained: the same sentences in each language that has them (`assets/vocabulary/<code>/reasons.txt`), English otherwise. */
import { hasVocabulary } from './language-vocabulary.ts';
import { vocabularyLines } from './read-vocabulary.ts';

export interface Wording {
  /** The code of its language. */
  language: string;
  /** The sentence with this name, with placeholders filled in. */
  say(name: string, values?: Readonly<Record<string, string | number>>): string;
  /** A number as it is written in the language. */
  figure(value: number): string;
}

const languages = new Map<string, Wording>();

/** @param tag a language tag such as `de` or `pt-BR`; English if there are no sentences for it. */
export function wordingIn(tag: string | undefined): Wording {
  const code = /^[a-z]{2,3}(?=-|$)/.exec(tag?.toLowerCase() ?? '')?.[0];
  const language = hasVocabulary(code) ? code : 'en';
  const before = languages.get(language);
  if (before !== undefined) return before;
  const sentences = sentencesOf(language === 'en' ? 'reasons' : `${language}/reasons`);
  const figures = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 });
  const wording: Wording = {
    language,
    figure: (value) => figures.format(value),
    say(name, values = {}) {
      const sentence = sentences.get(name);
      if (sentence === undefined) throw new Error(`vocabulary of ${language} has no reason "${name}"`);
      return sentence.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
    },
  };
  languages.set(language, wording);
  return wording;
}

export const ENGLISH_WORDING: Wording = wordingIn('en');

/** The language that a kit asks for: its own, or that of the conversation. */
export function wordingFor(ofKit: string | undefined, ofConversation: string | undefined): Wording {
  return wordingIn(ofKit === 'conversation' ? ofConversation : ofKit);
}

function sentencesOf(file: string): Map<string, string> {
  return new Map(
    vocabularyLines(file).map((line): [string, string] => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
}
