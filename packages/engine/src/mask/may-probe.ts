/**
 * Whether a filter may be used by somebody who may not see identities. A search for "Penhale" would reveal whether there is a Penhale, even
 * if the answer is masked: so a search accepts ordinary words only, and a filter by value accepts nothing that the masker would mask.
 */
import { MASK_CLASSES } from '@brickwork/contract/kit';
import { findIdentities } from './find-identities.ts';
import { sharedNameWords } from './name-likeness.ts';
import { plainText } from './plain-text.ts';
import { readTokens } from './tokens.ts';

export function isOrdinarySearch(words: string): boolean {
  const names = sharedNameWords();
  return readTokens(plainText(words).text).every(
    ({ lower, raw }) => /^\d{1,2}$/.test(raw) || (!/\d/.test(raw) && names.likeness(lower) === 'ordinary'),
  );
}

/** Sentences have rare words, brands and places; a word that is a name, or that is unknown, may identify a person. */
export function isOrdinaryQuestion(text: string): boolean {
  const names = sharedNameWords();
  const isNamed = readTokens(plainText(text).text).some(
    ({ lower, raw }) => /\d{4}/.test(raw) || ['name', 'unknown'].includes(names.likeness(lower)),
  );
  return !isNamed && findIdentities([{ text }], new Set(MASK_CLASSES)).byText[0]?.length === 0;
}

export function isOrdinaryValue(key: string, value: string): boolean {
  const asking = { text: `${key.replaceAll(/[_.-]+/g, ' ')} name?` };
  const { byText } = findIdentities([asking, { text: value }], new Set(MASK_CLASSES));
  return byText[1]?.length === 0 && !/@|\d{6}/.test(value);
}
