/**
 * How satisfied the customer of a conversation is likely to be, as one number around 0. Most service conversations are polite and
 * neutral to the end, so the words of praise and blame are only a part: what counts as much is whether the agent
 * understood, whether the customer had to correct or repeat, what could not be had, and how it closed.
 */

import type { Segment } from '../text/annotate-conversation.ts';
import { toneOf } from '../text/tone.ts';
import { MOOD, MOOD_SIGNS } from '../weights/answering.ts';
import { type Exchange, readExchange } from './read-exchange.ts';

export interface Mood {
  score: number;
  /** The strongest signs in words, for the reason. */
  signs: string;
  /** The sentence that weighs most. */
  segment: Segment | undefined;
}

interface Signal {
  weight: number;
  /** How the reason names it as a good sign and as a bad one. */
  good: string;
  bad: string;
  read(exchange: Exchange): number;
}

function signal(key: keyof typeof MOOD_SIGNS, good: string, bad = good): Signal {
  return { weight: MOOD_SIGNS[key], good, bad, read: (exchange) => exchange[key] };
}

const SIGNALS: readonly Signal[] = [
  signal('tone', 'friendly words', 'unfriendly words'),
  signal('closingTone', 'a friendly end', 'an unfriendly end'),
  signal('gratitude', 'thanks at the end'),
  signal('agreement', 'agreement'),
  signal('confirmation', 'something is confirmed as done'),
  signal('failure', 'something is not possible'),
  signal('misunderstanding', 'misunderstandings'),
  signal('correction', 'corrections'),
  signal('repetition', 'repetitions'),
  signal('complaint', 'complaints'),
  signal('givingUp', 'the customer gives up'),
  signal('length', 'a short conversation', 'a long conversation'),
];
const MOST_NAMED = 3;

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

function describe(effects: ReadonlyArray<{ signal: Signal; effect: number }>): string {
  const telling = effects
    .filter(({ effect }) => Math.abs(effect) >= MOOD.telling)
    .sort((left, right) => Math.abs(right.effect) - Math.abs(left.effect))
    .slice(0, MOST_NAMED);
  if (telling.length === 0) return 'No strong signs either way.';
  const good = telling.filter(({ effect }) => effect > 0).map((item) => item.signal.good);
  const bad = telling.filter(({ effect }) => effect < 0).map((item) => item.signal.bad);
  const sentences: string[] = [];
  if (good.length > 0) sentences.push(`Good signs: ${good.join(', ')}.`);
  if (bad.length > 0) sentences.push(`Bad signs: ${bad.join(', ')}.`);
  return sentences.join(' ');
}

export function readMood(segments: readonly Segment[]): Mood {
  const exchange = readExchange(segments);
  const effects = SIGNALS.map((item) => ({ signal: item, effect: item.weight * item.read(exchange) }));
  const sum = effects.reduce<number>((total, { effect }) => total + effect, MOOD.bias);
  return { score: MOOD.gain * sum, signs: describe(effects), segment: strongest(exchange.customer) };
}
