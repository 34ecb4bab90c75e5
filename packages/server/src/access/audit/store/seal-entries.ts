/**
 * Sealing gives entries their positions and hashes, one workspace after the other. The head's row is locked meanwhile,
 * so there is one chain even if two nodes believe they lead. Writing an entry never waits for it.
 */
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { type ChainEnds, type HeadSigner, hashEntry, NO_HASH } from '../audit-entry.ts';
import {
  type ChainHead,
  ENTRY_COLUMNS,
  type EntryRow,
  HEAD_COLUMNS,
  type HeadRow,
  toEntry,
  toHead,
} from './audit-rows.ts';
import { recordAudit } from './record-audit.ts';

/** Entries of one transaction. */
const SEALED_AT_ONCE = 500;
const PRUNED_AT_ONCE = 10_000;

export interface PublishedHead {
  workspaceId: string;
  position: number;
  hash: Buffer;
}

export function createSealStore(database: Database, signer: HeadSigner) {
  return {
    /** Workspaces with entries that wait to be sealed. */
    async unsealedWorkspaces(): Promise<string[]> {
      const { rows } = await database.query<{ workspace_id: string }>(
        'SELECT DISTINCT workspace_id FROM audit_entries WHERE position IS NULL',
      );
      return rows.map(({ workspace_id }) => encodeId('ws', workspace_id));
    },
    /** The oldest that wait; returns how many. */
    seal: (workspaceId: string): Promise<number> => database.transaction((tx) => seal(tx, signer, workspaceId)),
    /** Heads that have moved since they were last published, a day ago or longer. */
    async unpublishedHeads(): Promise<PublishedHead[]> {
      const { rows } = await database.query<{ workspace_id: string; position: string; hash: Buffer }>(
        `SELECT workspace_id, position, hash FROM audit_heads
         WHERE published_at IS NULL OR (published_at < now() - interval '1 day' AND sealed_at > published_at)`,
      );
      return rows.map((row) => ({
        workspaceId: encodeId('ws', row.workspace_id),
        position: Number(row.position),
        hash: row.hash,
      }));
    },
    async markPublished(workspaceId: string): Promise<void> {
      await database.query('UPDATE audit_heads SET published_at = now() WHERE workspace_id = $1', [
        decodeId('ws', workspaceId),
      ]);
    },
    /** Workspaces whose oldest entry is older than they keep entries; whole days, so that there is something to delete once a day. */
    async workspacesToPrune(): Promise<{ workspaceId: string; before: Date }[]> {
      const { rows } = await database.query<{ id: string; before: Date }>(
        `SELECT w.id, o.before FROM audit_heads h JOIN workspaces w ON w.id = h.workspace_id
           CROSS JOIN LATERAL (SELECT date_trunc('day', now(), 'UTC') - w.keep_audit_days * interval '1 day' AS before) o
           JOIN audit_entries e ON e.workspace_id = h.workspace_id AND e.position = h.pruned_position + 1
         WHERE w.keep_audit_days IS NOT NULL AND e.at < o.before`,
      );
      return rows.map(({ id, before }) => ({ workspaceId: encodeId('ws', id), before }));
    },
    /** The oldest entries, as far as all of them are older than `before`; returns how many. The chain then begins after them. */
    prune: (workspaceId: string, before: Date): Promise<number> =>
      database.transaction((tx) => prune(tx, signer, workspaceId, before)),
  };
}

export type SealStore = ReturnType<typeof createSealStore>;

