/** Destinations: their endpoints, the queue of runs that are written, and the log's retention. */
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { destinationRoutes } from '../../http/endpoints/destinations.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import type { Feature, Node } from '../../main/feature.ts';
import { VERSION } from '../../main/version.ts';
import { openQueue } from '../../queue/feature.ts';
import { WRITE_KIND } from '../../queue/job-kinds.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { DELIVERY_LEASE_MS } from '../webhooks/deliver.ts';
import type { Webhooks } from '../webhooks/feature.ts';
import { createAuthorizer } from './authorize.ts';
import { type DeliverWrite, deliverWrite } from './deliver-write.ts';
import { SECRET_PURPOSE } from './destination.ts';
import type { EvaluateExpressions } from './render-request.ts';
import { createDestinationStore } from './store/destination-store.ts';
import { createWriteLog } from './store/write-log.ts';
import { createWriteStore, type TellDead } from './store/write-store.ts';

export interface DestinationsOptions {
  runs: RunStore;
  kits: ManageKits;
  reviews: Pick<ReviewStore, 'latestOf'>;
  dimensions: DimensionStore;
  expressions: EvaluateExpressions;
  outbound: Pick<Webhooks['outbound'], 'request' | 'parseUrl' | 'checkUrl'>;
  hide: Hide;
  tellDead: TellDead;
}

/** Runs that one node writes at once. */
const SLOTS = 8;
/** Before the attempt's own deadline, the request is made in the process of expressions. */
const LEASE_MS = DELIVERY_LEASE_MS + 40_000;
/** Claims look for due retries at most this often (see queue/store/job-store.ts). */
const LOOK_MS = 250;
const STEP = 500;

export function destinationsFeature(node: Node, { outbound, tellDead, ...rooms }: DestinationsOptions): Feature {
  const { config, database, secret, logger, metrics } = node;
  const clock = systemClock;
  const queue = openQueue(node, {
    kind: WRITE_KIND,
    slots: SLOTS,
    leaseMs: LEASE_MS,
    drainMs: config.drainMs,
    work: (job, signal) => deliverWrite(delivering, job, signal),
  });
  const written = metrics.counter(
    'brickwork_destination_attempts_total',
    'Attempts of this node to write a run to a destination, by outcome.',
    ['outcome'],
  );
  const log = createWriteLog(database, queue.clock);
  const writing = {
    ...rooms,
    ...outbound,
    clock,
    authorizer: createAuthorizer({ ...outbound, clock }),
    box: createSecretBox(secret, SECRET_PURPOSE),
    userAgent: `Brickwork-Destinations/${VERSION}`,
  };
  const delivering: DeliverWrite = {
    ...writing,
    writes: createWriteStore(database, tellDead, queue.wake),
    logger,
    delaysSeconds: config.webhookRetrySeconds,
    onOutcome(outcome, ending) {
      written.inc({ outcome });
      // A short delay would otherwise wait for the next poll.
      const delayMs = ending.kind === 'retry' ? ending.delayMs : ending.kind === 'interrupted' ? 0 : undefined;
      if (delayMs !== undefined && delayMs < 60_000) setTimeout(queue.wake, Math.max(delayMs, LOOK_MS) + 10).unref();
    },
  };
  metrics.gauge(
    'brickwork_destination_deliveries_waiting',
    'Runs waiting to be written to destinations, including retries.',
    async () => (await queue.jobs.depth(WRITE_KIND)).waiting,
  );
  return {
    ...queue,
    routes: destinationRoutes({ ...writing, log, destinations: createDestinationStore(database) }),
    maintenance: [
      ...queue.maintenance,
      {
        what: 'deleting old entries of the destination logs',
        everyMs: config.housekeepingMs,
        async round(isStopped) {
          while (!isStopped() && (await log.dropOld(STEP)) === STEP);
        },
      },
    ],
  };
}
