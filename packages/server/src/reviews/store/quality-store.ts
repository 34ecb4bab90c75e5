/** What people said about a kit's answers, for its quality. */
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { uuidAt } from '../../runs/store/run-conditions.ts';
import type { QualityStore } from '../quality/get-quality.ts';
import { REVIEW_COLUMNS, type ReviewRow, toReview } from './review-rows.ts';

interface Row extends ReviewRow {
  probability: number | null;
  run_created_at: Date;
  metadata: string | null;
}

export function createQualityStore(database: Database): QualityStore {
  return {
    async reviewedAnswers({ workspaceId, environment }, kitId, { version, since, until }, limit) {
      const values: unknown[] = [decodeId('ws', workspaceId), environment, kitId];
      const parameter = (value: unknown) => `$${values.push(value)}`;
      const conditions: string[] = [];
      if (version !== undefined) conditions.push(`AND w.kit_version = ${parameter(version)}`);
      if (since !== undefined) conditions.push(`AND w.run_id >= ${parameter(uuidAt(since))}::uuid`);
      if (until !== undefined) conditions.push(`AND w.run_id < ${parameter(uuidAt(until))}::uuid`);
      const { rows } = await database.stale.query<Row>(
        `SELECT ${REVIEW_COLUMNS}, i.probability, r.created_at AS run_created_at, r.metadata FROM reviews w
         JOIN runs r ON r.workspace_id = w.workspace_id AND r.environment = w.environment AND r.id = w.run_id
         LEFT JOIN review_items i ON i.workspace_id = w.workspace_id AND i.environment = w.environment AND i.run_id = w.run_id AND i.slot = 1
         WHERE w.workspace_id = $1 AND w.environment = $2 AND w.kit_id = $3 AND NOT w.superseded ${conditions.join(' ')}
         ORDER BY w.run_id DESC LIMIT ${limit}`,
        values,
      );
      return rows.map((row) => {
        const { kitVersion, brick, reviewer, verdict, value, answer, confidence } = toReview(row);
        return {
          runId: encodeId('run', row.run_id),
          ...{ kitVersion, brick, reviewer, verdict, value, answer, confidence },
          probability: row.probability ?? undefined,
          createdAt: row.run_created_at,
          metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as Record<string, string>),
        };
      });
    },
  };
}
