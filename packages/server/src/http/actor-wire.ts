import type { Actor } from '../core/acting.ts';

/** `key_id` was used in responses before people could sign in. */
export function keyIdOf({ kind, id }: Actor): { key_id?: string } {
  return kind === 'key' ? { key_id: id } : {};
}
