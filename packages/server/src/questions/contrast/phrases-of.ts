/** The phrases in a text: one to three consecutive words that neither begin nor end with a word that occurs in every text. */
import { STOP_WORDS } from '@brickwork/engine/words/vocabulary/stop-words';

/** Words that people say in every call, whatever its topic. */
const SMALL_TALK = new Set(
  'hello hi hey thanks thank okay ok yeah yes yep nope bye goodbye please sorry well right sure great good fine just really actually like know think mean want need going gonna got get'.split(
    ' ',
  ),
);
const LONGEST_PHRASE = 3;
/** Limit for one text; of a very long call, only the beginning counts. */
const MOST_WORDS = 5_000;
const SHORTEST_WORD = 3;

/** Each phrase once, in order of occurrence. */
export function phrasesOf(text: string): Set<string> {
  const found = new Set<string>();
  let words = 0;
  for (const clause of text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\p{L}\p{N}'\s-]+/u)) {
    const spoken = clause.split(/[\s-]+/).filter((word) => word !== '');
    words += spoken.length;
    if (words > MOST_WORDS) break;
    for (let start = 0; start < spoken.length; start += 1) {
      if (!isTelling(spoken[start] ?? '')) continue;
      for (let size = 1; size <= LONGEST_PHRASE && start + size <= spoken.length; size += 1) {
        const last = spoken[start + size - 1] ?? '';
        if (isNumber(last)) break;
        if (size === 1 || isTelling(last)) found.add(spoken.slice(start, start + size).join(' '));
      }
    }
  }
  return found;
}

export function isTelling(word: string): boolean {
  return word.length >= SHORTEST_WORD && !STOP_WORDS.has(word) && !SMALL_TALK.has(word) && !isNumber(word);
}

/** Amounts and order numbers differ from call to call. */
function isNumber(word: string): boolean {
  return /\d/.test(word);
}
