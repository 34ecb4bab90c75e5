/**
 * Cursors of lists: opaque to the caller; they contain only the position after which the next page begins. A cursor does not contain the
 * list's filter, so the caller repeats the filter with it.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';

export function writeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** `parse` returns undefined for text that cannot be a cursor of this list: the request is refused with `invalid_cursor`. */
export function readCursor<Position>(cursor: string, parse: (text: string) => Position | undefined): Position {
  const position = parse(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (position === undefined) throw new ServiceError('invalid_cursor');
  return position;
}

/** The page from `found`, which was read with one row more than the limit, to know whether there is another page. */
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
