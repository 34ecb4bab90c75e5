/**
 * Whether the quotes given for a free text or a number are related to it. Both may be a model's own words, so they need not occur in a
 * quote; but a quote that shares no meaning with them proves nothing. English only: for other languages there is no word table.
 */
import type { BrickDocument, BrickValue, EvidenceSpan } from '@brickwork/contract/kit';
import { stemmer } from 'stemmer';
import { brickType } from '../../bricks/brick-types.ts';
import { vocabularyLines } from '../../core/read-vocabulary.ts';
import { wordVectors } from '../../words/vectors/word-vectors.ts';
import { STOP_WORDS } from '../../words/vocabulary/stop-words.ts';
import { foldText } from './fold-text.ts';
import { isNumber, numbersIn } from './number-words.ts';
import { tokens } from './word-tokens.ts';

/** From here on two words are about the same thing ("refund" and "money" .48; unrelated nouns .10 on average, 2 of 100 above .5). */
const NEAR = 0.45;
/** A paraphrase shares about half of its words with its source; an invented sentence about something else, almost none. */
const SHARE = 0.2;
/** They occur in texts about any call. */
const ANYWHERE = new Set(
  'customer agent caller client person call said say says ask asks asked tell tells told want wants wanted would like also'.split(
    ' ',
  ),
);
const MOST_WORDS = 400;

/** True as well where the question does not arise: for other types, without quotes, and for values that must be quoted. */
export function bearsOn(
  brick: BrickDocument,
  value: BrickValue,
  evidence: readonly EvidenceSpan[],
  isEnglish: boolean,
): boolean {
  if (!isEnglish || evidence.length === 0 || brickType(brick).isVerbatim(brick, value)) return true;
  const quotes = foldText(evidence.map(({ text }) => text).join(' ')).text;
  if (typeof value === 'number') return bearsOnNumber(brick, value, quotes);
  if (!brickType(brick).isFreeText) return true;
  return isAbout(contentWords(Array.isArray(value) ? value.join(' ') : String(value)), contentWords(quotes));
}

/** A number is said, or judged: then the quote is about what is asked, or shows a feeling. A bare number is no reason for another one. */
function bearsOnNumber(brick: BrickDocument, value: number, quotes: string): boolean {
  if (numbersIn(quotes).has(value)) return true;
  if (tokens(quotes).some(({ text }) => feelings().has(text))) return true;
  const words = contentWords(quotes);
  const asked = contentWords([brick.question ?? '', brick.name ?? '', brick.key.replaceAll('_', ' ')].join(' '));
  return asked.length === 0 ? words.length > 0 : asked.some((word) => words.some((said) => isNear(word, said)));
}

function isAbout(value: readonly string[], said: readonly string[]): boolean {
  if (value.length === 0) return true;
  const shared = value.filter((word) => said.some((other) => isNear(word, other))).length;
  return shared > 0 && shared >= value.length * SHARE;
}

function isNear(left: string, right: string): boolean {
  if (left === right || stemmer(left) === stemmer(right)) return true;
  const vectors = wordVectors();
  const [a, b] = [vectors.rowOf(left), vectors.rowOf(right)];
  return a >= 0 && b >= 0 && vectors.similarity(a, b) >= NEAR;
}

function contentWords(text: string): string[] {
  const words = tokens(foldText(text).text).map((token) => token.text);
  const told = words.filter(
    (word) => word.length > 1 && !STOP_WORDS.has(word) && !isNumber(word) && !ANYWHERE.has(word),
  );
  return [...new Set(told)].slice(0, MOST_WORDS);
}

let known: ReadonlySet<string> | undefined;

function feelings(): ReadonlySet<string> {
  known ??= new Set(
    ['praise', 'blame'].flatMap((section) =>
      vocabularyLines('tone', section).flatMap((line) => line.split(' ').slice(1)),
    ),
  );
  return known;
}
