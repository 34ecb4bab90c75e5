/**
 * The transaction of a push. The kit's row is locked first, so that concurrent pushes of one kit run one after the other:
 * each sees the newest version, and no two get the same number.
 */

import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { toActorText } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import type { Queryable } from '../../database/database.ts';
import { HEAD_COLUMNS, HEAD_TABLES, type HeadRow, toHead, type VersionHead } from './kit-rows.ts';

export interface KitDraft {
  kit: Kit;
  hash: Buffer;
  bytes: number;
  publish: boolean;
  by: Actor | undefined;
  now: Date;
  newId(): string;
  /** Called until it returns a code that was never used. */
  newCode(): string;
}

interface LockedKit {
  id: string;
  newest_version: number;
}

export async function pushKit(
  tx: Queryable,
  workspaceId: string,
  draft: KitDraft,
): Promise<{ head: VersionHead; isNew: boolean; isPublished: boolean }> {
  const kit = await lockKit(tx, workspaceId, draft);
  const newest = await findByNumber(tx, workspaceId, kit.id, kit.newest_version);
  const isNew = newest === undefined || !newest.hash.equals(draft.hash);
  const versionId = isNew ? await insertVersion(tx, workspaceId, kit, draft) : newest.id;
  await tx.query(
    `UPDATE kits SET archived_at = NULL, updated_at = CASE WHEN $3 OR $4 OR archived_at IS NOT NULL THEN $5 ELSE updated_at END
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, kit.id, isNew, draft.publish, draft.now],
  );
  const isPublished =
    draft.publish && (await makeLive(tx, workspaceId, { kitId: kit.id, versionId }, draft.now, draft.by));
  const { rows } = await tx.query<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES} WHERE v.workspace_id = $1 AND v.id = $2`,
    [workspaceId, versionId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a pushed version was not found within its own transaction');
  return { head: toHead(row), isNew, isPublished };
}

/** Sets the version's first publication time and makes it live; false if it was already live. */
export async function makeLive(
  tx: Queryable,
  workspaceId: string,
  { kitId, versionId }: { kitId: string; versionId: string },
  now: Date,
  by: Actor | undefined,
): Promise<boolean> {
  await tx.query(
    'UPDATE kit_versions SET published_at = $3, published_by = $4 WHERE workspace_id = $1 AND id = $2 AND published_at IS NULL',
    [workspaceId, versionId, now, by === undefined ? null : toActorText(by)],
  );
  const { rowCount } = await tx.query(
    `UPDATE kits SET live_version_id = $3, archived_at = NULL, updated_at = $4
     WHERE workspace_id = $1 AND id = $2 AND live_version_id IS DISTINCT FROM $3`,
    [workspaceId, kitId, versionId, now],
  );
  return rowCount === 1;
}

async function lockKit(tx: Queryable, workspaceId: string, draft: KitDraft): Promise<LockedKit> {
  const known = await selectForUpdate(tx, workspaceId, draft.kit.kit);
  if (known !== undefined) return known;
  const code = await takeCode(tx, draft);
  const { rowCount } = await tx.query(
    `INSERT INTO kits (workspace_id, id, code, slug, name, description, newest_version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $7) ON CONFLICT (workspace_id, slug) DO NOTHING`,
    [workspaceId, draft.newId(), code, draft.kit.kit, draft.kit.name, draft.kit.description ?? null, draft.now],
  );
  // Somebody else pushed the same new kit at the same moment; our code was never shown to anyone.
  if (rowCount === 0) await tx.query('DELETE FROM kit_codes WHERE code = $1', [code]);
  const made = await selectForUpdate(tx, workspaceId, draft.kit.kit);
  if (made === undefined) throw new Error('a new kit was not found within its own transaction');
  return made;
}

async function selectForUpdate(tx: Queryable, workspaceId: string, slug: string): Promise<LockedKit | undefined> {
  const { rows } = await tx.query<LockedKit>(
    'SELECT id, newest_version FROM kits WHERE workspace_id = $1 AND slug = $2 FOR UPDATE',
    [workspaceId, slug],
  );
  return rows[0];
}

async function takeCode(tx: Queryable, draft: KitDraft): Promise<string> {
  for (;;) {
    const code = draft.newCode();
    const { rowCount } = await tx.query('INSERT INTO kit_codes (code) VALUES ($1) ON CONFLICT DO NOTHING', [code]);
    if (rowCount === 1) return code;
  }
}

async function findByNumber(
  tx: Queryable,
  workspaceId: string,
  kitId: string,
  version: number,
): Promise<{ id: string; hash: Buffer } | undefined> {
  const { rows } = await tx.query<{ id: string; hash: Buffer }>(
    'SELECT id, hash FROM kit_versions WHERE workspace_id = $1 AND kit_id = $2 AND version = $3',
    [workspaceId, kitId, version],
  );
  return rows[0];
}

async function insertVersion(tx: Queryable, workspaceId: string, kit: LockedKit, draft: KitDraft): Promise<string> {
  const versionId = draft.newId();
  const version = kit.newest_version + 1;
  await tx.query(
    `INSERT INTO kit_versions (workspace_id, id, kit_id, version, document, bytes, hash, brick_ids, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      workspaceId,
      versionId,
      kit.id,
      version,
      JSON.stringify(draft.kit),
      draft.bytes,
      draft.hash,
      await keepBricks(tx, workspaceId, kit.id, draft),
      draft.now,
    ],
  );
  await tx.query(
    'UPDATE kits SET newest_version = $3, name = $4, description = $5 WHERE workspace_id = $1 AND id = $2',
    [workspaceId, kit.id, version, draft.kit.name, draft.kit.description ?? null],
  );
  return versionId;
}

/** The ids of the draft's bricks in its order: existing ids for bricks with the same key and type, otherwise new ones. */
async function keepBricks(tx: Queryable, workspaceId: string, kitId: string, draft: KitDraft): Promise<string[]> {
  const { bricks } = draft.kit;
  const { rows } = await tx.query<{ id: string; key: string }>(
    `INSERT INTO bricks (workspace_id, kit_id, id, key, type, name)
     SELECT $1, $2, b.id, b.key, b.type, b.name FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) AS b (id, key, type, name)
     ON CONFLICT (workspace_id, kit_id, key, type) DO UPDATE SET name = EXCLUDED.name
     RETURNING id, key`,
    [
      workspaceId,
      kitId,
      bricks.map(() => draft.newId()),
      bricks.map(({ key }) => key),
      bricks.map(({ type }) => type),
      bricks.map(({ name }) => name),
    ],
  );
  const idOf = new Map(rows.map(({ key, id }) => [key, id]));
  return bricks.map(({ key }) => idOf.get(key) ?? '');
}
