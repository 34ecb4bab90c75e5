/**
 * Cursors of lists: opaque to the caller, and nothing but the position after which the next page begins. A cursor says nothing
 * about the filter of the list it came from, so the caller repeats the filter with it.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';

export function writeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** `parse` returns undefined for text that no cursor of this list can hold: the request is refused with `invalid_cursor`. */
export function readCursor<Position>(cursor: string, parse: (text: string) => Position | undefined): Position {
  const position = parse(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (position === undefined) throw new ServiceError('invalid_cursor');
  return position;
}

/** The page out of `found`, which was read with a limit of one more, so that it is known whether there is another. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  positionOf: (item: Item) => string,
): { items: Item[]; nextCursor: string | undefined } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { items, nextCursor: hasMore ? writeCursor(positionOf(last)) : undefined };
}
