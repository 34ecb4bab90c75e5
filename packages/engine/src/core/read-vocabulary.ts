/**
 * The vocabulary of English (`assets/vocabulary`) and of other languages (a folder each): text files, each list once. In a file `#` starts
 * a comment line and `[name]` a section; lines before the first section belong to the section ''. A file is read once per thread, when the
 * first module that needs it is loaded.
 */
import { readFileSync } from 'node:fs';

export const VOCABULARY_FILES = new URL('../../assets/vocabulary/', import.meta.url);
const files = new Map<string, ReadonlyMap<string, readonly string[]>>();

function parse(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name !== undefined) section = name;
    const lines = sections.get(section) ?? [];
    sections.set(section, lines);
    if (name === undefined) lines.push(line);
  }
  return sections;
}

/** A file by its sections. */
export function vocabularySections(file: string): ReadonlyMap<string, readonly string[]> {
  let sections = files.get(file);
  if (sections === undefined) {
    sections = parse(readFileSync(new URL(`${file}.txt`, VOCABULARY_FILES), 'utf8'));
    files.set(file, sections);
  }
  return sections;
}

/** The lines of one section: `vocabularyLines('synonyms')`, `vocabularyLines('names', 'introductions')`. */
export function vocabularyLines(file: string, section = ''): readonly string[] {
  const lines = vocabularySections(file).get(section);
  if (lines === undefined || lines.length === 0) throw new Error(`vocabulary/${file}.txt has no section [${section}]`);
  return lines;
}

/** The single words of one section, in order. */
export function vocabularyWords(file: string, section = ''): readonly string[] {
  return vocabularyLines(file, section).flatMap((line) => line.split(' '));
}

/** The words of one section or of several: `wordSet('negations', 'not', 'no')`. */
export function wordSet(file: string, ...sections: readonly string[]): ReadonlySet<string> {
  const names = sections.length === 0 ? [''] : sections;
  return new Set(names.flatMap((section) => vocabularyWords(file, section)));
}

/** The source of a group that matches any one of these: `(?:one|two)`. */
export function oneOf(alternatives: readonly string[]): string {
  return `(?:${alternatives.join('|')})`;
}

/** A pattern of whole words per line; `^` at the start or `$` at the end of a line binds it to the start or end of the text. */
export function phrasePattern(file: string, section = '', flags = ''): RegExp {
  const lines = vocabularyLines(file, section);
  const isBound = (line: string): boolean => line.startsWith('^') || line.endsWith('$');
  const free = lines.filter((line) => !isBound(line));
  const sources = lines.filter(isBound).map((line) => {
    const start = line.startsWith('^') ? '' : '\\b';
    return line.endsWith('$') ? `${start}${line}` : `${start}${line}\\b`;
  });
  // One group for most lines: tried one by one with their own word boundaries, they would take longer.
  if (free.length > 0) sources.push(`\\b${oneOf(free)}\\b`);
  return new RegExp(sources.join('|'), flags);
}
