import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { phrasePattern, vocabularyLines, vocabularyWords, wordSet } from './read-vocabulary.ts';

const DIRECTORY = new URL('../../assets/vocabulary/', import.meta.url);
const FILES = readdirSync(DIRECTORY).filter((file) => file.endsWith('.txt'));
/** Lists where a line is a group of words, and a word may belong to several groups. */
const GROUPED = new Set(['synonyms', 'kinds', 'service-topics']);

describe('readVocabulary', () => {
  it('reads the lines of a section, without comments', () => {
    expect(vocabularyLines('fillers', 'phrases')).toEqual(['you know', 'i mean']);
    expect(vocabularyWords('numbers', 'units').slice(0, 3)).toEqual(['zero', 'one', 'two']);
    expect([...wordSet('negations', 'not', 'no')]).toEqual(['not', 'never', 'no']);
  });

  it('says which section is missing', () => {
    expect(() => vocabularyLines('fillers', 'coughs')).toThrow('vocabulary/fillers.txt has no section [coughs]');
  });

  it('matches whole words, and binds a line to the start or the end of the text', () => {
    const apology = phrasePattern('speech-acts', 'apology');
    expect(apology.test('i am sorry about it')).toBe(true);
    expect(apology.test('a sorrythe')).toBe(false);
    const request = phrasePattern('speech-acts', 'request');
    expect(request.test('your last name please')).toBe(true);
    expect(request.test('your last name please or not')).toBe(false);
    const accepts = phrasePattern('outcomes', 'accepts');
    expect(accepts.test('okay deal')).toBe(true);
    expect(accepts.test('it is no big deal')).toBe(false);
  });
});

test.each(FILES)('%s explains itself and holds every line once per section', (file) => {
  const text = readFileSync(new URL(file, DIRECTORY), 'utf8');
  expect(text.startsWith('# ')).toBe(true);
  const sections = [...text.matchAll(/^\[(.+)\]$/gm)].map(([, name = '']) => name);
  expect(new Set(sections).size).toBe(sections.length);
  const name = file.replace('.txt', '');
  for (const section of sections.length === 0 ? [''] : sections) {
    const lines = vocabularyLines(name, section);
    expect(new Set(lines).size, section).toBe(lines.length);
    const isWordList =
      lines.every((line) => /^[a-z'’ ]+$/.test(line)) && lines.some((line) => line.split(' ').length > 4);
    if (!isWordList || GROUPED.has(name)) continue;
    const words = vocabularyWords(name, section);
    expect(new Set(words).size, `${section}: ${words.filter((word, at) => words.indexOf(word) !== at)}`).toBe(
      words.length,
    );
  }
});
