/**
 * Everyday phrases that say one word in several, such as "send it back" for return (assets/vocabulary/phrase-meanings.txt).
 * Each is found at its last word, by a first word a few words before.
 */
import { vocabularyLines } from './read-vocabulary.ts';

interface Phrase {
  first: string;
  meaning: string;
  reach: number;
}

function readPhrases(): Map<string, Phrase[]> {
  const byLast = new Map<string, Phrase[]>();
  for (const line of vocabularyLines('phrase-meanings')) {
    const [last = '', reach = '', rest = ''] = line.split('|');
    const phrases = rest.split('; ').flatMap((part) => {
      const [meaning = '', firsts = ''] = part.split(': ');
      return firsts.split(' ').map((first) => ({ first, meaning, reach: Number(reach) }));
    });
    byLast.set(last, phrases);
  }
  return byLast;
}

const phrasesByLast = readPhrases();

/** The one word that the phrase ending at this index stands for. */
export function phraseMeaning(words: ReadonlyArray<{ text: string }>, index: number): string | undefined {
  const phrases = phrasesByLast.get(words[index]?.text ?? '');
  if (phrases === undefined) return undefined;
  for (let before = 1; before <= (phrases[0]?.reach ?? 0); before += 1) {
    const first = words[index - before]?.text;
    const found = phrases.find((phrase) => phrase.first === first);
    if (found !== undefined) return found.meaning;
  }
  return undefined;
}
