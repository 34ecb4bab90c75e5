/** Saved views in PostgreSQL. */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';

export interface SavedView {
  name: string;
  search: string;
  updatedAt: Date;
}

export function createViewStore(database: Database) {
  return {
    async list(workspaceId: string): Promise<SavedView[]> {
      const { rows } = await database.query<{ name: string; search: string; updated_at: Date }>(
        'SELECT name, search, updated_at FROM saved_views WHERE workspace_id = $1 ORDER BY name',
        [decodeId('ws', workspaceId)],
      );
      return rows.map(({ name, search, updated_at }) => ({ name, search, updatedAt: updated_at }));
    },
    /** False when the workspace has as many as it may, and this would be one more. */
    async save(workspaceId: string, { name, search, updatedAt }: SavedView, most: number): Promise<boolean> {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO saved_views (workspace_id, name, search, updated_at) SELECT $1::uuid, $2::text, $3, $4
           WHERE (SELECT count(*) FROM saved_views WHERE workspace_id = $1::uuid AND name <> $2::text) < $5
           ON CONFLICT (workspace_id, name) DO UPDATE SET search = excluded.search, updated_at = excluded.updated_at`,
          [decodeId('ws', workspaceId), name, search, updatedAt, most],
        );
        if (rowCount !== 1) return false;
        // Without its search, which may hold words of a conversation.
        await recordAudit(tx, { workspaceId, action: 'view.saved', target: { type: 'view', id: name } });
        return true;
      });
    },
    async delete(workspaceId: string, name: string): Promise<boolean> {
      if (name.includes('\0')) return false;
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query('DELETE FROM saved_views WHERE workspace_id = $1 AND name = $2', [
          decodeId('ws', workspaceId),
          name,
        ]);
        if (rowCount !== 1) return false;
        await recordAudit(tx, { workspaceId, action: 'view.deleted', target: { type: 'view', id: name } });
        return true;
      });
    },
  };
}

export type ViewStore = ReturnType<typeof createViewStore>;
