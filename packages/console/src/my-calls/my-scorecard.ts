/** What a call missed, by the names of its questions. */
import type { BrickSchema, RunItem } from '@brickwork/client';
import { mainBrickOf, scoredItems } from '@brickwork/contract/figures';

export function lostIn({ answers }: Pick<RunItem, 'answers'>, bricks: readonly BrickSchema[]): string[] {
  return scoredItems(bricks, mainBrickOf(bricks)).flatMap(({ key, name, creditOf }) => {
    const value = answers?.[key]?.value;
    return value === undefined || value === null || Array.isArray(value) || creditOf(value) === 1 ? [] : [name];
  });
}
