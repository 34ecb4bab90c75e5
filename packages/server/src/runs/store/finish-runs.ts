/**
 * Ending runs: the job is deleted and the result stored (`store-results.ts`), the lane moves on, the event is written, answers and usage are
 * counted (`count-ends.ts`), in one transaction for all runs that end together. Whoever deletes a run's job ends the run; a worker can delete
 * it only with the token of its own lease.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { decodeId } from '../../core/ids.ts';
import { allOrEach, type NaturalBatch, naturalBatch } from '../../core/natural-batch.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { eventOfRun, type RecordEvents } from '../../outbound/webhooks/event.ts';
import { DELIVERY_KIND, RUN_KIND } from '../../queue/job-kinds.ts';
import { ACTIVE_STATES } from '../../queue/store/job-statements.ts';
import { leaveLockedLanes, limitedOf } from '../../queue/store/lanes.ts';
import { readyMessage } from '../../queue/store/tell-ready.ts';
import type { FullRun, RunEnd } from '../run.ts';
import { type CollectAnswers, followRuns } from './answers/record-answers.ts';
import { countEnds, type Ended } from './count-ends.ts';
import { countSandbox } from './count-sandbox.ts';
import { toFullRun } from './run-row.ts';
import { type EndedRow, storeResults } from './store-results.ts';

export const RUNS_ENDED = 'runs_ended';

export interface FinishRuns {
  database: Database;
  /** Writes the events of runs that end, in the transaction that ends them. */
  recordEvents: RecordEvents;
  /** What is stored of the answers of runs that end. */
  collectAnswers: CollectAnswers;
  /** Larger events are stored without the run's output. */
  maxEventBytes: number;
  /** Runs that this node executes at once. */
  slots: number;
  /** Called after the commit. */
  onEnded(runIds: readonly string[]): void;
}

export function createFinish(deps: FinishRuns): NaturalBatch<RunEnd, boolean> {
  return naturalBatch<RunEnd, boolean>({
    maxInFlight: 2,
    maxItems: 128,
    everyMs: 30, // A single run ends immediately. Under load, one more run costs the transaction little.
    enough: Math.min(8, Math.ceil(deps.slots / 4)), // Few: slots that wait for their end are idle.
    keyOf: ({ runId }) => runId,
    flush: (ends) =>
      allOrEach(
        ends,
        async (group) => {
          const ended = await deps.database.transaction((tx) => finishGroup(tx, deps, group));
          deps.onEnded(group.filter(({ runId }) => ended.has(uuidOf(runId))).map(({ runId }) => runId));
          return group.map(({ runId }) => ended.has(uuidOf(runId)));
        },
        (error) => !(error instanceof ServiceError),
      ),
  });
}

/** The ids of the runs ended by this call. */
async function finishGroup(
  tx: Queryable,
  { recordEvents, collectAnswers, maxEventBytes }: FinishRuns,
  ends: readonly RunEnd[],
): Promise<Set<string>> {
  const rows = await storeResults(tx, ends);
  if (rows.length === 0) return new Set();
  const isMoreReady = await leaveLanes(tx, rows);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const ended = ends.flatMap((end) => {
    const row = rowsById.get(uuidOf(end.runId));
    return row === undefined ? [] : [{ end, row, run: toEndedRun({ end, row }) }];
  });
  const events = ended
    .filter(({ row }) => row.sends_events !== false)
    .flatMap(({ row, run }) => eventOfRun(row.id, run, maxEventBytes));
  const isDeliveryReady = await recordEvents(tx, events);
  const answers = await collectAnswers(
    tx,
    ended.map(({ run }) => run),
  );
  await countSandbox(
    tx,
    ended.map(({ end }) => end),
  );
  const messages = [
    `${RUNS_ENDED}:${rows.map(({ id }) => id).join(',')}`,
    ...(isDeliveryReady ? [readyMessage(DELIVERY_KIND)] : []),
    ...(isMoreReady ? [readyMessage(RUN_KIND)] : []),
  ];
  const isFollowed = await countEnds(tx, { ended, answers, messages });
  if (isFollowed) for (const each of answers) await followRuns(tx, each);
  return new Set(rowsById.keys());
}

/** Whether other runs of their lanes have become ready. */
function leaveLanes(tx: Queryable, rows: readonly EndedRow[]): Promise<boolean> {
  const left = new Map<string, number>();
  for (const { lane, state } of rows) if (ACTIVE_STATES.includes(state)) left.set(lane, (left.get(lane) ?? 0) + 1);
  return leaveLockedLanes(tx, RUN_KIND, left, limitedOf(rows));
}

function toEndedRun({ end, row }: Ended): FullRun & { status: RunEnd['status'] } {
  const { status, output, usage } = end;
  const { engine = null, model = null } = usage;
  return { ...toFullRun({ ...row, status, engine, model, output: output ?? null }), status };
}

function uuidOf(runId: string): string {
  return decodeId('run', runId) ?? '';
}
