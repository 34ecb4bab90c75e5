/** Destinations: their endpoints, and the queue of runs that are written. */
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import type { Scope } from '../../core/scope.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import type { Queryable } from '../../database/database.ts';
import { destinationRoutes } from '../../http/endpoints/destinations.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { createAuthorizer } from '../../outbound/destinations/authorize.ts';
import { SECRET_PURPOSE } from '../../outbound/destinations/destination.ts';
import type { EvaluateExpressions } from '../../outbound/destinations/render-request.ts';
import { beginWrite } from '../../outbound/destinations/store/begin-write.ts';
import { createDestinationStore } from '../../outbound/destinations/store/destination-store.ts';
import { createReplayWrites } from '../../outbound/destinations/store/replay-writes.ts';
import { writeRun } from '../../outbound/destinations/write-run.ts';
import { settle } from '../../outbound/outbox/store/deliveries.ts';
import { WRITES } from '../../outbound/outbox/store/outbox.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { Feature, Node } from '../feature.ts';
import { VERSION } from '../version.ts';
import { openOutbox } from './outbox.ts';
import type { Queue } from './queue.ts';
import type { Webhooks } from './webhooks.ts';

export interface DestinationsOptions {
  runs: RunStore;
  kits: ManageKits;
  reviews: Pick<ReviewStore, 'latestOf'>;
  dimensions: DimensionStore;
  expressions: EvaluateExpressions;
  outbound: Pick<Webhooks['outbound'], 'request' | 'parseUrl' | 'checkUrl'>;
  hide: Hide;
  /** In the transaction that ends a delivery permanently. */
  tellDead(tx: Queryable, dead: Scope & { destination: string; outcome: string; at: Date }): Promise<void>;
}

/** Runs that one node writes at once. */
const SLOTS = 8;
/** The request is created in the process of expressions, before it is sent. */
const PREPARING_MS = 40_000;

export function destinationsFeature(node: Node, { outbound, tellDead, ...rooms }: DestinationsOptions): Feature {
  const { database, secrets } = node;
  const clock = systemClock;
  const writing = {
    ...rooms,
    ...outbound,
    clock,
    authorizer: createAuthorizer({ ...outbound, clock }),
    box: createSecretBox(secrets, SECRET_PURPOSE),
    userAgent: `Brickwork-Destinations/${VERSION}`,
  };
  const queue: Queue = openOutbox(node, WRITES, {
    slots: SLOTS,
    preparingMs: PREPARING_MS,
    metrics: {
      attempts: [
        'brickwork_destination_attempts_total',
        'Attempts of this node to write a run to a destination, by outcome.',
      ],
      waiting: [
        'brickwork_destination_deliveries_waiting',
        'Runs waiting to be written to destinations, including retries.',
      ],
    },
    sender: () => ({
      begin: (job) => beginWrite(database, job, clock.now()),
      send: ({ destination, runId, isFirst }, signal) => writeRun(writing, destination, runId, isFirst, signal),
      finish: (job, { destination }, { outcome, detail, latencyMs, ...judged }) => {
        const { workspaceId, environment, name } = destination;
        const dead = { workspaceId, environment, destination: name, outcome, at: judged.now };
        const changes = { outcome, detail, latency_ms: latencyMs };
        return settle(
          database,
          WRITES,
          job,
          { ...judged, changes },
          { onReady: queue.wake, onDead: (tx) => tellDead(tx, dead) },
        );
      },
    }),
  });
  const destinations = createDestinationStore(database);
  const replays = createReplayWrites(database, queue.clock);
  return { ...queue, routes: destinationRoutes({ ...writing, destinations, replays }) };
}
