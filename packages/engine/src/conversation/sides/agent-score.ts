/**
 * How much a speaker sounds like an agent: who offers help, verifies, looks up and apologises, against who has the problem, the account and the
 * questions. Scores are comparable between the speakers of one conversation only: the chance that A is the agent and B the customer is
 * the logistic function of the difference.
 */
import { SPEAKER_CUES, STYLE_WEIGHTS, WORD_SHARES } from './speaker-cues.ts';

/** Enough to tell; a day-long transcript takes no longer than a call. */
const MAX_CHARACTERS = 20_000;

export interface Feature {
  name: string;
  value: number;
  weight: number;
}

export function agentScore(texts: readonly string[]): number {
  return speakerFeatures(texts).reduce((score, { value, weight }) => score + value * weight, 0);
}

export function speakerFeatures(texts: readonly string[]): Feature[] {
  const turns = openingTurns(texts);
  const all = turns.join(' ');
  const words = Math.max(1, all.split(/\s+/u).length);
  const perTurn = Math.max(1, turns.length);
  return [
    ...SPEAKER_CUES.map(({ name, pattern, weight }) => ({
      name,
      value: Math.log1p(turns.filter((turn) => pattern.test(turn)).length),
      weight,
    })),
    ...WORD_SHARES.map(({ name, pattern, weight }) => ({
      name,
      value: 10 * Math.min(0.2, countOf(all, pattern) / (words + 10)),
      weight,
    })),
    {
      name: 'questions',
      value: turns.filter((turn) => turn.includes('?')).length / perTurn,
      weight: STYLE_WEIGHTS.questions,
    },
    { name: 'turn_length', value: Math.log1p(words / perTurn), weight: STYLE_WEIGHTS.turn_length },
  ];
}

export function logistic(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

function openingTurns(texts: readonly string[]): string[] {
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
