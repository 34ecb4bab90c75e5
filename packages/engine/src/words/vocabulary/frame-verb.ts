/** What the verb of a yes/no question is about: asking, telling or offering. "asked", "asks" and "asking" are one verb. */
import { wordSet } from '../../core/read-vocabulary.ts';

export type FrameVerb = 'ask' | 'tell' | 'offer' | 'other';

const ASKING = wordSet('verbs', 'asking');
const TELLING = wordSet('verbs', 'telling');
const OFFERING = wordSet('verbs', 'offering');
const NAMING = wordSet('verbs', 'naming');

function forms(word: string): string[] {
  const bare = word.replace(/(?:ing|ed|s)$/, '');
  return [word, bare, `${bare}e`];
}

export function frameVerb(word: string): FrameVerb | undefined {
  for (const form of forms(word)) {
    if (ASKING.has(form)) return 'ask';
    if (TELLING.has(form)) return 'tell';
    if (OFFERING.has(form)) return 'offer';
  }
  return undefined;
}

export function isNamingVerb(word: string): boolean {
  return forms(word).some((form) => NAMING.has(form));
}
