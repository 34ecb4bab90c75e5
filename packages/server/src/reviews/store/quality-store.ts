/** What people said about a kit's answers, for its quality. As in insights, erased runs count nowhere, and a run's time is when its conversation took place. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { uuidAt } from '../../runs/store/run-conditions.ts';
import type { QualityStore } from '../quality/get-quality.ts';
import { REVIEW_COLUMNS, type ReviewRow, toReview } from './review-rows.ts';

interface Row extends ReviewRow {
  probability: number | null;
  occurred_at: Date;
  metadata: string | null;
}

const OCCURRED = 'coalesce(r.occurred_at, r.created_at)';
const LATEST_MS = 86_400_000;

export function createQualityStore(database: Database): QualityStore {
  return {
    async reviewedAnswers({ workspaceId, environment }, kitId, { version, since, until }, limit) {
      const values: unknown[] = [decodeId('ws', workspaceId), environment, kitId];
      const parameter = (value: unknown) => `$${values.push(value)}`;
      const conditions: string[] = [];
      if (version !== undefined) conditions.push(`AND w.kit_version = ${parameter(version)}`);
      if (since !== undefined) {
        conditions.push(`AND ${OCCURRED} >= ${parameter(since)}`);
        // For the index: no conversation takes place more than a day after its run was created.
        conditions.push(`AND w.run_id >= ${parameter(uuidAt(new Date(since.getTime() - LATEST_MS)))}::uuid`);
      }
      if (until !== undefined) conditions.push(`AND ${OCCURRED} < ${parameter(until)}`);
      const { rows } = await database.stale.query<Row>(
        `SELECT ${REVIEW_COLUMNS}, i.probability, ${OCCURRED} AS occurred_at, r.metadata FROM reviews w
         JOIN runs r ON r.workspace_id = w.workspace_id AND r.environment = w.environment AND r.id = w.run_id
         LEFT JOIN review_items i ON i.workspace_id = w.workspace_id AND i.environment = w.environment AND i.run_id = w.run_id AND i.slot = 1
         WHERE w.workspace_id = $1 AND w.environment = $2 AND w.kit_id = $3 AND NOT w.superseded AND r.erased_at IS NULL ${conditions.join(' ')}
         ORDER BY w.run_id DESC LIMIT ${limit}`,
        values,
      );
      return rows.map((row) => {
        const { kitVersion, brick, reviewer, verdict, value, answer, confidence } = toReview(row);
        return {
          runId: encodeId('run', row.run_id),
          ...{ kitVersion, brick, reviewer, verdict, value, answer, confidence },
          probability: row.probability ?? undefined,
          occurredAt: row.occurred_at,
          metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>),
        };
      });
    },
  };
}
