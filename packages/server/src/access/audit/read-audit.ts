/** Reading the audit log: a page, newest first, or all of it, oldest first and in pages, so that memory stays small. */
import { pageOf, readCursor } from '../../core/cursor.ts';
import { decodeId } from '../../core/ids.ts';
import type { StoredEntry } from './audit-entry.ts';
import type { AuditFilter, AuditStore } from './store/audit-store.ts';

export interface ReadAudit {
  store: Pick<AuditStore, 'page'>;
}

const EXPORTED_AT_ONCE = 1_000;

export async function listEntries(
  { store }: ReadAudit,
  workspaceId: string,
  filter: AuditFilter,
  limit: number,
  cursor: string | undefined,
): Promise<{ entries: StoredEntry[]; nextCursor: string | undefined }> {
  const from = cursor === undefined ? undefined : readCursor(cursor, entryIdOf);
  const found = await store.page(workspaceId, filter, { order: 'newest', from, limit: limit + 1 });
  const { items, nextCursor } = pageOf(found, limit, ({ id }) => id);
  return { entries: items, nextCursor };
}

export async function* everyEntry(
  { store }: ReadAudit,
  workspaceId: string,
  filter: AuditFilter,
  signal: AbortSignal,
): AsyncGenerator<StoredEntry> {
  let from: string | undefined;
  while (!signal.aborted) {
    const entries = await store.page(workspaceId, filter, { order: 'oldest', from, limit: EXPORTED_AT_ONCE });
    yield* entries;
    from = entries.at(-1)?.id;
    if (entries.length < EXPORTED_AT_ONCE) return;
  }
}

function entryIdOf(text: string): string | undefined {
  return decodeId('aud', text) === undefined ? undefined : text;
}
