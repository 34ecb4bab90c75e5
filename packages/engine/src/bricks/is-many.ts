import type { BrickDocument, CategoricalBrick, TextBrick } from '@brickwork/contract/kit';

export type ListBrick = (TextBrick | CategoricalBrick) & { many: true };

/** Whether the brick's value is a list. */
export function isMany(brick: BrickDocument): brick is ListBrick {
  return (brick.type === 'text' || brick.type === 'categorical') && brick.many === true;
}

const DEFAULT_ITEMS = 20;

export function maxItemsOf({ max_items = DEFAULT_ITEMS }: ListBrick): number {
  return max_items;
}
