/** Verdicts on a kit's answers, for its quality. The runs are those that insights count. */
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { decodeId, encodeId, uuidAt } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';
import { countedRuns, groupOfRun, groupValueOf, refuseUnknownZone } from '../../insights/store/counted-runs.ts';
import { occurredOf } from '../../runs/store/answers/answer-conditions.ts';
import { settleAnswers } from '../../runs/store/answers/waiting-answers.ts';
import type { QualityStore } from '../quality/get-quality.ts';
import type { ReviewedAnswer } from '../quality/measure-quality.ts';
import { type ReviewRow, toReview } from './review-rows.ts';

/**
 * Only the columns that are needed: up to 200,000 rows are read, and notes or metadata are longer than all the rest.
 */
const COLUMNS = `w.id, w.run_id, w.kit_id, w.kit_version, w.brick, w.verdict, w.value, NULL AS note, w.answer, w.confidence, w.reviewer, w.created_at, w.superseded`;

interface Row extends ReviewRow {
  probability: number | null;
  run_group: string | null;
}

const LATEST_MS = 86_400_000;

export function createQualityStore(database: Database): QualityStore {
  return {
    async reviewedAnswers(scope, kitId, { version, since, until, runs, as }, { limit, groupBy }) {
      await settleAnswers(database, scope);
      const values: unknown[] = [decodeId('ws', scope.workspaceId), scope.environment, kitId];
      const parameter = (value: unknown) => `$${values.push(value)}`;
      const conditions = countedRuns(runs, as, parameter);
      if (version !== undefined) conditions.push(`w.kit_version = ${parameter(version)}`);
      if (since !== undefined) {
        conditions.push(`${occurredOf('a')} >= ${parameter(since)}`);
        // For the index: no conversation takes place more than a day after its run was created.
        conditions.push(`w.run_id >= ${parameter(uuidAt(new Date(since.getTime() - LATEST_MS)))}::uuid`);
      }
      if (until !== undefined) conditions.push(`${occurredOf('a')} < ${parameter(until)}`);
      const { by, timezone = '' } = groupBy ?? {};
      // PostgreSQL refuses a parameter that the statement does not use.
      const zone = by === undefined || by === 'version' || typeof by !== 'string' ? '' : `${parameter(timezone)}::text`;
      const group = by === undefined ? 'NULL' : groupOfRun(by, zone, parameter);
      const statement = database.stale.query<Row>(
        `SELECT ${COLUMNS}, i.probability, ${group} AS run_group FROM reviews w
         JOIN run_answers a ON a.workspace_id = w.workspace_id AND a.environment = w.environment AND a.kit_id = w.kit_id AND a.run_id = w.run_id
         LEFT JOIN review_items i ON i.workspace_id = w.workspace_id AND i.environment = w.environment AND i.run_id = w.run_id AND i.slot = 1
         WHERE w.workspace_id = $1 AND w.environment = $2 AND w.kit_id = $3 AND NOT w.superseded AND ${conditions.join(' AND ')}
         ORDER BY w.run_id DESC LIMIT ${limit}`,
        values,
      );
      const { rows } = await statement.catch(refuseUnknownZone(timezone));
      const answers: ReviewedAnswer[] = [];
      const turns = takeTurns();
      for (const row of rows) {
        const { brick, reviewer, verdict, value, answer, confidence } = toReview(row);
        answers.push({
          runId: encodeId('run', row.run_id),
          ...{ brick, reviewer, verdict, value, answer, confidence },
          probability: row.probability ?? undefined,
          group: groupValueOf(row.run_group),
        });
        if (turns.isOver()) await turns.pass();
      }
      return answers;
    },
  };
}
