/** Counts of answers in PostgreSQL, and the bricks that they belong to. */
import type { BrickType } from '@brickwork/contract';
import { itemType } from '@brickwork/engine/bricks/brick-types';
import { type RangeFields, valueRange } from '@brickwork/engine/bricks/numeric/value-range';
import { recordChanges } from '../../access/audit/store/record-audit.ts';
import { findTimezone } from '../../access/store/find-timezone.ts';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { KnownAnswers } from '../../runs/check-answer-filter.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import { knownAnswers } from '../../runs/store/known-answers.ts';
import { type Counted, type CountQuery, countGroups } from './count-groups.ts';

export interface CountedBrick {
  key: string;
  name: string;
  type: BrickType;
  /** How many values it has, in the newest version. */
  categories: number;
  /** Names of categories, by their values, in the newest version. */
  names?: Readonly<Record<string, string>> | undefined;
  /** For numbers: the minimum and maximum value, in the newest version. */
  range?: { min?: number | undefined; max?: number | undefined } | undefined;
  /** Computed from other answers, in the newest version. */
  isScore: boolean;
}

export function createInsightsStore(database: Database) {
  return {
    /** `too_many`: more runs would have to be read one by one than can be counted at once. */
    async counts(scope: Scope, query: CountQuery): Promise<Counted | 'too_many'> {
      await settleAnswers(database, scope);
      return countGroups(database.stale, scope, query);
    },
    /** Every brick that the kit has or had, in the order of its newest version. */
    bricks: (scope: Scope, kitId: string): Promise<CountedBrick[]> => findBricks(database.stale, scope, kitId),
    /** The possible answers of the kit. */
    knownAnswers: (scope: Scope, kitId: string): KnownAnswers => knownAnswers(database.stale, scope, { kitId }),
    timezoneOf: (workspaceId: string): Promise<string> => findTimezone(database.stale, workspaceId),
    /** The time zone has changed, so all aggregates are dropped. Nobody can change a run meanwhile. */
    async saveTimezone(workspaceId: string, timezone: string): Promise<void> {
      const id = decodeId('ws', workspaceId);
      await database.transaction(async (tx) => {
        await tx.query('LOCK TABLE waiting_answers IN SHARE ROW EXCLUSIVE MODE');
        const { rows } = await tx.query<{ timezone: string }>(
          'SELECT timezone FROM workspaces WHERE id = $1 AND timezone <> $2 FOR NO KEY UPDATE',
          [id, timezone],
        );
        if (rows[0] === undefined) return;
        await tx.query('UPDATE workspaces SET timezone = $2 WHERE id = $1', [id, timezone]);
        const target = { type: 'workspace', id: workspaceId };
        await recordChanges(tx, { workspaceId, action: 'settings.changed', target }, rows[0], { timezone });
        // In the order in which builds and changes lock them: days, months, weeks.
        for (const span of ['day', 'month', 'week'])
          await tx.query(
            `SELECT 1 FROM insight_days d WHERE d.workspace_id = $1 AND d.span = $2
             ORDER BY d.workspace_id, d.environment, d.kit_id, d.day FOR UPDATE`,
            [id, span],
          );
        for (const table of ['insight_days', 'insight_cells', 'insight_changes'])
          await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [id]);
      });
    },
  };
}

export type InsightsStore = ReturnType<typeof createInsightsStore>;

/** In the order of the newest version; bricks that only older versions have come last. */
async function findBricks(on: Queryable, scope: Scope, kitId: string): Promise<CountedBrick[]> {
  // A brick that changed its type has two rows; the newer one counts.
  const { rows } = await on.query<
    Omit<CountedBrick, 'names' | 'range' | 'isScore'> & {
      names: Record<string, string> | null;
      scale: RangeFields | null;
    }
  >(
    {
      name: 'find_counted_bricks',
      text: `SELECT b.key, b.name, b.type, n.names, n.scale, coalesce(n.categories, 0) AS categories FROM (
               SELECT DISTINCT ON (key) key, name, type FROM bricks WHERE workspace_id = $1 AND kit_id = $2 ORDER BY key, id DESC) b
             LEFT JOIN (
               SELECT d.brick ->> 'key' AS key, d.position,
                 json_strip_nulls(json_build_object('min', d.brick -> 'min', 'max', d.brick -> 'max', 'metric', d.brick -> 'metric', 'score', d.brick -> 'score')) AS scale,
                 (SELECT count(*)::int FROM json_array_elements(d.brick -> 'categories')) AS categories,
                 (SELECT json_object_agg(c ->> 'value', c ->> 'name') FROM json_array_elements(d.brick -> 'categories') c WHERE c ->> 'name' IS NOT NULL) AS names FROM kits k
                 JOIN kit_versions v ON v.workspace_id = k.workspace_id AND v.kit_id = k.id AND v.version = k.newest_version
                 CROSS JOIN LATERAL json_array_elements(v.document -> 'bricks') WITH ORDINALITY AS d (brick, position)
               WHERE k.workspace_id = $1 AND k.id = $2) n ON n.key = b.key
             ORDER BY n.position NULLS LAST, b.key`,
    },
    [decodeId('ws', scope.workspaceId), kitId],
  );
  return rows.map(({ names, scale, ...row }) => ({
    ...row,
    names: names ?? undefined,
    isScore: scale?.score !== undefined,
    range: scale === null || itemType(row).compareAs !== 'numbers' ? undefined : valueRange(scale),
  }));
}
