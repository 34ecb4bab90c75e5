/**
 * In how many calls each phrase occurs, on either side of a contrast. Calls of the first side are counted first: only phrases that occur in
 * a few of them can be over-represented, so memory grows with the phrases of one side, and phrases that occurred once are dropped when
 * there are too many.
 */
import { phrasesOf } from './phrases-of.ts';

export interface PhraseCount {
  phrase: string;
  inside: number;
  against: number;
  /** Calls of the first side in which it occurs, as numbers. */
  calls: number[];
}

/** With fewer calls, a phrase may identify a person. */
export const LEAST_CALLS = 5;
const MOST_PHRASES = 1_500_000;
/** Calls kept per phrase; enough to compare phrases with each other. */
const MOST_KEPT = 400;

export class PhraseCounts {
  readonly #inside = new Map<string, { count: number; calls: number[] }>();
  readonly #against = new Map<string, number>();
  #calls = { inside: 0, against: 0 };
  #looked = 0;

  get calls(): { inside: number; against: number } {
    return this.#calls;
  }

  /** Phrases that could be more frequent on the first side: those in more than one of its calls. */
  get looked(): number {
    return this.#looked;
  }

  addInside(call: number, text: string): void {
    this.#calls.inside += 1;
    for (const phrase of phrasesOf(text)) {
      const known = this.#inside.get(phrase);
      if (known === undefined) this.#inside.set(phrase, { count: 1, calls: [call] });
      else {
        known.count += 1;
        if (known.calls.length < MOST_KEPT) known.calls.push(call);
      }
    }
    if (this.#inside.size > MOST_PHRASES) this.#forget(2);
  }

  addAgainst(text: string): void {
    if (this.#calls.against === 0) this.#forgetFew();
    this.#calls.against += 1;
    for (const phrase of phrasesOf(text))
      if (this.#inside.has(phrase)) this.#against.set(phrase, (this.#against.get(phrase) ?? 0) + 1);
  }

  counts(): PhraseCount[] {
    this.#forgetFew();
    return [...this.#inside].map(([phrase, { count, calls }]) => ({
      ...{ phrase, calls },
      inside: count,
      against: this.#against.get(phrase) ?? 0,
    }));
  }

  #forgetFew(): void {
    if (this.#looked === 0) for (const { count } of this.#inside.values()) this.#looked += Number(count > 1);
    this.#forget(LEAST_CALLS);
  }

  #forget(least: number): void {
    for (const [phrase, { count }] of this.#inside) if (count < least) this.#inside.delete(phrase);
  }
}
