/** Dimensions in PostgreSQL, and the values that runs have for them. */
import { recordAudit, recordChanges } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { occurredOf } from './answers/answer-conditions.ts';
import { settleAnswers } from './answers/waiting-answers.ts';

interface DimensionRow {
  name: string;
  /** Undefined: a built-in one that was deleted. */
  metadataKey: string | undefined;
  label: string;
}

export interface DimensionValue {
  value: string;
  runs: number;
}

export interface ValuesQuery {
  key: string;
  /** Part of the value, ignoring case. */
  prefix: string;
  limit: number;
  kitId: string | undefined;
}

/** Values of conversations that took place in the last year. */
const DAYS = 365;
/** Read one by one: enough for the few days that are not aggregated. */
const MOST_RUNS = 200_000;

export function createDimensionStore(database: Database) {
  return {
    async rows(workspaceId: string): Promise<DimensionRow[]> {
      return readRows(database.reads, decodeId('ws', workspaceId) ?? '');
    },
    /** The same for a workspace by its UUID. */
    rowsOf: (workspace: string): Promise<DimensionRow[]> => readRows(database.reads, workspace),
    /** One change of a workspace after the other: `change` sees all rows as they are now, and may still refuse. */
    async save(workspaceId: string, now: Date, change: (rows: readonly DimensionRow[]) => DimensionRow): Promise<void> {
      await database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        await tx.query('SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
        const all = await readRows(tx, id ?? '');
        const { name, metadataKey, label } = change(all);
        const before = all.find((row) => row.name === name);
        await tx.query(
          `INSERT INTO dimensions (workspace_id, name, metadata_key, label, updated_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (workspace_id, name) DO UPDATE SET metadata_key = excluded.metadata_key, label = excluded.label, updated_at = excluded.updated_at`,
          [id, name, metadataKey ?? null, label, now],
        );
        const record = { workspaceId, target: { type: 'dimension', id: name, name: label } };
        if (metadataKey === undefined) await recordAudit(tx, { ...record, action: 'dimension.deleted' });
        else
          await recordChanges(
            tx,
            { ...record, action: 'dimension.saved' },
            before && { metadata_key: before.metadataKey ?? null, label: before.label },
            { metadata_key: metadataKey, label },
          );
      });
    },
    /** Counts the same runs as insights: those that ended and were not erased, without sandbox and backfill runs. */
    async values(scope: Scope, { key, prefix, limit, kitId }: ValuesQuery): Promise<DimensionValue[]> {
      await settleAnswers(database, scope);
      const { rows } = await database.stale.query<{ value: string; runs: string }>(VALUES, [
        decodeId('ws', scope.workspaceId),
        scope.environment,
        key,
        `${prefix.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
        limit,
        kitId ?? null,
      ]);
      return rows.map(({ value, runs }) => ({ value, runs: Number(runs) }));
    },
  };
}

export type DimensionStore = ReturnType<typeof createDimensionStore>;

async function readRows(on: Pick<Queryable, 'query'>, workspace: string): Promise<DimensionRow[]> {
  const { rows } = await on.query<{ name: string; metadata_key: string | null; label: string }>(
    {
      name: 'dimensions_of',
      text: 'SELECT name, metadata_key, label FROM dimensions WHERE workspace_id = $1 ORDER BY name',
    },
    [workspace],
  );
  return rows.map(({ name, metadata_key, label }) => ({ name, metadataKey: metadata_key ?? undefined, label }));
}

/** Days that are added up by the key, with the runs that were added since, and the runs of all others. Corrections leave metadata as it is. */
const VALUES = `
  WITH own AS MATERIALIZED (SELECT k.id AS kit_id, w.timezone, (now() AT TIME ZONE w.timezone)::date AS today FROM kits k JOIN workspaces w ON w.id = k.workspace_id
    WHERE k.workspace_id = $1 AND ($6::uuid IS NULL OR k.id = $6::uuid)),
  built AS MATERIALIZED (SELECT d.kit_id, d.day, s.set FROM own JOIN insight_days d ON d.kit_id = own.kit_id
      CROSS JOIN LATERAL (SELECT (o.number - 1)::smallint AS set FROM jsonb_array_elements(d.sets) WITH ORDINALITY o (own, number)
        WHERE o.number > 1 AND o.own -> 'keys' ? $3 ORDER BY o.number LIMIT 1) s
    WHERE d.workspace_id = $1 AND d.environment = $2 AND d.span = 'day' AND d.built AND d.day BETWEEN own.today - ${DAYS} AND own.today + 1),
  counted AS (
    SELECT c.cell ->> $3 AS value, sum(c.count) AS runs FROM built b CROSS JOIN LATERAL (SELECT cell, count FROM insight_cells i
      WHERE i.workspace_id = $1 AND i.environment = $2 AND i.kit_id = b.kit_id AND i.day = b.day AND i.set = b.set AND i.span = 'day' AND i.brick = '' OFFSET 0) c GROUP BY 1
    UNION ALL SELECT a.metadata ->> $3, count(*) FROM built b JOIN insight_changes x ON x.workspace_id = $1 AND x.environment = $2 AND x.kit_id = b.kit_id AND x.day = b.day AND x.before IS NULL
      CROSS JOIN LATERAL (SELECT metadata FROM run_answers a WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = x.kit_id AND a.run_id = x.run_id OFFSET 0) a GROUP BY 1
    UNION ALL SELECT value, count(*) FROM (SELECT a.metadata ->> $3 AS value FROM own CROSS JOIN generate_series(own.today - ${DAYS}, own.today + 1, interval '1 day') o
      CROSS JOIN LATERAL (SELECT metadata FROM run_answers a WHERE a.workspace_id = $1 AND a.environment = $2 AND a.kit_id = own.kit_id AND a.type = 'api'
        AND ${occurredOf('a')} >= (o::timestamp AT TIME ZONE own.timezone) AND ${occurredOf('a')} < ((o + interval '1 day')::timestamp AT TIME ZONE own.timezone) OFFSET 0) a
      WHERE NOT EXISTS (SELECT 1 FROM built b WHERE b.kit_id = own.kit_id AND b.day = o::date) LIMIT ${MOST_RUNS}) runs GROUP BY 1)
  SELECT value, sum(runs) AS runs FROM counted WHERE value IS NOT NULL AND lower(value) LIKE $4 GROUP BY value ORDER BY 2 DESC, 1 LIMIT $5`;
