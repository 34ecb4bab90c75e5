/** The metrics of runs: waiting, running and stored runs, how runs ended on this node, and the outcomes of calls to models. */
import { CODE_OF_CALL_FAULT } from '@brickwork/engine/model/model-fault';
import type { OnModelCall } from '@brickwork/engine/model/providers/open-models';
import type { Metrics } from '../core/metrics.ts';
import type { JobStore } from '../queue/store/job-store.ts';
import type { WaitingLane } from '../queue/store/oldest-waiting.ts';
import type { EndedRun } from './execute-run.ts';

const MODEL_OUTCOMES = ['answered', 'cut_off', 'cancelled', ...Object.keys(CODE_OF_CALL_FAULT)];

/** Every kit is a series of its own in Prometheus. */
const MOST_KITS = 200;

export function countRunEnds(metrics: Metrics): (ended: EndedRun) => void {
  const ends = metrics.counter(
    'brickwork_runs_ended_total',
    `Runs that this node executed to their end, by kit, status and error code (the first ${MOST_KITS} kits by name, the rest as "other").`,
    ['kit', 'status', 'code'],
  );
  const kits = new Set<string>();
  return ({ kitCode, status, code = '' }) => {
    if (kits.size < MOST_KITS) kits.add(kitCode);
    ends.inc({ kit: kits.has(kitCode) ? kitCode : 'other', status, code });
  };
}

export interface MeasuredRuns {
  depth(): ReturnType<JobStore['depth']>;
  oldestWaiting(): Promise<readonly WaitingLane[]>;
  /** Seconds since the oldest run was stored that a worker could take now. */
  oldestReady(): Promise<number>;
  stored(): Promise<{ runs: number; bytes: number }>;
}

export function measureRuns(metrics: Metrics, { depth, oldestWaiting, oldestReady, stored }: MeasuredRuns): void {
  metrics.gauge('brickwork_runs_waiting', 'Runs waiting to be executed.', async () => (await depth()).waiting);
  metrics.gauge('brickwork_runs_running', 'Runs being executed by a worker.', async () => (await depth()).held);
  metrics.gauges(
    'brickwork_queue_age_seconds',
    'Age of the oldest waiting job, by kind of work and lane (a workspace and environment); only the lanes that wait longest.',
    ['kind', 'workspace', 'environment'],
    async () =>
      (await oldestWaiting()).map(({ kind, scope, ageSeconds }) => ({
        labels: { kind, workspace: scope.workspaceId, environment: scope.environment },
        value: ageSeconds,
      })),
  );
  metrics.gauge(
    'brickwork_runs_ready_age_seconds',
    'Age of the oldest run that a worker could take now, 0 when there is none; more workers shorten it.',
    oldestReady,
  );
  metrics.gauge('brickwork_stored_runs', 'Ended runs stored in all workspaces.', async () => (await stored()).runs);
  metrics.gauge('brickwork_stored_bytes', 'Bytes of their inputs and outputs.', async () => (await stored()).bytes);
}

export function countModelCalls(metrics: Metrics, models: readonly { id: string }[]): OnModelCall {
  const calls = metrics.counter(
    'brickwork_model_calls_total',
    'Calls to models by this node, by outcome: "answered", "cut_off" (at the limit of tokens), "cancelled", or why the call failed.',
    ['model', 'outcome'],
    models.flatMap(({ id: model }) => MODEL_OUTCOMES.map((outcome) => ({ model, outcome }))),
  );
  return (model, outcome) => calls.inc({ model, outcome });
}
