/** Which quotes are shown for and against an answer. */
import type { Quote } from './question.ts';

/** Per side of a question; quotes that say the same are shown once. */
const MOST_QUOTES = 5;

/**
 * `judged`: for each question, people's judgements of some calls. A call is not quoted for an answer that a person rejected, and confirmed
 * calls come first.
 */
export function differentQuotes(quotes: readonly Quote[], judged: readonly ReadonlyMap<string, boolean>[]): Quote[] {
  const told = new Map<string, Set<string>>();
  const rankOf = ({ at, runId, isFor }: Quote) => {
    const isYes = judged[at]?.get(runId);
    return isYes === undefined ? 1 : isYes === isFor ? 0 : 2;
  };
  return quotes
    .map((quote) => ({ quote, rank: rankOf(quote) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ quote }) => quote)
    .filter(({ at, isFor, text }) => {
      const side = `${at} ${isFor}`;
      const texts = told.get(side) ?? new Set();
      const folded = text.toLowerCase();
      if (texts.has(folded) || texts.size >= MOST_QUOTES) return false;
      told.set(side, texts.add(folded));
      return true;
    });
}
