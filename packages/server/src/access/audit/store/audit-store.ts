/** Reading the audit log in PostgreSQL. */
import { AUDIT_ACTIONS } from '@brickwork/contract';
import { decodeId } from '../../../core/ids.ts';
import type { Database } from '../../../database/database.ts';
import type { StoredEntry } from '../audit-entry.ts';
import {
  type ChainHead,
  ENTRY_COLUMNS,
  type EntryRow,
  HEAD_COLUMNS,
  type HeadRow,
  toEntry,
  toHead,
} from './audit-rows.ts';
import { type AuditRecord, type HourlyRecord, recordAudit, recordHourly } from './record-audit.ts';

export interface AuditFilter {
  /** An id, or a part of a name. */
  actor?: string | undefined;
  /** One action, or all of a kind. */
  action?: string | undefined;
  /** An id, or a part of a name. */
  target?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
}

export interface PageOptions {
  order: 'newest' | 'oldest';
  /** The entry after which the page begins. */
  from: string | undefined;
  limit: number;
}

export function createAuditStore(database: Database) {
  return {
    async page(workspaceId: string, filter: AuditFilter, { order, from, limit }: PageOptions): Promise<StoredEntry[]> {
      const [than, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
      const { rows } = await database.query<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id ${than} $2)
           AND ($3::text IS NULL OR actor_id = $3 OR ${isPartOf('$3', 'actor_name')}) AND ($4::text[] IS NULL OR action = ANY ($4))
           AND ($5::text IS NULL OR target_id = $5 OR ${isPartOf('$5', 'target_name')})
           AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
         ORDER BY id ${direction} LIMIT $8`,
        [
          decodeId('ws', workspaceId),
          from === undefined ? null : decodeId('aud', from),
          filter.actor ?? null,
          filter.action === undefined ? null : actionsOf(filter.action),
          filter.target ?? null,
          filter.after ?? null,
          filter.before ?? null,
          limit,
        ],
      );
      return rows.map(toEntry);
    },
    /** With the hash of the entry at the known position, read at the same moment. */
    async head(
      workspaceId: string,
      knownPosition = 0,
    ): Promise<{ head: ChainHead | undefined; unsealed: number; hashAtKnown: Buffer | undefined }> {
      const { rows } = await database.query<Partial<HeadRow> & { unsealed: number; known_hash: Buffer | null }>(
        `SELECT h.*, (SELECT count(*)::int FROM audit_entries WHERE workspace_id = $1 AND position IS NULL) AS unsealed,
           (SELECT hash FROM audit_entries WHERE workspace_id = $1 AND position = $2) AS known_hash
         FROM (VALUES (1)) AS one LEFT JOIN (SELECT ${HEAD_COLUMNS} FROM audit_heads WHERE workspace_id = $1) h ON true`,
        [decodeId('ws', workspaceId), knownPosition],
      );
      const [row] = rows;
      return {
        head: row?.signature ? toHead(row as HeadRow) : undefined,
        unsealed: row?.unsealed ?? 0,
        hashAtKnown: row?.known_hash ?? undefined,
      };
    },
    /** The oldest entries waiting to be sealed. */
    async unsealed(workspaceId: string, limit: number): Promise<StoredEntry[]> {
      const { rows } = await database.query<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position IS NULL ORDER BY id LIMIT $2`,
        [decodeId('ws', workspaceId), limit],
      );
      return rows.map(toEntry);
    },
    /** By position, starting after `position`. */
    async sealedAfter(workspaceId: string, position: number, limit: number): Promise<StoredEntry[]> {
      const { rows } = await database.query<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
        [decodeId('ws', workspaceId), position, limit],
      );
      return rows.map(toEntry);
    },
    /** Whether some entry of the chain has this hash. */
    async hasHash(workspaceId: string, hash: Buffer): Promise<boolean> {
      const { rowCount } = await database.query('SELECT 1 FROM audit_entries WHERE workspace_id = $1 AND hash = $2', [
        decodeId('ws', workspaceId),
        hash,
      ]);
      return rowCount !== 0;
    },
    /** For actions without a transaction, such as starting an export. */
    record: (record: AuditRecord): Promise<void> => recordAudit(database, record),
    recordHourly: (records: readonly HourlyRecord[]): Promise<void> => recordHourly(database, records),
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;

/** Ignores case; special characters have no meaning. */
const isPartOf = (part: string, name: string) => `strpos(lower(${name}), lower(${part})) > 0`;

/** `key` matches every action on keys. */
function actionsOf(action: string): string[] {
  return Object.keys(AUDIT_ACTIONS).filter((name) => name === action || name.startsWith(`${action}.`));
}
