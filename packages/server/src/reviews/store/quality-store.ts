/** What people said about a kit's answers, for its quality. As in insights, erased runs count nowhere, and a run's time is when its conversation took place. */
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { uuidAt } from '../../runs/store/run-conditions.ts';
import type { QualityStore } from '../quality/get-quality.ts';
import type { ReviewedAnswer } from '../quality/measure-quality.ts';
import { type ReviewRow, toReview } from './review-rows.ts';

/** No more than is needed of each: up to 200,000 of them are read, and notes or metadata are longer than all the rest. */
const COLUMNS = `w.id, w.run_id, w.kit_id, w.kit_version, w.brick, w.verdict, w.value, NULL AS note, w.answer, w.confidence, w.reviewer, w.created_at, w.superseded`;

interface Row extends ReviewRow {
  probability: number | null;
  occurred_at: Date;
  metadata_value: string | null;
}

const OCCURRED = 'coalesce(r.occurred_at, r.created_at)';
const LATEST_MS = 86_400_000;

export function createQualityStore(database: Database): QualityStore {
  return {
    async reviewedAnswers({ workspaceId, environment }, kitId, { version, since, until }, { limit, metadataKey }) {
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
      const grouped = metadataKey === undefined ? 'NULL' : `r.metadata::jsonb ->> ${parameter(metadataKey)}`;
      const { rows } = await database.stale.query<Row>(
        `SELECT ${COLUMNS}, i.probability, ${OCCURRED} AS occurred_at, ${grouped} AS metadata_value FROM reviews w
         JOIN runs r ON r.workspace_id = w.workspace_id AND r.environment = w.environment AND r.id = w.run_id
         LEFT JOIN review_items i ON i.workspace_id = w.workspace_id AND i.environment = w.environment AND i.run_id = w.run_id AND i.slot = 1
         WHERE w.workspace_id = $1 AND w.environment = $2 AND w.kit_id = $3 AND NOT w.superseded AND r.erased_at IS NULL ${conditions.join(' ')}
         ORDER BY w.run_id DESC LIMIT ${limit}`,
        values,
      );
      const answers: ReviewedAnswer[] = [];
      const turns = takeTurns();
      for (const row of rows) {
        const { kitVersion, brick, reviewer, verdict, value, answer, confidence } = toReview(row);
        answers.push({
          runId: encodeId('run', row.run_id),
          ...{ kitVersion, brick, reviewer, verdict, value, answer, confidence },
          probability: row.probability ?? undefined,
          occurredAt: row.occurred_at,
          metadataValue: row.metadata_value ?? undefined,
        });
        if (turns.isOver()) await turns.pass();
      }
      return answers;
    },
  };
}