async function seal(tx: Queryable, signer: HeadSigner, workspaceId: string): Promise<number> {
  const workspace = decodeId('ws', workspaceId);
  const head = await lockHead(tx, signer, workspaceId);
  const { rows } = await tx.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position IS NULL ORDER BY id LIMIT ${SEALED_AT_ONCE}`,
    [workspace],
  );
  if (rows.length === 0) return 0;
  let { hash: previous } = head;
  const previousHashes: Buffer[] = [];
  const hashes: Buffer[] = [];
  for (const row of rows) {
    previousHashes.push(previous);
    previous = hashEntry(previous, workspaceId, toEntry(row));
    hashes.push(previous);
  }
  await tx.query(
    `UPDATE audit_entries e SET position = $2::bigint + g.number, previous_hash = g.previous_hash, hash = g.hash
     FROM unnest($3::uuid[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS g (id, previous_hash, hash, number)
     WHERE e.workspace_id = $1 AND e.id = g.id`,
    [workspace, head.position, rows.map(({ id }) => id), previousHashes, hashes],
  );
  await saveHead(tx, signer, workspaceId, { ...head, position: head.position + rows.length, hash: previous });
  return rows.length;
}

async function prune(tx: Queryable, signer: HeadSigner, workspaceId: string, before: Date): Promise<number> {
  const workspace = decodeId('ws', workspaceId);
  const head = await lockHead(tx, signer, workspaceId);
  const { rows } = await tx.query<{ position: string; hash: Buffer }>(
    `SELECT position, hash FROM audit_entries WHERE workspace_id = $1 AND position <= $3::bigint + ${PRUNED_AT_ONCE}
       AND position < coalesce((SELECT min(position) FROM audit_entries WHERE workspace_id = $1 AND position IS NOT NULL AND at >= $2), $4::bigint + 1)
     ORDER BY position DESC LIMIT 1`,
    [workspace, before, head.prunedPosition, head.position],
  );
  const [last] = rows;
  if (last === undefined) return 0;
  await tx.query('SELECT prune_audit_entries($1, $2)', [workspace, last.position]);
  const deleted = Number(last.position) - head.prunedPosition;
  await saveHead(tx, signer, workspaceId, { ...head, prunedPosition: Number(last.position), prunedHash: last.hash });
  await recordAudit(tx, {
    workspaceId,
    action: 'audit.pruned',
    target: { type: 'workspace', id: workspaceId },
    details: { entries: deleted, to_position: Number(last.position), hash: last.hash.toString('hex') },
  });
  return deleted;
}

/** Made where there is none: the chain begins. */
async function lockHead(tx: Queryable, signer: HeadSigner, workspaceId: string): Promise<ChainHead> {
  const workspace = decodeId('ws', workspaceId);
  const start: ChainEnds = { position: 0, hash: NO_HASH, prunedPosition: 0, prunedHash: NO_HASH };
  await tx.query(
    `INSERT INTO audit_heads (workspace_id, position, hash, sealed_at, pruned_position, pruned_hash, signature)
     VALUES ($1, 0, $2, now(), 0, $2, $3) ON CONFLICT (workspace_id) DO NOTHING`,
    [workspace, NO_HASH, signer.sign(workspaceId, start)],
  );
  const { rows } = await tx.query<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM audit_heads WHERE workspace_id = $1 FOR UPDATE`,
    [workspace],
  );
  if (rows[0] === undefined) throw new Error('the head of an audit chain that was just made is gone');
  return toHead(rows[0]);
}

/**
 * For a workspace that came from a deployment with another secret. An end with an invalid signature is left unchanged:
 * verification reports it.
 */
export async function signHeadAgain(
  tx: Queryable,
  workspaceId: string,
  { from, to }: { from: HeadSigner; to: HeadSigner },
): Promise<void> {
  const workspace = decodeId('ws', workspaceId);
  const { rows } = await tx.query<HeadRow>(`SELECT ${HEAD_COLUMNS} FROM audit_heads WHERE workspace_id = $1`, [
    workspace,
  ]);
  for (const head of rows.map(toHead))
    if (from.isSigned(workspaceId, head, head.signature))
      await tx.query('UPDATE audit_heads SET signature = $2 WHERE workspace_id = $1', [
        workspace,
        to.sign(workspaceId, head),
      ]);
}

async function saveHead(tx: Queryable, signer: HeadSigner, workspaceId: string, ends: ChainEnds): Promise<void> {
  await tx.query(
    `UPDATE audit_heads SET position = $2, hash = $3, pruned_position = $4, pruned_hash = $5, signature = $6, sealed_at = now()
     WHERE workspace_id = $1`,
    [
      decodeId('ws', workspaceId),
      ends.position,
      ends.hash,
      ends.prunedPosition,
      ends.prunedHash,
      signer.sign(workspaceId, ends),
    ],
  );
}
