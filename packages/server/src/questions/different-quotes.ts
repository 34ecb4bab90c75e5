/** Which quotes are shown for and against an answer. */
import type { Quote } from './question.ts';

/** On either side of a question; those that say the same are told once. */
const MOST_QUOTES = 5;

/** `judged`: of each question, what people said about some calls. A call is quoted for nothing that a person denied, and first for what they confirmed. */
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
