import type { BrickDocument } from '@brickwork/contract/kit';

/**
 * Mail and web addresses, and what a kit describes by a pattern, look the same in every language. That they are missing is known only where the words
 * are read.
 */
export function hasForm(brick: BrickDocument): boolean {
  if (brick.type !== 'text' || brick.extract === undefined) return false;
  return brick.extract === 'email' || brick.extract === 'url' || brick.extract.startsWith('/');
}
