/** Moves audit logs from one secret of the deployment to another. MACs and signatures are not part of the chains, so the chains stay unchanged. */
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { Secrets } from '../../../core/secret-box.ts';
import type { Queryable } from '../../../database/database.ts';
import { auditKeyOf, createHeadSigner, isAuthentic, macOf } from '../audit-entry.ts';
import { ENTRY_COLUMNS, type EntryRow, HEAD_COLUMNS, type HeadRow, toEntry, toHead } from './audit-rows.ts';

const PAGE = 500;

export interface MacPage {
  /** The last entry; undefined at the end of the table. */
  last: { workspace: string; id: string } | undefined;
  /** How many had a MAC of another secret. Wrong MACs are kept, so that verification reports them. */
  old: number;
}

/** Entries with a MAC of another secret get a MAC of the first one, unless they are only counted. */
export async function rotateMacs(
  tx: Queryable,
  [first, ...others]: Secrets,
  { after, isCount = false }: { after: MacPage['last']; isCount?: boolean },
): Promise<MacPage> {
  const { rows } = await tx.query<EntryRow & { workspace_id: string }>(
    `SELECT workspace_id, ${ENTRY_COLUMNS} FROM audit_entries WHERE (workspace_id, id) > ($1::uuid, $2::uuid) AND mac IS NOT NULL
     ORDER BY workspace_id, id LIMIT ${PAGE}`,
    [after?.workspace ?? NO_ID, after?.id ?? NO_ID],
  );
  const [key, otherKeys] = [auditKeyOf(first), others.map(auditKeyOf)];
  const changed = new Map<string, { ids: string[]; macs: Buffer[] }>();
  let old = 0;
  for (const row of rows) {
    const [workspaceId, entry] = [encodeId('ws', row.workspace_id), toEntry(row)];
    if (isAuthentic([key], workspaceId, entry) || !isAuthentic(otherKeys, workspaceId, entry)) continue;
    const { ids, macs } = changed.get(row.workspace_id) ?? { ids: [], macs: [] };
    changed.set(row.workspace_id, {
      ids: [...ids, row.id],
      macs: [...macs, macOf(key, workspaceId, entry)],
    });
    old += 1;
  }
  if (!isCount)
    for (const [workspace, { ids, macs }] of changed)
      await tx.query('SELECT replace_audit_macs($1, $2, $3)', [workspace, ids, macs]);
  const last = rows.length < PAGE ? undefined : rows.at(-1);
  return { old, last: last && { workspace: last.workspace_id, id: last.id } };
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Signs ends of chains that were signed with another secret with the first one; returns how many. */
export async function rotateHeads(tx: Queryable, secrets: Secrets, { isCount = false } = {}): Promise<number> {
  const [own, any] = [createHeadSigner([secrets[0]]), createHeadSigner(secrets)];
  const { rows } = await tx.query<HeadRow & { workspace_id: string }>(
    `SELECT workspace_id, ${HEAD_COLUMNS} FROM audit_heads ORDER BY workspace_id`,
  );
  const old = rows
    .map((row) => ({ workspaceId: encodeId('ws', row.workspace_id), head: toHead(row) }))
    .filter(
      ({ workspaceId, head }) =>
        !own.isSigned(workspaceId, head, head.signature) && any.isSigned(workspaceId, head, head.signature),
    );
  if (!isCount)
    for (const { workspaceId, head } of old)
      await tx.query('UPDATE audit_heads SET signature = $3 WHERE workspace_id = $1 AND signature = $2', [
        decodeId('ws', workspaceId),
        head.signature,
        own.sign(workspaceId, head),
      ]);
  return old.length;
}
