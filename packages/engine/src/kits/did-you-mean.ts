import { closest, distance } from 'fastest-levenshtein';

/** `did you mean "categorical"?` for a word close to one of the known ones, otherwise undefined. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  // Longer than any word of a kit: comparing it would be useless.
  if (word.length > 64) return undefined;
  const folded = fold(word);
  const nearest =
    known.find((candidate) => lettersOf(fold(candidate)) === lettersOf(folded)) ?? nearestOf(folded, known);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[\s-]+/g, '_');
}

/** The known word that this one is a misspelling of: at most two letters are wrong, missing or too many. */
export function misspeltFrom(word: string, known: readonly string[]): string | undefined {
  return known.find(
    (candidate) =>
      word !== candidate &&
      Math.abs(word.length - candidate.length) <= MOST_WRONG &&
      distance(word, candidate) <= MOST_WRONG,
  );
}

const MOST_WRONG = 2;

/** A third of the word may be wrong: beyond that, suggestions mislead more often than they help. */
function nearestOf(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const folded = known.map(fold);
  const nearest = closest(word, folded);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3));
  return distance(word, nearest) <= allowed ? known[folded.indexOf(nearest)] : undefined;
}

/** Swapped letters (`nmae`) are the most common typo and cost two edits each, too many for a short word. */
function lettersOf(word: string): string {
  return [...word].toSorted().join('');
}
