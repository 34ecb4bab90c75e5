/** Everyday phrases that say one word in two: "send back" (return), "money back" (refund), "sold out" (unavailable). */
import type { Word } from './read-words.ts';

const AFTER: Readonly<Record<string, ReadonlyArray<readonly [first: string, meaning: string]>>> = {
  back: [
    ['send', 'return'],
    ['sent', 'return'],
    ['sending', 'return'],
    ['give', 'return'],
    ['bring', 'return'],
    ['take', 'return'],
    ['money', 'refund'],
  ],
  out: [
    ['sold', 'unavailable'],
    ['find', 'learn'],
  ],
  in: [
    ['log', 'login'],
    ['logging', 'login'],
    ['logged', 'login'],
    ['sign', 'login'],
    ['signing', 'login'],
  ],
  up: [
    ['showed', 'arrived'],
    ['show', 'arrive'],
    ['set', 'arrange'],
    ['sign', 'register'],
  ],
  times: [['two', 'twice']],
  off: [['dropped', 'delivered']],
};
/** "send it back", "give these boots back". */
const REACH = 3;

/** The one word that the phrase ending at this place stands for. */
export function phraseMeaning(words: readonly Word[], place: number): string | undefined {
  const last = words[place]?.text ?? '';
  const phrases = Object.hasOwn(AFTER, last) ? AFTER[last] : undefined;
  if (phrases === undefined) return undefined;
  for (let before = 1; before <= REACH; before += 1) {
    const first = words[place - before]?.text;
    const found = phrases.find(([word]) => word === first);
    if (found !== undefined) return found[1];
  }
  return undefined;
}
