/**
 * People's names: after "my name is", "this is", "I am", before "speaking"; or whatever looks like a name after the
 * question for it. Speech recognisers write no capitals, so a word counts as a name when the word table places it among
 * names, when it is unknown to the table, or when it is capitalised inside a sentence.
 */
import type { Turn } from '../../../conversation/conversation.ts';
import { readTurnWords, type Word } from '../text/read-words.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';
import { STOP_WORDS } from '../vocabulary/stop-words.ts';
import type { Candidate } from './candidate.ts';
import { smallNumberOf } from './spoken-number.ts';

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'mister', 'misses', 'doctor', 'sir', 'madam', 'professor']);
/** Said between the introduction and the name; a stuttered name ("robert robert jones") is read once. */
const BEFORE_NAME = new Set([...TITLES, 'uh', 'um', 'also', 'actually', 'the', 'just']);
const SEEDS =
  `james john robert michael david william richard thomas charles daniel matthew anthony mark steven paul andrew kevin
brian george peter mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa margaret sandra ashley
emily donna michelle carol amanda laura maria anna julia smith johnson williams brown jones garcia miller davis rodriguez
martinez wilson anderson taylor moore jackson martin thompson white harris clark lewis robinson walker`.split(/\s+/);
const NAME_SIMILARITY = 0.33;
const LONGEST_NAME = 4;
const SURE = 0.8;
const COMPANY_FACTOR = 0.3;
const INTRODUCTIONS: ReadonlyArray<readonly [readonly string[], number]> = [
  [['name', 'is'], 1],
  [['name', 'was'], 0.8],
  [['name'], 0.5],
  [['speaking', 'with'], 0.5],
  [['this', 'is'], 0.75],
  [['i', 'am'], 0.6],
  [['it', 'is'], 0.4],
  [['call', 'me'], 0.8],
  [['you', 'have', 'reached'], 0.5],
];
const NOT_NAMES = new Set([
  'calling',
  'here',
  'speaking',
  'trying',
  'having',
  'good',
  'fine',
  'sorry',
  'bank',
  'customer',
  'agent',
  'from',
  'with',
  'name',
  'right',
  'correct',
  'today',
  'not',
  'um',
  'uh',
]);

export interface NameJudge {
  /** 0 to 1: how much a word looks like part of a person's name. */
  likeness(turn: Turn, word: Word): number;
}

export function createNameJudge(vectors: WordVectors): NameJudge {
  const rows = SEEDS.map((seed) => vectors.rowOf(seed)).filter((row) => row >= 0);
  const known = new Map<string, number>();
  const byWord = (text: string): number => {
    const row = vectors.rowOf(text);
    if (row < 0) return 0.6;
    const nearest = rows.map((seed) => vectors.similarity(row, seed)).sort((left, right) => right - left);
    const mean = nearest.slice(0, 5).reduce((sum, value) => sum + value, 0) / 5;
    return mean >= NAME_SIMILARITY ? Math.min(1, 0.5 + mean) : mean * 0.8;
  };
  return {
    likeness(turn, word) {
      if (STOP_WORDS.has(word.text) || NOT_NAMES.has(word.text) || smallNumberOf(word.text) !== undefined) return 0;
      if (!/^\p{L}[\p{L}\p{M}'’]*$/u.test(word.text) || word.text.length > 30) return 0;
      let likeness = known.get(word.text);
      if (likeness === undefined) {
        likeness = byWord(word.text);
        known.set(word.text, likeness);
      }
      const initial = turn.text[word.start] ?? '';
      const isCapital =
        initial !== initial.toLowerCase() &&
        turn.text.slice(word.start, word.end) !== turn.text.slice(word.start, word.end).toUpperCase();
      const opensSentence =
        word.start === 0 || /[.!?]\s*$/.test(turn.text.slice(Math.max(0, word.start - 3), word.start));
      return isCapital && !opensSentence ? Math.max(likeness, 0.75) : likeness;
    },
  };
}

/** The name that starts at this word: its words while they look like a name; after an introduction the first is believed. */
function readName(
  judge: NameJudge,
  turn: Turn,
  words: readonly Word[],
  from: number,
  believed: number,
): Candidate | undefined {
  let place = from;
  while (BEFORE_NAME.has(words[place]?.text ?? '') || words[place]?.text === words[place + 1]?.text) {
    if (words[place] === undefined) return undefined;
    place += 1;
  }
  const first = words[place];
  if (first === undefined) return undefined;
  let likeness = judge.likeness(turn, first);
  if (likeness === 0 || likeness + believed < 1) return undefined;
  let to = place + 1;
  while (to - place < LONGEST_NAME && to < words.length) {
    const word = words[to];
    if (
      word === undefined ||
      /[.!?,;]/.test(turn.text.slice(words[to - 1]?.end ?? 0, word.start)) ||
      judge.likeness(turn, word) < 0.5
    )
      break;
    likeness = Math.max(likeness, judge.likeness(turn, word));
    to += 1;
  }
  const end = words[to - 1]?.end ?? first.end;
  const isCompany = believed < SURE && isRunningOn(turn, words, to);
  const text = turn.text.slice(first.start, end).replace(/['’]s$/, '');
  return {
    turn,
    start: turn.start + first.start,
    end: turn.start + first.start + text.length,
    value: text,
    strength: Math.min(1, (likeness + believed) / 2) * (isCompany ? COMPANY_FACTOR : 1),
  };
}

/** "this is Harper Valley National Bank": more content words follow at once, so it is no person. */
function isRunningOn(turn: Turn, words: readonly Word[], to: number): boolean {
  const next = words[to];
  const last = words[to - 1];
  if (next === undefined || last === undefined || STOP_WORDS.has(next.text) || NOT_NAMES.has(next.text)) return false;
  return !/[.!?,;]/.test(turn.text.slice(last.end, next.start));
}

/** By the first word: most words open none. */
const introductions = new Map<string, Array<readonly [readonly string[], number]>>();
for (const introduction of INTRODUCTIONS) {
  const first = introduction[0][0] ?? '';
  introductions.set(first, [...(introductions.get(first) ?? []), introduction]);
}

function introductionAt(words: readonly Word[], place: number): readonly [readonly string[], number] | undefined {
  return introductions
    .get(words[place]?.text ?? '')
    ?.find(([phrase]) => phrase.every((text, offset) => words[place + offset]?.text === text));
}

export function findNames(turns: readonly Turn[], judge: NameJudge, isAnswer: (turn: Turn) => boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    const words = readTurnWords(turn);
    for (let place = 0; place < words.length; place += 1) {
      const introduction = introductionAt(words, place);
      if (introduction !== undefined) {
        const candidate = readName(judge, turn, words, place + introduction[0].length, introduction[1]);
        if (candidate !== undefined) found.push(candidate);
      }
      const next = words[place + 1]?.text;
      if ((next === 'speaking' || next === 'here') && place < 3) {
        const candidate = readName(judge, turn, words, place, 0.6);
        if (candidate !== undefined) found.push(candidate);
      }
    }
    if (!isAnswer(turn)) continue;
    for (let place = 0; place < Math.min(words.length, 12); place += 1) {
      const candidate = readName(judge, turn, words, place, 0.35);
      if (candidate === undefined) continue;
      found.push({ ...candidate, strength: candidate.strength * 0.8 });
      break;
    }
  }
  return found;
}
