import type { Actor } from '../core/acting.ts';

/** `key_id` is what answers had before people could sign in. */
export function keyIdOf({ kind, id }: Actor): { key_id?: string } {
  return kind === 'key' ? { key_id: id } : {};
}
