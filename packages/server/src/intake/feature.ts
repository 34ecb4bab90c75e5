/** Intake: the addresses that services push to, and the processes that map what they send. */
import type { IntakeOutcome } from '@brickwork/contract';
import type { Metrics } from '../core/metrics.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { intakeRoutes } from '../http/endpoints/intakes.ts';
import type { RunRoutes } from '../http/endpoints/runs.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import type { Feature, Node } from '../main/feature.ts';
import { createExpressionProcesses } from './expression-processes.ts';
import { createIntakeStore } from './store/intake-store.ts';

const SECRET_PURPOSE = 'intake secrets';

export function intakeFeature(
  { config, database, secret, metrics }: Node,
  { runs, kits }: { runs: RunRoutes; kits: ManageKits },
): Feature {
  const expressions = createExpressionProcesses();
  return {
    routes: intakeRoutes({
      ...runs,
      intakes: createIntakeStore(database),
      kits,
      mapper: expressions,
      box: createSecretBox(secret, SECRET_PURPOSE),
      failedAuthPerMinute: config.failedAuthPerMinute,
      onOutcome: countDeliveries(metrics),
    }),
    stop: () => expressions.stop(),
  };
}

function countDeliveries(metrics: Metrics): (outcome: IntakeOutcome) => void {
  const received = metrics.counter(
    'brickwork_intake_deliveries_total',
    'Conversations that were pushed to intakes of this node, by what became of them.',
    ['outcome'],
  );
  return (outcome) => received.inc({ outcome });
}
