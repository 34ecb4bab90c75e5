/**
 * People's names: after "my name is", "this is", "I am", before "speaking"; or whatever looks like a name after the
 * question for it. Speech recognisers write no capitals, so a word counts as a name when the word table places it among
 * names, when it is unknown to the table, or when it is capitalised inside a sentence.
 */

import type { Turn } from '../../conversation/conversation.ts';
import { vocabularyLines, vocabularyWords, wordSet } from '../../core/read-vocabulary.ts';
import { readTurnWords, type Word } from '../text/read-words.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';
import { STOP_WORDS } from '../vocabulary/stop-words.ts';
import { NAMES } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';
import { smallNumberOf } from './english-number.ts';

/** Said between the introduction and the name; a stuttered name ("robert robert jones") is read once. */
const BEFORE_NAME = new Set([...wordSet('names', 'titles', 'before name'), ...wordSet('fillers', 'sounds')]);
const NOT_NAMES = new Set([...wordSet('names', 'not names'), ...wordSet('fillers', 'sounds')]);
const COMMON_NAMES = vocabularyWords('names', 'common');

interface Introduction {
  words: readonly string[];
  /** How likely a name follows, 0 to 1. */
  strength: number;
}

function readIntroduction(line: string): Introduction {
  const [strength, ...words] = line.split(' ');
  return { words, strength: Number(strength) };
}

export interface NameJudge {
  /** 0 to 1: how much a word looks like part of a person's name. */
  likeness(turn: Turn, word: Word): number;
}

export function createNameJudge(vectors: WordVectors): NameJudge {
  const rows = COMMON_NAMES.map((seed) => vectors.rowOf(seed)).filter((row) => row >= 0);
  const known = new Map<string, number>();
  const byWord = (text: string): number => {
    const row = vectors.rowOf(text);
    if (row < 0) return NAMES.unknownWord;
    const nearest = rows.map((seed) => vectors.similarity(row, seed)).sort((left, right) => right - left);
    const mean = nearest.slice(0, NAMES.neighbours).reduce((sum, value) => sum + value, 0) / NAMES.neighbours;
    return mean >= NAMES.nearNames ? Math.min(1, NAMES.nearBase + mean) : mean * NAMES.farFactor;
  };
  return {
    likeness(turn, word) {
      if (STOP_WORDS.has(word.text) || NOT_NAMES.has(word.text) || smallNumberOf(word.text) !== undefined) return 0;
      if (!/^\p{L}[\p{L}\p{M}'’]*$/u.test(word.text) || word.text.length > NAMES.longestWord) return 0;
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
      return isCapital && !opensSentence ? Math.max(likeness, NAMES.capitalised) : likeness;
    },
  };
}

/** The name that starts at this word: its words while they look like a name; after an introduction the first is trusted. */
function readName(
  judge: NameJudge,
  turn: Turn,
  words: readonly Word[],
  from: number,
  believed: number,
): Candidate | undefined {
  let at = from;
  while (BEFORE_NAME.has(words[at]?.text ?? '') || words[at]?.text === words[at + 1]?.text) {
    if (words[at] === undefined) return undefined;
    at += 1;
  }
  const first = words[at];
  if (first === undefined) return undefined;
  let likeness = judge.likeness(turn, first);
  if (likeness === 0 || likeness + believed < 1) return undefined;
  let to = at + 1;
  while (to - at < NAMES.mostWords && to < words.length) {
    const word = words[to];
    if (
      word === undefined ||
      /[.!?,;]/.test(turn.text.slice(words[to - 1]?.end ?? 0, word.start)) ||
      judge.likeness(turn, word) < NAMES.continues
    )
      break;
    likeness = Math.max(likeness, judge.likeness(turn, word));
    to += 1;
  }
  const end = words[to - 1]?.end ?? first.end;
  const isCompany = believed < NAMES.sure && isRunningOn(turn, words, to);
  const text = turn.text.slice(first.start, end).replace(/['’]s$/, '');
  return {
    turn,
    start: turn.start + first.start,
    end: turn.start + first.start + text.length,
    value: text,
    strength: Math.min(1, (likeness + believed) / 2) * (isCompany ? NAMES.company : 1),
  };
}

/** "this is Harper Valley National Bank": more content words follow at once, so it is not a person. */
function isRunningOn(turn: Turn, words: readonly Word[], to: number): boolean {
  const next = words[to];
  const last = words[to - 1];
  if (next === undefined || last === undefined || STOP_WORDS.has(next.text) || NOT_NAMES.has(next.text)) return false;
  return !/[.!?,;]/.test(turn.text.slice(last.end, next.start));
}

/** Introductions by their first word, so most words need one lookup. */
const introductions = new Map<string, Introduction[]>();
for (const introduction of vocabularyLines('names', 'introductions').map(readIntroduction)) {
  const first = introduction.words[0] ?? '';
  introductions.set(first, [...(introductions.get(first) ?? []), introduction]);
}

function introductionAt(words: readonly Word[], index: number): Introduction | undefined {
  return introductions
    .get(words[index]?.text ?? '')
    ?.find((introduction) => introduction.words.every((text, offset) => words[index + offset]?.text === text));
}

/** "My name is" and "this is" say who speaks; "her name is" and "it is" say it of anyone. */
function introducesSpeaker(words: readonly Word[], at: number, { words: [first] }: Introduction): boolean {
  return first === 'name' ? words[at - 1]?.text === 'my' : first !== 'it';
}

export function findNames(turns: readonly Turn[], judge: NameJudge, isAnswer: (turn: Turn) => boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    const words = readTurnWords(turn);
    for (let at = 0; at < words.length; at += 1) {
      const introduction = introductionAt(words, at);
      if (introduction !== undefined) {
        const candidate = readName(judge, turn, words, at + introduction.words.length, introduction.strength);
        const isIntroduction = introducesSpeaker(words, at, introduction);
        if (candidate !== undefined) found.push(isIntroduction ? { ...candidate, isIntroduction } : candidate);
      }
      const next = words[at + 1]?.text;
      if ((next === 'speaking' || next === 'here') && at < NAMES.openingWords) {
        const candidate = readName(judge, turn, words, at, NAMES.beforeSpeaking);
        if (candidate !== undefined) found.push({ ...candidate, isIntroduction: true });
      }
    }
    if (!isAnswer(turn)) continue;
    for (let at = 0; at < Math.min(words.length, NAMES.answerWords); at += 1) {
      const candidate = readName(judge, turn, words, at, NAMES.inAnswer);
      if (candidate === undefined) continue;
      found.push({ ...candidate, strength: candidate.strength * NAMES.answerFactor });
      break;
    }
  }
  return found;
}
