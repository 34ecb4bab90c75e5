/**
 * Kits and their versions in PostgreSQL. A version is immutable from the moment it is pushed; publishing moves the kit's pointer to the
 * live version and sets the version's publication time when it is published for the first time. Every method is one transaction.
 */

import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { toActorText, uuidOfActor } from '../../access/store/actor-column.ts';
import type { Actor } from '../../core/acting.ts';
import { decodeId } from '../../core/ids.ts';
import type { Database, Queryable, Statement } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import {
  type BrickMetadata,
  type BrickRow,
  type ContentRow,
  HEAD_COLUMNS,
  HEAD_TABLES,
  type HeadRow,
  KIT_COLUMNS,
  KIT_TABLES,
  type KitRow,
  type KitSummary,
  toBrick,
  toContent,
  toHead,
  toKitSummary,
  type VersionContent,
  type VersionHead,
} from './kit-rows.ts';
import { type KitDraft, makeLive, pushKit } from './store-version.ts';

/** How a kit is named. */
export type KitReference = { kitVersionId: string } | { kitId: string } | { kitCode: string } | { slug: string };

/** Which version of a kit; `newest` is the one pushed last, `live` the one that the kit's code refers to. */
export type VersionChoice = { version: number } | { kitVersionId: string } | 'newest' | 'live' | 'published_last';

/** Somebody published a version although it did not pass the kit's gate. */
export interface ForcedPublication {
  by: Actor;
  report: unknown;
}

export interface PublishOptions {
  by?: Actor | undefined;
  forced?: ForcedPublication | undefined;
  /** The live version whose gate was checked: another version may have another gate. */
  seen?: { live: string | undefined };
}

/** Topic of a notification: a workspace's kits have changed, so a name may now mean another version. */
export const KITS_CHANGED = 'kits_changed';

const LIVE_HEAD = `SELECT ${HEAD_COLUMNS} FROM kits k JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.id = k.live_version_id
  WHERE k.workspace_id = $1`;

const HEAD_BY_VERSION: Statement = {
  name: 'kit_head_by_version',
  text: `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES} WHERE v.workspace_id = $1 AND v.id = $2`,
};
const HEAD_BY_ID: Statement = { name: 'kit_head_by_id', text: `${LIVE_HEAD} AND k.id = $2` };
const HEAD_BY_CODE: Statement = { name: 'kit_head_by_code', text: `${LIVE_HEAD} AND k.code = $2` };
const HEAD_BY_SLUG: Statement = { name: 'kit_head_by_slug', text: `${LIVE_HEAD} AND k.slug = $2` };

const LOAD_CONTENT: Statement = {
  name: 'kit_content',
  text: 'SELECT document, brick_ids, bytes FROM kit_versions WHERE workspace_id = $1 AND id = $2',
};

export function createKitStore(database: Database) {
  return {
    ...changeStatements(database),
    ...readStatements(database),
  };
}

