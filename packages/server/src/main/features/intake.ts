/** Intake: the addresses that services push to, the queue of what they pushed, and the processes that map it. */
import { INTAKE_OUTCOMES, type IntakeOutcome } from '@brickwork/contract';
import { systemClock } from '../../core/clock.ts';
import type { Metrics } from '../../core/metrics.ts';
import { createSecretBox, rememberOpened } from '../../core/secret-box.ts';
import { intakeRoutes } from '../../http/endpoints/intakes.ts';
import { receiveRoutes } from '../../http/endpoints/receive-delivery.ts';
import type { RunRoutes } from '../../http/endpoints/runs.ts';
import { createExpressionProcesses, type ExpressionProcesses } from '../../intake/expression-processes.ts';
import type { FetchSteps } from '../../intake/fetch-steps.ts';
import { PAYLOAD_PURPOSE, SECRET_PURPOSE } from '../../intake/intake-secrets.ts';
import { type ProcessDelivery, processDelivery } from '../../intake/process-delivery.ts';
import { rememberAddresses } from '../../intake/remember-addresses.ts';
import { createDeliveryStore } from '../../intake/store/delivery-store.ts';
import { createIntakeStore, INTAKES_CHANGED } from '../../intake/store/intake-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { nextDelayMs } from '../../outbound/outbox/retry-schedule.ts';
import { INTAKE_KIND } from '../../queue/job-kinds.ts';
import type { Feature, Node } from '../feature.ts';
import { openQueue } from './queue.ts';

export interface IntakeOptions {
  runs: RunRoutes;
  kits: ManageKits;
  /** The outbound guard, for fetch steps. */
  outbound: Pick<FetchSteps, 'request' | 'parseUrl'>;
  recordings: ProcessDelivery['recordings'];
  /** Tests share one. */
  mapper?: ExpressionProcesses | undefined;
}

/** Deliveries that one node reads at once; most of their time they wait for a process of expressions, or for a service. */
const SLOTS = 8;
/** What arrives within this time is claimed together. */
const GATHER_MS = 20;
const STEP = 500;
/** Per round; the rest waits for the next one. */
const STEPS = 200;

export interface Intake extends Feature {
  /** For the expressions of others. */
  expressions: Pick<ExpressionProcesses, 'evaluate' | 'parse'>;
}

export function intakeFeature(
  node: Node,
  { runs, kits, outbound, recordings, mapper = createExpressionProcesses() }: IntakeOptions,
): Intake {
  const { config, database, secrets, metrics, logger, notifications } = node;
  const queue = openQueue(node, {
    kind: INTAKE_KIND,
    slots: SLOTS,
    gatherMs: GATHER_MS,
    drainMs: config.drainMs,
    work: (job, signal) => processDelivery(processing, job, signal),
  });
  const intakes = rememberAddresses(createIntakeStore(database), systemClock);
  notifications.subscribe(INTAKES_CHANGED, { onMessage: intakes.forget, onReconnect: intakes.forget });
  const deliveries = createDeliveryStore(database, queue.clock, queue.wake);
  const shared = {
    ...runs,
    intakes,
    deliveries,
    kits,
    mapper,
    clock: systemClock,
    box: createSecretBox(secrets, SECRET_PURPOSE),
    payloads: createSecretBox(secrets, PAYLOAD_PURPOSE),
    onOutcome: countDeliveries(metrics),
  };
  const processing: ProcessDelivery = {
    ...shared,
    ...outbound,
    recordings,
    logger,
    jobs: queue.jobs,
    delayOf(attempts, retryAfter) {
      const now = systemClock.now();
      return nextDelayMs(config.webhookRetrySeconds, { number: attempts, seriesStartedAt: now, now, retryAfter });
    },
  };
  metrics.gauge(
    'brickwork_intake_deliveries_waiting',
    'Pushed conversations waiting to be read, including those waiting for another attempt.',
    async () => (await queue.jobs.depth(INTAKE_KIND)).waiting,
  );
  return {
    ...queue,
    expressions: mapper,
    routes: [
      ...intakeRoutes(shared),
      ...receiveRoutes({
        ...shared,
        box: rememberOpened(shared.box),
        failedAuthPerMinute: config.failedAuthPerMinute,
      }),
    ],
    maintenance: [
      ...queue.maintenance,
      {
        what: 'deleting old payloads and log entries',
        everyMs: config.housekeepingMs,
        async round(isStopped) {
          for (let step = 0; step < STEPS && !isStopped(); step += 1)
            if ((await deliveries.dropOld(STEP)) < STEP) return;
        },
      },
    ],
    async stop() {
      await queue.stop();
      await mapper.stop();
    },
  };
}

function countDeliveries(metrics: Metrics): (outcome: IntakeOutcome) => void {
  const received = metrics.counter(
    'brickwork_intake_deliveries_total',
    'Deliveries to intakes: `received` when this node stored one, and the outcome of those it read.',
    ['outcome'],
    INTAKE_OUTCOMES.map((outcome) => ({ outcome })),
  );
  return (outcome) => received.inc({ outcome });
}
