import type { BrickDocument } from '@brickwork/contract/kit';
import canonicalize from 'canonicalize';
import { isMany } from './is-many.ts';

/** Whether two versions of a brick ask the same question, so that a right answer for one is right for the other. */
export function asksTheSame(left: BrickDocument, right: BrickDocument): boolean {
  return canonicalize(askedBy(left)) === canonicalize(askedBy(right));
}

function askedBy(brick: BrickDocument) {
  const { type, question, speaker } = brick;
  return { type, question, speaker, many: isMany(brick) };
}
