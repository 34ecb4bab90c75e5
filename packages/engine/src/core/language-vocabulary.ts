/** Vocabulary of languages other than English: text files in `assets/vocabulary/<code>`, so that a new language is only data. A section may be missing. */
import { readdirSync } from 'node:fs';
import { VOCABULARY_FILES, vocabularySections } from './read-vocabulary.ts';

/** The codes of the languages that have a folder. English has its own files. */
export const LANGUAGES: readonly string[] = readdirSync(VOCABULARY_FILES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

export function hasVocabulary(code: string | undefined): code is string {
  return code !== undefined && LANGUAGES.includes(code);
}

export function languageLines(code: string, file: string, section: string): readonly string[] {
  return vocabularySections(`${code}/${file}`).get(section) ?? [];
}

export function languageWords(code: string, file: string, section: string): readonly string[] {
  return languageLines(code, file, section).flatMap((line) => line.split(' '));
}

/** Lines such as "vier: 4", or "zwei, zwo: 2" for several forms; a form may have several words. */
export function languageValues(code: string, file: string, section: string): [form: string, value: number][] {
  return languageLines(code, file, section).flatMap((line): [string, number][] => {
    const [forms = '', value = ''] = line.split(': ');
    return forms.split(', ').map((form) => [form, Number(value)]);
  });
}

/** Without accents, as in chats and speech recognition. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss');
}
