/**
 * How satisfied the customer of a conversation is likely to be, as one number around 0. Most service talks are polite and
 * neutral to the end, so the words of praise and blame are only a part: what counts as much is whether the agent
 * understood, whether the customer had to correct or repeat, what could not be had, and how it closed.
 */
import type { Segment } from '../text/annotate-conversation.ts';
import { toneOf } from '../text/tone.ts';
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

/** Chosen by hand from what the literature on user satisfaction finds, not fitted to a set. */
const SIGNALS: readonly Signal[] = [
  { weight: 0.9, words: 'the tone of the words', read: ({ tone }) => tone },
  { weight: 1.1, words: 'the tone towards the end', read: ({ closingTone }) => closingTone },
  { weight: 0.8, words: 'thanks at the end', read: ({ gratitude }) => gratitude },
  { weight: 0.3, words: 'agreement', read: ({ agreement }) => agreement },
  { weight: 0.6, words: 'something was confirmed as done', read: ({ confirmation }) => confirmation },
  { weight: -1, words: 'something could not be had', read: ({ failure }) => failure },
  { weight: -1.2, words: 'misunderstandings', read: ({ misunderstanding }) => misunderstanding },
  { weight: -1.1, words: 'corrections', read: ({ correction }) => correction },
  { weight: -0.9, words: 'repetitions', read: ({ repetition }) => repetition },
  { weight: -0.8, words: 'complaints', read: ({ complaint }) => complaint },
  { weight: -0.9, words: 'giving up', read: ({ givingUp }) => givingUp },
  { weight: -0.2, words: 'the length', read: ({ length }) => length },
];
/** A talk without any sign is a little below the middle: where all went well, people say so. */
const BIAS = -0.3;
/** Spreads usual talks over the range. */
const GAIN = 1.4;
const TELLING = 0.15;

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
  const sum = effects.reduce((total, { effect }) => total + effect, BIAS);
  const reasons = effects
    .filter(({ effect }) => Math.abs(effect) >= TELLING)
    .sort((left, right) => Math.abs(right.effect) - Math.abs(left.effect))
    .slice(0, 3)
    .map(({ words, effect }) => `${effect > 0 ? 'for it' : 'against it'} ${words}`);
  return { score: GAIN * sum, reasons, segment: strongest(exchange.customer) };
}
