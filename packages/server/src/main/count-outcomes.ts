/** Counters of what became of runs and of calls to models, on this node. */

import type { OnModelCall } from '@brickwork/engine/model/providers/open-models';
import type { Metrics } from '../http/metrics.ts';
import type { EndedRun } from '../runs/execute-run.ts';

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

export function countModelCalls(metrics: Metrics): OnModelCall {
  const calls = metrics.counter(
    'brickwork_model_calls_total',
    'Calls to models by this node, by outcome: "answered", "cut_off" (at the limit of tokens), "cancelled", or why the call failed.',
    ['model', 'outcome'],
  );
  return (model, outcome) => calls.inc({ model, outcome });
}
