/** A brick as a question for the reader, or undefined if the reader is not asked. */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { Asked } from '../bricks/asked.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { ReadingKind } from './reading.ts';

/** The reader reads no lists of texts, and it writes no summaries. */
export type AskedBrick = Exclude<Asked, { as: 'texts' | 'summary' }> & { kind: ReadingKind };

export function askBrick(brick: BrickDocument): AskedBrick | undefined {
  const asked = brickType(brick).askAs(brick);
  switch (asked.as) {
    case 'boolean':
      return { ...asked, kind: 'verdict' };
    case 'category':
    case 'categories':
    case 'rating':
      return { ...asked, kind: 'choice' };
    case 'number':
    case 'text':
      return { ...asked, kind: 'span' };
    case 'texts':
    case 'summary':
      return undefined;
  }
}
