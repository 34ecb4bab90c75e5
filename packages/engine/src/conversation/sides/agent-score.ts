/**
 * How much a speaker sounds like an agent: who offers help, verifies, looks up and apologises, against who has the problem, the account and
 * the questions; and which words and pairs of words either side uses. Scores can only be compared between the speakers of one conversation:
 * the probability that A is the agent and B the customer is the logistic function of the difference.
 */
import { foreignScore } from './foreign-score.ts';
import { SPEAKER_CUES, WORD_SHARES } from './speaker-cues.ts';
import { CUE_WEIGHTS, WORD_WEIGHTS } from './speaker-weights.ts';

/** Enough to decide; a day-long transcript takes no longer than a call. */
const MAX_CHARACTERS = 20_000;

const WEIGHT_OF_WORD: ReadonlyMap<string, number> = new Map(
  WORD_WEIGHTS.trim()
    .split(/[|\n]/)
    .map((entry): [string, number] => {
      const at = entry.lastIndexOf(' ');
      return [entry.slice(0, at).trim(), Number(entry.slice(at + 1)) / 100];
    }),
);

export interface Feature {
  name: string;
  value: number;
}

/** @param language of the conversation, if it has its own cues. */
export function agentScore(texts: readonly string[], language?: string): number {
  const turns = openingTurns(texts);
  if (language !== undefined) return foreignScore(language, turns);
  let score = 0;
  for (const { name, value } of speakerFeatures(turns)) score += value * (CUE_WEIGHTS[name] ?? 0);
  for (const [word, count] of turnsWithWord(turns, (one) => WEIGHT_OF_WORD.has(one))) {
    score += (WEIGHT_OF_WORD.get(word) ?? 0) * wordValue(count);
  }
  return score;
}

/** For turns from `openingTurns`. */
export function speakerFeatures(turns: readonly string[]): Feature[] {
  const all = turns.join(' ');
  const words = Math.max(1, all.split(/\s+/u).length);
  const perTurn = Math.max(1, turns.length);
  return [
    ...SPEAKER_CUES.map(({ name, pattern }) => ({
      name,
      value: Math.log1p(turns.filter((turn) => pattern.test(turn)).length),
    })),
    ...WORD_SHARES.map(({ name, pattern }) => ({
      name,
      value: 10 * Math.min(0.2, countOf(all, pattern) / (words + 10)),
    })),
    { name: 'questions', value: turns.filter((turn) => turn.includes('?')).length / perTurn },
    { name: 'turn_length', value: Math.log1p(words / perTurn) },
  ];
}

/** In how many turns each word and pair of words occurs. */
export function turnsWithWord(
  turns: readonly string[],
  isWanted: (word: string) => boolean = () => true,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const turn of turns) {
    const words = turn.match(/[a-z']+/g) ?? [];
    const seen = new Set<string>();
    for (const [index, word] of words.entries()) {
      seen.add(word);
      if (index > 0) seen.add(`${words[index - 1]} ${word}`);
    }
    for (const word of seen) if (isWanted(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Words in more turns count more, but only slightly. */
export function wordValue(turns: number): number {
  return Math.min(1, Math.log1p(turns) / 1.5);
}

export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** In lower case, and only as long as needed. */
export function openingTurns(texts: readonly string[]): string[] {
  const turns: string[] = [];
  let left = MAX_CHARACTERS;
  for (const text of texts) {
    if (left <= 0) break;
    turns.push(text.slice(0, left).toLowerCase().replaceAll('’', "'"));
    left -= text.length;
  }
  return turns;
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
