import type { BrickDocument } from '@brickwork/contract/kit';

/** Mail and web addresses, and patterns of the kit, look the same in every language. Their absence is only known if the language is read. */
export function hasForm(brick: BrickDocument): boolean {
  if (brick.type !== 'text' || brick.extract === undefined) return false;
  return brick.extract === 'email' || brick.extract === 'url' || brick.extract.startsWith('/');
}
