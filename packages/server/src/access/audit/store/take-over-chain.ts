/** Lets chains continue that differ from the known ones: of a workspace that was moved here, or after an older copy was restored. */
import { decodeId } from '../../../core/ids.ts';
import type { Queryable } from '../../../database/database.ts';
import { type HeadSigner, NO_HASH } from '../audit-entry.ts';
import { ENTRY_COLUMNS, type EntryRow, HEAD_COLUMNS, type HeadRow, toEntry, toHead } from './audit-rows.ts';
import { recordAudit } from './record-audit.ts';
import { insertHead, saveHead } from './seal-entries.ts';

/**
 * For a workspace from a deployment with another secret: its entries have MACs of that secret, so the signed end vouches for them. An
 * unsigned end is left unchanged, so that verification reports it.
 */
export async function signHeadAgain(
  tx: Queryable,
  workspaceId: string,
  { from, to }: { from: HeadSigner; to: HeadSigner },
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<HeadRow & { unsealed: number }>(
    `SELECT ${HEAD_COLUMNS}, (SELECT count(*)::int FROM audit_entries e WHERE e.workspace_id = $1 AND e.position IS NULL) AS unsealed
     FROM audit_heads WHERE workspace_id = $1`,
    [decodeId('ws', workspaceId)],
  );
  for (const row of rows) {
    const head = toHead(row);
    if (!from.isSigned(workspaceId, head, head.signature)) continue;
    const macFrom = head.position + row.unsealed + 1;
    await saveHead(tx, to, workspaceId, { ...head, macFrom, epoch: epochOf(now) });
  }
}

const epochOf = (now: Date): number => Math.floor(now.getTime() / 1_000);

/** The chain continues from its last entry; every node accepts it, because the head has a later epoch. An entry records this permanently. */
export async function acceptChain(tx: Queryable, signer: HeadSigner, workspaceId: string, now: Date): Promise<void> {
  const workspace = decodeId('ws', workspaceId);
  await insertHead(tx, signer, workspaceId);
  const { rows } = await tx.query<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM audit_heads WHERE workspace_id = $1 FOR UPDATE`,
    [workspace],
  );
  const [head] = rows.map(toHead);
  const ends = await tx.query<EntryRow>(
    `(SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position IS NOT NULL ORDER BY position LIMIT 1)
     UNION ALL (SELECT ${ENTRY_COLUMNS} FROM audit_entries WHERE workspace_id = $1 AND position IS NOT NULL ORDER BY position DESC LIMIT 1)`,
    [workspace],
  );
  const [first, last] = ends.rows.map((row) => toEntry(row).sealed);
  const started = last === undefined ? await beginsWithoutMac(tx, workspace) : 0;
  const isOurs = head !== undefined && signer.isSigned(workspaceId, head, head.signature);
  await saveHead(tx, signer, workspaceId, {
    position: last?.position ?? 0,
    hash: last?.hash ?? NO_HASH,
    prunedPosition: (first?.position ?? 1) - 1,
    prunedHash: first?.previousHash ?? NO_HASH,
    macFrom: (isOurs ? head.macFrom : undefined) ?? (last?.position ?? 0) + started + 1,
    epoch: epochOf(now),
  });
  await recordAudit(tx, {
    workspaceId,
    action: 'audit.accepted',
    target: { type: 'workspace', id: workspaceId },
    details: { from_position: (last?.position ?? 0) + 1 },
  });
}

/** How many entries a migration wrote into a log that has not been sealed yet: they are sealed first. */
async function beginsWithoutMac(tx: Queryable, workspace: string | undefined): Promise<number> {
  const { rowCount } = await tx.query(
    `SELECT FROM audit_entries WHERE workspace_id = $1 AND position IS NULL AND mac IS NULL AND action = 'audit.started' LIMIT 1`,
    [workspace],
  );
  return rowCount ?? 0;
}
