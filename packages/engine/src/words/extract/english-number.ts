/** Numbers as people say them: "one hundred and thirty five", "a hundred", "one thirty five", "double four". */

import { wordSet } from '../../core/read-vocabulary.ts';
import type { Word } from '../text/read-words.ts';
import { SCALES, TEENS, TENS, UNITS } from '../vocabulary/numbers.ts';

export const FILLERS = wordSet('fillers', 'sounds', 'hesitation');
const [HUNDRED = '', ...THOUSANDS] = SCALES;
const valueOfScale = new Map(THOUSANDS.map((word, index) => [word, 1_000 ** (index + 1)]));

type Kind = 'unit' | 'teen' | 'tens' | 'hundred' | 'scale';

interface Part {
  kind: Kind;
  value: number;
}

export function unitOf(word: string): number {
  if (word === 'oh' || word === 'o') return 0;
  return UNITS.indexOf(word);
}

export function smallNumberOf(word: string): number | undefined {
  const part = partOf(word);
  return part === undefined || part.kind === 'hundred' || part.kind === 'scale' ? undefined : part.value;
}

function readParts(): Map<string, Part> {
  const parts = new Map<string, Part>([[HUNDRED, { kind: 'hundred', value: 100 }]]);
  for (const [value, word] of UNITS.entries()) parts.set(word, { kind: 'unit', value });
  for (const [at, word] of TEENS.entries()) parts.set(word, { kind: 'teen', value: 10 + at });
  for (const [at, word] of TENS.entries()) parts.set(word, { kind: 'tens', value: 20 + 10 * at });
  parts.set('fourty', { kind: 'tens', value: 40 });
  for (const [word, value] of valueOfScale) parts.set(word, { kind: 'scale', value });
  return parts;
}

/** Asked of every word of a conversation: one look-up. */
const parts = readParts();

function partOf(word: string): Part | undefined {
  return parts.get(word);
}

export interface SpokenNumber {
  value: number;
  /** Index of the first word and one past the last. */
  from: number;
  to: number;
}

interface State {
  total: number;
  current: number;
  last: Kind | undefined;
}

/** Takes the part in, or says that it does not continue this number. */
function takePart(state: State, part: Part): boolean {
  const { last } = state;
  if (part.kind === 'scale') {
    state.total += Math.max(1, state.current) * part.value;
    state.current = 0;
  } else if (part.kind === 'hundred') {
    if (state.current === 0) state.current = 1;
    if (state.current >= 100) return false;
    state.current *= 100;
  } else if (last === undefined || last === 'hundred' || last === 'scale') {
    state.current += part.value;
  } else if (last === 'tens' && part.kind === 'unit' && part.value > 0) {
    state.current += part.value;
  } else if (last === 'unit' && part.kind !== 'unit' && state.current < 10 && state.current > 0 && state.total === 0) {
    // "one thirty five" is 135.
    state.current = state.current * 100 + part.value;
  } else {
    return false;
  }
  state.last = part.kind;
  return true;
}

function readDigits(words: readonly Word[], from: number): SpokenNumber | undefined {
  let digits = '';
  let to = from;
  while (to < words.length && unitOf(words[to]?.text ?? '') >= 0 && digits.length < 9) {
    digits += String(unitOf(words[to]?.text ?? ''));
    to += 1;
  }
  return digits.length >= 2 ? { value: Number(digits), from, to } : undefined;
}

/** The number that starts at this word, if one does. Digits said one by one are read as one number. */
export function readSpokenNumber(words: readonly Word[], from: number): SpokenNumber | undefined {
  const first = words[from]?.text ?? '';
  const second = words[from + 1]?.text ?? '';
  const isArticle = first === 'a' && (second === HUNDRED || valueOfScale.has(second));
  if (!isArticle && partOf(first) === undefined) return undefined;
  if (unitOf(first) >= 0 && unitOf(second) >= 0) return readDigits(words, from);
  const state: State = { total: 0, current: 0, last: undefined };
  let at = isArticle ? from + 1 : from;
  let to = at;
  for (; at < words.length; at += 1) {
    const word = words[at]?.text ?? '';
    if (FILLERS.has(word)) continue;
    if (word === 'and' && (state.last === 'hundred' || state.last === 'scale')) continue;
    const part = partOf(word);
    if (part === undefined || !takePart(state, part)) break;
    to = at + 1;
  }
  return to === from ? undefined : { value: state.total + state.current, from, to };
}
