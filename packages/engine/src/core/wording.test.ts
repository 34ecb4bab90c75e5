import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language-vocabulary.ts';
import { vocabularyLines } from './read-vocabulary.ts';
import { wordingFor, wordingIn } from './wording.ts';

describe('the wording of reasons', () => {
  it('has every sentence in every language, with the same blanks', () => {
    const english = new Map(vocabularyLines('reasons').map((line) => [nameOf(line), blanksOf(line)]));
    expect(LANGUAGES).toEqual(['de', 'es', 'fr', 'it', 'nl', 'pt']);
    for (const code of LANGUAGES)
      expect(new Map(vocabularyLines(`${code}/reasons`).map((line) => [nameOf(line), blanksOf(line)]))).toEqual(
        english,
      );
  });

  it('is that of the kit, or of the conversation where the kit leaves it to it, and else English', () => {
    expect(wordingFor('de-AT', 'es').say('no mention')).toBe('Dazu wird nichts gesagt.');
    expect(wordingFor('conversation', 'es').say('no mention')).toBe('No se menciona.');
    for (const kit of [undefined, 'en', 'pl', '../x']) expect(wordingFor(kit, 'es').language).toBe('en');
    expect(wordingIn('pt-BR').say('next best', { value: 'x' })).toBe('A seguinte mais provável: x.');
  });
});

const nameOf = (line: string) => line.slice(0, line.indexOf(': '));
const blanksOf = (line: string) =>
  [...line.matchAll(/\{\w+\}/g)]
    .map(([blank]) => blank)
    .toSorted()
    .join();
