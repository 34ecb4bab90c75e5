/**
 * Which of two neighbouring phrases a question asks for: the one something comes from or the one it goes to, what was before or what is
 * now ("from Leeds to Lisbon", "it used to be nineteen, it's thirty one now"). The model finds both and often takes the wrong one.
 */
import { oneOf, phrasePattern, vocabularyLines, wordSet } from '../core/read-vocabulary.ts';

export type Direction = 'source' | 'target';

const ASKS: Readonly<Record<Direction, RegExp>> = {
  source: phrasePattern('directions', 'asks for source', 'iu'),
  target: phrasePattern('directions', 'asks for target', 'iu'),
};

const LONGEST_QUESTION = 200;

/** Questions with both words ("before the change to …") ask for the first. */
export function directionWanted(question: string): Direction | undefined {
  const plain = question
    .slice(0, LONGEST_QUESTION)
    .trim()
    .replace(/[?.!]+$/, '')
    .replace(/, in \p{L}+$/u, '');
  const at = { source: ASKS.source.exec(plain)?.index, target: ASKS.target.exec(plain)?.index };
  if (at.source === undefined) return at.target === undefined ? undefined : 'target';
  return at.target === undefined || at.source <= at.target ? 'source' : 'target';
}

const SMALL = '(?:the |my |our |your |an? |about |around )*';
const BEFORE: Readonly<Record<Direction, RegExp>> = {
  source: new RegExp(`\\b${oneOf(vocabularyLines('directions', 'source before'))} ${SMALL}$`, 'iu'),
  target: new RegExp(`\\b${oneOf(vocabularyLines('directions', 'target before'))} ${SMALL}$`, 'iu'),
};
const AFTER: Readonly<Record<Direction, RegExp>> = {
  source: new RegExp(
    `^(?:,? to [\\p{L}\\d]|[, ]+(?:\\p{L}+ ){0,2}${oneOf(vocabularyLines('directions', 'source after'))}\\b)`,
    'iu',
  ),
  target: new RegExp(`^[, ]+(?:\\p{L}+ ){0,1}${oneOf(vocabularyLines('directions', 'target after'))}\\b`, 'iu'),
};
/** How far before and after a span its direction is searched. */
const NEAR = 40;
const SENTENCE = /[^.?!;]*$/;

/** The direction indicated by the words around a span, if any. */
export function directionAt(text: string, start: number, end: number): Direction | undefined {
  const before = (SENTENCE.exec(text.slice(Math.max(0, start - NEAR), start))?.[0] ?? '').replaceAll('’', "'");
  const after = text.slice(end, end + NEAR).replaceAll('’', "'");
  const isSource = BEFORE.source.test(before);
  const isTarget = BEFORE.target.test(before);
  if (isSource !== isTarget) return isSource ? 'source' : 'target';
  if (AFTER.source.test(after)) return 'source';
  return AFTER.target.test(after) ? 'target' : undefined;
}

const STOPS = wordSet('directions', 'ends what was named');
const CUE: Readonly<Record<Direction, RegExp>> = {
  source: new RegExp(`\\b${oneOf(vocabularyLines('directions', 'source before'))} ${SMALL}`, 'giu'),
  target: new RegExp(`\\b${oneOf(vocabularyLines('directions', 'target before'))} ${SMALL}`, 'giu'),
};
/** "Dover to Calais". */
const NAMES_BEFORE_TO = /\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}(?= to \p{L})/gu;
/** "Leeds to Lisbon": extends beyond the found span. */
export function goesOn(phrase: string): boolean {
  const [, ...words] = phrase.toLowerCase().split(/[^\p{L}\p{N}'’]+/u);
  return words.some((word) => STOPS.has(word));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’@.:-]*[\p{L}\p{N}]|[\p{L}\p{N}]/uy;
const MOST_WORDS = 4;

/** Phrases of one to four words in the role that the question asks for, with their offsets in the text. */
export function namedAs(direction: Direction, text: string): Array<{ start: number; end: number }> {
  const found = [...text.matchAll(CUE[direction])].flatMap((match) => phrasesFrom(text, match.index + match[0].length));
  if (direction === 'target') return found;
  const names = [...text.matchAll(NAMES_BEFORE_TO)];
  return [...found, ...names.map((match) => ({ start: match.index, end: match.index + match[0].length }))];
}

function phrasesFrom(text: string, start: number): Array<{ start: number; end: number }> {
  const phrases: Array<{ start: number; end: number }> = [];
  for (let at = start; phrases.length < MOST_WORDS; at += 1) {
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word === undefined || STOPS.has(word.toLowerCase())) break;
    at += word.length;
    phrases.push({ start, end: at });
    if (text[at] !== ' ') break;
  }
  return phrases;
}
