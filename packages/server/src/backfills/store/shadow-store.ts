/** Shadows in PostgreSQL: backfills that get runs as they end. */
import type { Environment } from '@brickwork/contract';
import { recordAudit } from '../../access/audit/store/record-audit.ts';
import { decodeId, encodeId } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { IS_IT } from '../../jobs/store/job-records.ts';
import type { Backfill } from '../backfill.ts';
import { type BackfillRow, COLUMNS, toBackfill } from './backfill-rows.ts';
import { leftOpen, stopBackfill } from './stop-backfill.ts';

export interface NewShadow extends Scope {
  /** If the active shadow has the same version and engine, it is changed instead. */
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  share: number;
  maxMicroCredits: number | undefined;
  now: Date;
}

/** A shadow that has runs to start or to count. */
export interface ShadowToFeed {
  scope: Scope;
  backfillId: string;
  kitVersionId: string;
  engine: 'auto' | 'local';
  /** When a run of it was last started. */
  fedAt: Date;
}

export function createShadowStore(database: Database) {
  return {
    /** Starts or changes the shadow of a kit; `open` are the open runs of the kit's cancelled shadows. */
    putShadow: (shadow: NewShadow): Promise<{ backfillId: string; open: string[] }> =>
      database.transaction(async (tx) => {
        const put = await putShadow(tx, shadow);
        const { workspaceId, environment, kitId, kitVersion, engine, share } = shadow;
        await recordAudit(tx, {
          workspaceId,
          environment,
          action: 'shadow.saved',
          target: { type: 'kit', id: kitId },
          details: { version: kitVersion, engine, share },
        });
        return put;
      }),
    /** The active one, otherwise the last one. */
    async findShadow(scope: Scope, kitId: string): Promise<Backfill | undefined> {
      const { rows } = await database.query<BackfillRow>(
        `SELECT ${COLUMNS} FROM backfills j WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND share IS NOT NULL ORDER BY id DESC LIMIT 1`,
        [...keyOf(scope), kitId],
      );
      return rows[0] && toBackfill(rows[0]);
    },
    async shadowsToFeed(): Promise<ShadowToFeed[]> {
      const has = (state: string) => `EXISTS (SELECT 1 FROM backfill_runs i
        WHERE i.workspace_id = b.workspace_id AND i.environment = b.environment AND i.backfill_id = b.id AND i.state = '${state}')`;
      const { rows } = await database.query<{
        workspace_id: string;
        environment: Environment;
        id: string;
        kit_version_id: string;
        engine: 'auto' | 'local';
        fed_at: Date;
      }>({
        name: 'shadows_to_feed',
        text: `SELECT workspace_id, environment, id, kit_version_id, engine, coalesce(fed_at, created_at) AS fed_at FROM backfills b
               WHERE share IS NOT NULL AND status = 'running' AND (${has('waiting')} OR ${has('open')})`,
      });
      return rows.map(({ workspace_id, environment, id, kit_version_id, engine, fed_at }) => ({
        scope: { workspaceId: encodeId('ws', workspace_id), environment },
        backfillId: encodeId('bfl', id),
        kitVersionId: kit_version_id,
        engine,
        fedAt: fed_at,
      }));
    },
    /** Ends a shadow that has reached its cap. */
    async endCapped(scope: Scope, backfillId: string, now: Date): Promise<void> {
      await database.transaction((tx) => stopBackfill(tx, scope, decodeId('bfl', backfillId) ?? '', 'capped', now));
    },
  };
}

async function putShadow(tx: Queryable, shadow: NewShadow): Promise<{ backfillId: string; open: string[] }> {
  const { kitId, kitVersionId, kitVersion, engine, share, maxMicroCredits = null, now } = shadow;
  // Two requests for one kit are processed one after the other.
  await tx.query('SELECT 1 FROM kits WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    decodeId('ws', shadow.workspaceId),
    kitId,
  ]);
  const { rows } = await tx.query<{ id: string; kit_version_id: string; engine: string }>(
    `SELECT id, kit_version_id, engine FROM backfills
     WHERE workspace_id = $1 AND environment = $2 AND kit_id = $3 AND share IS NOT NULL AND status = 'running' FOR NO KEY UPDATE`,
    [...keyOf(shadow), kitId],
  );
  const [current] = rows;
  if (current?.kit_version_id === kitVersionId && current.engine === engine) {
    await tx.query(`UPDATE backfills SET share = $4, max_micro_credits = $5 WHERE ${IS_IT}`, [
      ...keyOf(shadow),
      current.id,
      share,
      maxMicroCredits,
    ]);
    return {
      backfillId: encodeId('bfl', current.id),
      open: await leftOpen(tx, shadow, { shadowsOfKit: kitId }),
    };
  }
  if (current !== undefined) await stopBackfill(tx, shadow, current.id, 'cancelled', now);
  await tx.query(
    `INSERT INTO backfills (workspace_id, environment, id, kit_id, kit_version_id, kit_version, engine, filter, share, max_micro_credits,
       sends_events, status, total, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', $8, $9, false, 'running', 0, $10)`,
    [
      ...keyOf(shadow),
      decodeId('bfl', shadow.backfillId),
      kitId,
      kitVersionId,
      kitVersion,
      engine,
      share,
      maxMicroCredits,
      now,
    ],
  );
  return { backfillId: shadow.backfillId, open: await leftOpen(tx, shadow, { shadowsOfKit: kitId }) };
}
