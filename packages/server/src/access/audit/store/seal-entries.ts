/**
 * Sealing gives entries their positions and hashes, one workspace after the other. The head's row is locked meanwhile,
 * so there is one chain even if two nodes believe they lead. Writing an entry never waits for it. A chain that is not what this node knows
 * of it is left as it is: sealing it again would sign a forgery.
 */
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Database, Queryable } from '../../../database/database.ts';
import { type ChainEnds, type HeadSigner, hashEntry, NO_HASH } from '../audit-entry.ts';
import type { Checkpoints } from '../checkpoints.ts';
import { type Conflict, conflictOf } from '../compare-head.ts';
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
const PRUNED_AT_ONCE = 2_000;

export interface KnownHead {
  workspaceId: string;
  head: ChainHead | undefined;
  conflict: Conflict | undefined;
}

export interface SealStoreOptions {
  signer: HeadSigner;
  checkpoints: Checkpoints;
}

export function createSealStore(database: Database, options: SealStoreOptions) {
  const { signer, checkpoints } = options;
  /** What was changed is known from now on. */
  const changing = async (
    workspaceId: string,
    change: (tx: Queryable, head: ChainHead) => Promise<{ count: number; ends: ChainEnds } | Conflict>,
  ): Promise<number | Conflict> => {
    const changed = await database.transaction(async (tx) => {
      const head = await lockHead(tx, options, workspaceId);
      return 'kind' in head ? head : change(tx, head);
    });
    if ('kind' in changed) return changed;
    checkpoints.set(workspaceId, changed.ends);
    return changed.count;
  };
  return {
    /** Workspaces with entries that wait to be sealed. */
    async unsealedWorkspaces(): Promise<string[]> {
      const { rows } = await database.query<{ workspace_id: string }>(
        'SELECT DISTINCT workspace_id FROM audit_entries WHERE position IS NULL',
      );
      return rows.map(({ workspace_id }) => encodeId('ws', workspace_id));
    },
    /** The oldest that wait; returns how many. */
    seal: (workspaceId: string): Promise<number | Conflict> =>
      changing(workspaceId, (tx, head) => seal(tx, signer, workspaceId, head)),
    /** Every chain that there is or was known, compared with what is known of it. */
    async heads(): Promise<KnownHead[]> {
      const known = checkpoints.workspaces();
      const { rows } = await database.query<Partial<HeadRow> & { id: string; known_hash: Buffer | null }>(
        `SELECT w.id, ${HEAD_COLUMNS.replaceAll(/(\w+)/g, 'h.$1')}, e.hash AS known_hash
         FROM workspaces w LEFT JOIN audit_heads h ON h.workspace_id = w.id
           LEFT JOIN unnest($1::uuid[], $2::bigint[]) k (id, position) ON k.id = w.id
           LEFT JOIN audit_entries e ON e.workspace_id = w.id AND e.position = k.position`,
        [known.map((id) => decodeId('ws', id)), known.map((id) => checkpoints.of(id)?.position)],
      );
      return rows.map(({ id, known_hash, ...row }) => {
        const workspaceId = encodeId('ws', id);
        const head = row.signature ? toHead(row as HeadRow) : undefined;
        const conflict = conflictOf(signer, workspaceId, checkpoints.of(workspaceId), head, known_hash ?? undefined);
        return { workspaceId, head, conflict };
      });
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
    prune: (workspaceId: string, before: Date): Promise<number | Conflict> =>
      changing(workspaceId, (tx, head) => prune(tx, signer, workspaceId, head, before)),
  };
}

export type SealStore = ReturnType<typeof createSealStore>;

async function seal(tx: Queryable, signer: HeadSigner, workspaceId: string, head: ChainHead) {
  const workspace = decodeId('ws', workspaceId);
  const { rows } = await tx.query<EntryRow>(
    // What a migration wrote into an empty log comes first: its id tells no time, and after an entry with a MAC it would count as a forgery.
    `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position IS NULL
     ORDER BY (mac IS NULL AND action = 'audit.started') DESC, id LIMIT ${SEALED_AT_ONCE}`,
    [workspace],
  );
  if (rows.length === 0) return { count: 0, ends: head };
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
  const macFrom = head.macFrom ?? firstMac(head, rows);
  const ends = { ...head, position: head.position + rows.length, hash: previous, macFrom };
  await saveHead(tx, signer, workspaceId, ends);
  return { count: rows.length, ends };
}

/** Only a chain that is older than MACs begins with entries that have none. */
function firstMac(head: ChainHead, rows: readonly EntryRow[]): number | undefined {
  const first = rows.findIndex(
    ({ mac, action }) => mac !== null || (head.position === 0 && action !== 'audit.started'),
  );
  return first < 0 ? undefined : head.position + first + 1;
}

/** What is deleted is checked first: whoever set times back would have the service itself remove what they did. */
async function prune(tx: Queryable, signer: HeadSigner, workspaceId: string, head: ChainHead, before: Date) {
  const workspace = decodeId('ws', workspaceId);
  const { rows } = await tx.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position > $3::bigint AND position <= $3::bigint + ${PRUNED_AT_ONCE}
       AND position < coalesce((SELECT min(position) FROM audit_entries WHERE workspace_id = $1 AND position IS NOT NULL AND at >= $2), $4::bigint + 1)
     ORDER BY position`,
    [workspace, before, head.prunedPosition, head.position],
  );
  let last = { position: head.prunedPosition, hash: head.prunedHash };
  for (const row of rows) {
    const entry = toEntry(row);
    const position = last.position + 1;
    const hash = hashEntry(last.hash, workspaceId, entry);
    if (entry.sealed?.position !== position || !entry.sealed.hash.equals(hash))
      return { kind: 'changed', position, detail: 'An entry that retention would delete was changed.' } as const;
    last = { position, hash };
  }
  if (rows.length === 0) return { count: 0, ends: head };
  await tx.query('SELECT prune_audit_entries($1, $2)', [workspace, last.position]);
  const ends = { ...head, prunedPosition: last.position, prunedHash: last.hash };
  await saveHead(tx, signer, workspaceId, ends);
  await recordAudit(tx, {
    workspaceId,
    action: 'audit.pruned',
    target: { type: 'workspace', id: workspaceId },
    details: { entries: rows.length, to_position: last.position, hash: last.hash.toString('hex') },
  });
  return { count: rows.length, ends };
}

/** Made where there is none and none was known: the chain begins. */
async function lockHead(
  tx: Queryable,
  { signer, checkpoints }: SealStoreOptions,
  workspaceId: string,
): Promise<ChainHead | Conflict> {
  const workspace = decodeId('ws', workspaceId);
  const known = checkpoints.of(workspaceId);
  const { rows: last } = await tx.query<{ position: string | null }>(
    'SELECT max(position) AS position FROM audit_entries WHERE workspace_id = $1',
    [workspace],
  );
  const end = Number(last[0]?.position ?? 0);
  if (known === undefined && end === 0) await insertHead(tx, signer, workspaceId);
  const { rows } = await tx.query<HeadRow & { known_hash: Buffer | null }>(
    `SELECT ${HEAD_COLUMNS}, (SELECT e.hash FROM audit_entries e WHERE e.workspace_id = $1 AND e.position = $2) AS known_hash
     FROM audit_heads WHERE workspace_id = $1 FOR UPDATE`,
    [workspace, known?.position ?? 0],
  );
  const head = rows[0] && toHead(rows[0]);
  const conflict = conflictOf(signer, workspaceId, known, head, rows[0]?.known_hash ?? undefined);
  if (conflict !== undefined) return conflict;
  if (head === undefined) return { kind: 'removed', position: end, detail: 'The end of the chain is gone.' };
  // Read before the head was locked, so never beyond it.
  if (end > head.position)
    return { kind: 'inserted', position: end, detail: 'There are entries after the signed end of the chain.' };
  return head;
}

export async function insertHead(tx: Queryable, signer: HeadSigner, workspaceId: string): Promise<void> {
  const start: ChainEnds = {
    ...{ position: 0, hash: NO_HASH, prunedPosition: 0, prunedHash: NO_HASH },
    ...{ macFrom: undefined, epoch: 0 },
  };
  await tx.query(
    `INSERT INTO audit_heads (workspace_id, position, hash, sealed_at, pruned_position, pruned_hash, signature)
     VALUES ($1, 0, $2, now(), 0, $2, $3) ON CONFLICT (workspace_id) DO NOTHING`,
    [decodeId('ws', workspaceId), NO_HASH, signer.sign(workspaceId, start)],
  );
}

export async function saveHead(tx: Queryable, signer: HeadSigner, workspaceId: string, ends: ChainEnds): Promise<void> {
  await tx.query(
    `UPDATE audit_heads SET position = $2, hash = $3, pruned_position = $4, pruned_hash = $5, mac_from = $6, epoch = $7, signature = $8, sealed_at = now()
     WHERE workspace_id = $1`,
    [
      decodeId('ws', workspaceId),
      ends.position,
      ends.hash,
      ends.prunedPosition,
      ends.prunedHash,
      ends.macFrom ?? null,
      ends.epoch,
      signer.sign(workspaceId, ends),
    ],
  );
}
