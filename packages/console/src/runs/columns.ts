/** The columns of the list of runs: answers by the keys of their bricks, dimensions and other metadata as `metadata.KEY`. */
import type { Dimension } from '../api/dimensions.ts';
import type { BrickSchema } from '../api/kits.ts';

export interface Column {
  /** As it stands in the address. */
  id: string;
  name: string;
  /** What the API sorts by; metadata has no order. */
  sort: string | undefined;
  brick: BrickSchema | undefined;
  metadataKey: string | undefined;
}

export function columnOf(id: string, bricks: readonly BrickSchema[], dimensions: readonly Dimension[]): Column {
  const [, metadataKey] = /^metadata\.(.+)$/s.exec(id) ?? [];
  if (metadataKey !== undefined) {
    const dimension = dimensions.find(({ metadata_key }) => metadata_key === metadataKey);
    return { id, name: dimension?.label ?? metadataKey, sort: undefined, brick: undefined, metadataKey };
  }
  const brick = bricks.find(({ key }) => key === id);
  return { id, name: brick?.name ?? id, sort: `answer.${id}`, brick, metadataKey: undefined };
}

export type SortDirection = 'ascending' | 'descending';

export function directionOf(sort: string | undefined, by: string): SortDirection | undefined {
  if (sort === by) return 'ascending';
  return sort === `-${by}` ? 'descending' : undefined;
}

/** Lowest first, highest first, newest first again. */
export function nextSort(sort: string | undefined, by: string): string | undefined {
  const direction = directionOf(sort, by);
  if (direction === undefined) return by;
  return direction === 'ascending' ? `-${by}` : undefined;
}