function changeStatements(database: Database) {
  return {
    /** The next version, or the newest one if it has the same hash. */
    push: (workspaceId: string, draft: KitDraft): Promise<{ head: VersionHead; isNew: boolean }> =>
      database.transaction((tx) => pushVersion(tx, workspaceId, draft)),

    /**
     * Undefined if the kit or the version does not exist; `refused` if `newest` would roll back, `changed` if the live version is not the
     * expected one. `forced` is recorded with it.
     */
    publish: (
      workspaceId: string,
      kitId: string,
      choice: VersionChoice,
      now: Date,
      { by, forced, seen }: PublishOptions = {},
    ): Promise<VersionHead | 'refused' | 'changed' | undefined> =>
      database.transaction(async (tx) => {
        const workspace = uuidOf(workspaceId);
        const { rows } = await tx.query<{ live_version_id: string | null }>(
          'SELECT live_version_id FROM kits WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
          [workspace, kitId],
        );
        if (rows[0] === undefined) return undefined;
        if (seen !== undefined && rows[0].live_version_id !== (seen.live ?? null)) return 'changed';
        const found = await findVersion(tx, workspace, kitId, choice);
        if (found === undefined) return undefined;
        // Without a named version only a draft can become live: an older version must never become live again by accident.
        if (choice === 'newest' && found.publishedAt !== undefined && !found.isLive) return 'refused';
        const isPublished = await makeLive(tx, workspace, { kitId, versionId: found.kitVersionId }, now, by);
        if (forced !== undefined) await recordForced(tx, workspace, found.kitVersionId, forced, now);
        if (isPublished)
          await recordAudit(tx, {
            workspaceId,
            ...auditOf(found),
            action: forced === undefined ? 'kit.published' : 'kit.published_by_force',
          });
        await notifyChanged(tx, workspaceId);
        return findVersion(tx, workspace, kitId, { kitVersionId: found.kitVersionId });
      }),

    async archive(workspaceId: string, kitId: string, now: Date): Promise<KitSummary | undefined> {
      const workspace = uuidOf(workspaceId);
      await database.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE kits SET live_version_id = NULL, archived_at = $3, updated_at = $3
           WHERE workspace_id = $1 AND id = $2 AND archived_at IS NULL`,
          [workspace, kitId, now],
        );
        await notifyChanged(tx, workspaceId);
        const target = { type: 'kit', id: kitId };
        if (rowCount === 1) await recordAudit(tx, { workspaceId, action: 'kit.archived', target });
      });
      return findKit(database, workspace, { kitId });
    },
  };
}

function readStatements(database: Database) {
  return {
    /** Whether runs of the live environment have used the kit. */
    async hasLiveRuns(workspaceId: string, kitId: string): Promise<boolean> {
      const { rows } = await database.query<{ used: boolean }>(
        `SELECT EXISTS (SELECT FROM runs WHERE workspace_id = $1 AND environment = 'live' AND kit_id = $2 AND type <> 'backfill') AS used`,
        [uuidOf(workspaceId), kitId],
      );
      return rows[0]?.used === true;
    },

    findKit: (workspaceId: string, reference: KitReference): Promise<KitSummary | undefined> =>
      findKit(database.lookUps, uuidOf(workspaceId), reference),

    async listKits(
      workspaceId: string,
      { archived, before, limit }: { archived: boolean; before: string | undefined; limit: number },
    ): Promise<KitSummary[]> {
      const { rows } = await database.reads.query<KitRow>(
        `SELECT ${KIT_COLUMNS} FROM ${KIT_TABLES}
         WHERE k.workspace_id = $1 AND (k.archived_at IS NOT NULL) = $2 AND ($3::uuid IS NULL OR k.id < $3) ORDER BY k.id DESC LIMIT $4`,
        [uuidOf(workspaceId), archived, before ?? null, limit],
      );
      return rows.map(toKitSummary);
    },

    async listVersions(
      workspaceId: string,
      kitId: string,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<VersionHead[]> {
      const { rows } = await database.reads.query<HeadRow>(
        `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES}
         WHERE v.workspace_id = $1 AND v.kit_id = $2 AND ($3::integer IS NULL OR v.version < $3) ORDER BY v.version DESC LIMIT $4`,
        [uuidOf(workspaceId), kitId, before ?? null, limit],
      );
      return rows.map(toHead);
    },

    /** By version id exactly that version, by anything else the live one. One indexed query. */
    async findHead(workspaceId: string, reference: KitReference): Promise<VersionHead | undefined> {
      const { statement, value } = headStatement(reference);
      const { rows } = await database.query<HeadRow>(statement, [uuidOf(workspaceId), value]);
      return rows[0] && toHead(rows[0]);
    },

    findVersion: (workspaceId: string, kitId: string, choice: VersionChoice): Promise<VersionHead | undefined> =>
      findVersion(database.lookUps, uuidOf(workspaceId), kitId, choice),

    /** The newest version with this content that was live before. */
    async findPublished(workspaceId: string, kitId: string, hash: Buffer): Promise<VersionHead | undefined> {
      const { rows } = await database.query<HeadRow>(
        `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES} WHERE v.workspace_id = $1 AND v.kit_id = $2 AND v.hash = $3 AND v.published_at IS NOT NULL
         ORDER BY v.version DESC LIMIT 1`,
        [uuidOf(workspaceId), kitId, hash],
      );
      return rows[0] && toHead(rows[0]);
    },

    async loadContent(workspaceId: string, kitVersionId: string): Promise<VersionContent | undefined> {
      const { rows } = await database.lookUps.query<ContentRow>(LOAD_CONTENT, [uuidOf(workspaceId), kitVersionId]);
      return rows[0] && toContent(rows[0]);
    },

    async findBricks(workspaceId: string, brickIds: readonly string[]): Promise<BrickMetadata[]> {
      const { rows } = await database.query<BrickRow>(
        `SELECT b.id, b.key, b.name, b.type, b.kit_id, k.code
         FROM bricks b JOIN kits k ON k.workspace_id = b.workspace_id AND k.id = b.kit_id
         WHERE b.workspace_id = $1 AND b.id = ANY ($2::uuid[])`,
        [uuidOf(workspaceId), [...brickIds]],
      );
      return rows.map(toBrick);
    },
  };
}

/** In the transaction that creates the version. */
export async function pushVersion(
  tx: Queryable,
  workspaceId: string,
  draft: KitDraft,
): Promise<{ head: VersionHead; isNew: boolean }> {
  const { head, isNew, isPublished } = await pushKit(tx, uuidOf(workspaceId), draft);
  if (draft.publish) await notifyChanged(tx, workspaceId);
  const record = { workspaceId, ...auditOf(head) };
  if (isNew) await recordAudit(tx, { ...record, action: 'kit.pushed' });
  if (isPublished) await recordAudit(tx, { ...record, action: 'kit.published' });
  return { head, isNew };
}

export type KitStore = ReturnType<typeof createKitStore>;

/** The name of a version in the audit log. */
function auditOf({ kitId, slug, kitVersionId, version }: VersionHead) {
  return { target: { type: 'kit', id: kitId, name: slug }, details: { version, kit_version_id: kitVersionId } };
}

async function notifyChanged(tx: Queryable, workspaceId: string): Promise<void> {
  await notify(tx, `${KITS_CHANGED}:${workspaceId}`);
}

function headStatement(reference: KitReference): { statement: Statement; value: string } {
  if ('kitVersionId' in reference) return { statement: HEAD_BY_VERSION, value: reference.kitVersionId };
  if ('kitId' in reference) return { statement: HEAD_BY_ID, value: reference.kitId };
  if ('kitCode' in reference) return { statement: HEAD_BY_CODE, value: reference.kitCode };
  return { statement: HEAD_BY_SLUG, value: reference.slug };
}

async function findKit(on: Queryable, workspace: string, reference: KitReference) {
  if ('kitVersionId' in reference) return undefined;
  const [column, value] =
    'kitId' in reference
      ? ['id', reference.kitId]
      : 'kitCode' in reference
        ? ['code', reference.kitCode]
        : ['slug', reference.slug];
  const { rows } = await on.query<KitRow>(
    `SELECT ${KIT_COLUMNS} FROM ${KIT_TABLES} WHERE k.workspace_id = $1 AND k.${column} = $2`,
    [workspace, value],
  );
  return rows[0] && toKitSummary(rows[0]);
}

async function findVersion(
  on: Queryable,
  workspace: string,
  kitId: string,
  choice: VersionChoice,
): Promise<VersionHead | undefined> {
  const [condition, value] =
    choice === 'newest'
      ? ['v.version = k.newest_version', undefined]
      : choice === 'live'
        ? ['v.id = k.live_version_id', undefined]
        : choice === 'published_last'
          ? ['v.published_at IS NOT NULL ORDER BY v.published_at DESC, v.version DESC LIMIT 1', undefined]
          : 'version' in choice
            ? ['v.version = $3', choice.version]
            : ['v.id = $3', choice.kitVersionId];
  const { rows } = await on.query<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM ${HEAD_TABLES} WHERE v.workspace_id = $1 AND v.kit_id = $2 AND ${condition}`,
    [workspace, kitId, ...(value === undefined ? [] : [value])],
  );
  return rows[0] && toHead(rows[0]);
}

function uuidOf(workspaceId: string): string {
  const uuid = decodeId('ws', workspaceId);
  if (uuid === undefined) throw new Error('storage was given an invalid workspace id');
  return uuid;
}

async function recordForced(
  tx: Queryable,
  workspace: string | undefined,
  kitVersionId: string,
  { by, report }: ForcedPublication,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO forced_publications (workspace_id, kit_version_id, key_id, report, created_at, actor) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, kit_version_id) DO UPDATE SET key_id = $3, report = $4, created_at = $5, actor = $6`,
    [workspace, kitVersionId, uuidOfActor(by), JSON.stringify(report), now, toActorText(by)],
  );
}
