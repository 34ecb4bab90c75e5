/**
 * How satisfied the customer of a conversation is likely to be, as one number around 0. Most service talks are polite and
 * neutral to the end, so the words of praise and blame are only a part: what counts as much is whether the agent
 * understood, whether the customer had to correct or repeat, what could not be had, and how it closed.
 */

import type { Segment } from '../text/annotate-conversation.ts';
import { toneOf } from '../text/tone.ts';
import { MOOD, MOOD_SIGNS } from '../weights.ts';
import { type Exchange, readExchange } from './read-exchange.ts';

export interface Mood {
  score: number;
  reasons: string[];
  /** The sentence that weighs most. */
  segment: Segment | undefined;
}

interface Signal {
  weight: number;
  words: string;
  read(exchange: Exchange): number;
}

const SIGNALS: readonly Signal[] = [
  { weight: MOOD_SIGNS.tone, words: 'the tone of the words', read: ({ tone }) => tone },
  { weight: MOOD_SIGNS.closingTone, words: 'the tone towards the end', read: ({ closingTone }) => closingTone },
  { weight: MOOD_SIGNS.gratitude, words: 'thanks at the end', read: ({ gratitude }) => gratitude },
  { weight: MOOD_SIGNS.agreement, words: 'agreement', read: ({ agreement }) => agreement },
  {
    weight: MOOD_SIGNS.confirmation,
    words: 'something was confirmed as done',
    read: ({ confirmation }) => confirmation,
  },
  { weight: MOOD_SIGNS.failure, words: 'something could not be had', read: ({ failure }) => failure },
  { weight: MOOD_SIGNS.misunderstanding, words: 'misunderstandings', read: ({ misunderstanding }) => misunderstanding },
  { weight: MOOD_SIGNS.correction, words: 'corrections', read: ({ correction }) => correction },
  { weight: MOOD_SIGNS.repetition, words: 'repetitions', read: ({ repetition }) => repetition },
  { weight: MOOD_SIGNS.complaint, words: 'complaints', read: ({ complaint }) => complaint },
  { weight: MOOD_SIGNS.givingUp, words: 'giving up', read: ({ givingUp }) => givingUp },
  { weight: MOOD_SIGNS.length, words: 'the length', read: ({ length }) => length },
];

function strongest(segments: readonly Segment[]): Segment | undefined {
  let best: Segment | undefined;
  let most = 0;
  for (const segment of segments) {
    const weight = Math.abs(toneOf(segment).sum);
    if (weight > most) {
      most = weight;
      best = segment;
    }
  }
  return best;
}

export function readMood(segments: readonly Segment[]): Mood {
  const exchange = readExchange(segments);
  const effects = SIGNALS.map((signal) => ({ words: signal.words, effect: signal.weight * signal.read(exchange) }));
  const sum = effects.reduce<number>((total, { effect }) => total + effect, MOOD.bias);
  const reasons = effects
    .filter(({ effect }) => Math.abs(effect) >= MOOD.telling)
    .sort((left, right) => Math.abs(right.effect) - Math.abs(left.effect))
    .slice(0, 3)
    .map(({ words, effect }) => `${effect > 0 ? 'for it' : 'against it'} ${words}`);
  return { score: MOOD.gain * sum, reasons, segment: strongest(exchange.customer) };
}
