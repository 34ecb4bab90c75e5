/** Saved views in PostgreSQL. */
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';

export interface SavedView {
  name: string;
  search: string;
  updatedAt: Date;
}

export function createViewStore(database: Database) {
  return {
    async list(scope: Scope): Promise<SavedView[]> {
      const { rows } = await database.query<{ name: string; search: string; updated_at: Date }>(
        `SELECT name, search, updated_at FROM ${tableOf(scope)} WHERE workspace_id = $1 ORDER BY name`,
        [decodeId('ws', scope.workspaceId)],
      );
      return rows.map(({ name, search, updated_at }) => ({ name, search, updatedAt: updated_at }));
    },
    /** False if the workspace has the maximum number, and this would be a new one. */
    async save(scope: Scope, { name, search, updatedAt }: SavedView, most: number): Promise<boolean> {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `INSERT INTO ${tableOf(scope)} (workspace_id, name, search, updated_at) SELECT $1::uuid, $2::text, $3, $4
           WHERE (SELECT count(*) FROM ${tableOf(scope)} WHERE workspace_id = $1::uuid AND name <> $2::text) < $5
           ON CONFLICT (workspace_id, name) DO UPDATE SET search = excluded.search, updated_at = excluded.updated_at`,
          [decodeId('ws', scope.workspaceId), name, search, updatedAt, most],
        );
        if (rowCount !== 1) return false;
        // Without its search, which may contain words of a conversation.
        await recordAudit(tx, { ...keysOf(scope), action: 'view.saved', target: { type: 'view', id: name } });
        return true;
      });
    },
    async delete(scope: Scope, name: string): Promise<boolean> {
      if (name.includes('\0')) return false;
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`DELETE FROM ${tableOf(scope)} WHERE workspace_id = $1 AND name = $2`, [
          decodeId('ws', scope.workspaceId),
          name,
        ]);
        if (rowCount !== 1) return false;
        await recordAudit(tx, { ...keysOf(scope), action: 'view.deleted', target: { type: 'view', id: name } });
        return true;
      });
    },
  };
}

/** Views of test runs have a table of their own: nodes of the release before know the other one, by workspace and name. */
const tableOf = ({ environment }: Scope): string => (environment === 'live' ? 'saved_views' : 'saved_test_views');

const keysOf = ({ workspaceId, environment }: Scope) => ({ workspaceId, environment });

export type ViewStore = ReturnType<typeof createViewStore>;
