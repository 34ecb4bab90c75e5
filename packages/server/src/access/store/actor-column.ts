/** An actor in a column: its name at the time of the action, whatever happens to the key or the member later. */

import type { Actor } from '../../core/acting.ts';
import { decodeId, encodeId } from '../../core/ids.ts';

export function toActorText({ kind, id, name }: Actor): string {
  return JSON.stringify({ kind, id, name });
}

/** Rows of earlier releases have only a key's id. */
export function toActor(text: string | null, keyUuid: string): Actor {
  if (text !== null) return JSON.parse(text) as Actor;
  const id = encodeId('key', keyUuid);
  return { kind: 'key', id, name: id };
}

/** The id of a key or member for columns of earlier releases that cannot be empty. */
export function uuidOfActor({ id }: Actor): string {
  return decodeId('key', id) ?? decodeId('mem', id) ?? '00000000-0000-0000-0000-000000000000';
}
