/** The queue of one kind of delivery: its worker, its metrics, and the retention of its log. */
import { systemClock } from '../../core/clock.ts';
import { encodeId } from '../../core/ids.ts';
import type { RegularWork } from '../../core/watcher.ts';
import {
  type Begun,
  DELIVERY_DEADLINE_MS,
  DELIVERY_LEASE_MS,
  type Deliver,
  deliver,
  type Sent,
  type Verdict,
} from '../../outbound/outbox/deliver.ts';
import { dropOldDeliveries } from '../../outbound/outbox/store/deliveries.ts';
import type { Outbox } from '../../outbound/outbox/store/outbox.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import type { Node } from '../feature.ts';
import { openQueue, type Queue, type QueueOptions } from './queue.ts';

type Described = readonly [name: string, help: string];

export interface OutboxOptions<Attempt extends Begun, Answer extends Sent>
  extends Partial<Pick<QueueOptions, 'gatherMs'>> {
  slots: number;
  /** Work before sending, such as creating a request, is part of the lease and not of the deadline. */
  preparingMs?: number;
  metrics: { attempts: Described; waiting: Described; ended?: Described };
  /** What is sent and how. Called for each job: its stores take positions from the queue's clock and wake it. */
  sender(): Pick<Deliver<Attempt, Answer>, 'begin' | 'send' | 'finish'>;
  /** Wraps the work on a job: webhooks interrupt it when their endpoint moves. */
  during?: (job: HeldJob, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Claims look for due retries at most this often (see queue/store/job-store.ts). */
const LOOK_MS = 250;
const STEP = 500;

export function openOutbox<Attempt extends Begun, Answer extends Sent>(
  node: Node,
  outbox: Outbox,
  options: OutboxOptions<Attempt, Answer>,
): Queue {
  const { config, database, logger, metrics } = node;
  const { slots, gatherMs, preparingMs = 0, during = (_job, signal, work) => work(signal) } = options;
  const queue = openQueue(node, {
    kind: outbox.kind,
    slots,
    leaseMs: DELIVERY_LEASE_MS + preparingMs,
    ...(gatherMs !== undefined && { gatherMs }),
    drainMs: config.drainMs,
    work: (job, signal) =>
      during(job, signal, (either) =>
        deliver({ ...common, ...options.sender() }, job, either, DELIVERY_DEADLINE_MS + preparingMs),
      ),
  });
  const attempts = metrics.counter(...options.metrics.attempts, ['outcome'], [{ outcome: 'succeeded' }]);
  const ended =
    options.metrics.ended &&
    metrics.counter(...options.metrics.ended, ['status'], [{ status: 'succeeded' }, { status: 'dead' }]);
  metrics.gauge(...options.metrics.waiting, async () => (await queue.jobs.depth(outbox.kind)).waiting);
  const common = {
    clock: systemClock,
    logger,
    delaysSeconds: config.webhookRetrySeconds,
    idOf: (job: HeldJob) => encodeId(outbox.prefix, job.id),
    onOutcome(outcome: string, verdict: Verdict) {
      attempts.inc({ outcome });
      if (verdict.kind === 'succeeded' || verdict.kind === 'dead') ended?.inc({ status: verdict.kind });
      wakeSoon(queue, verdict);
    },
  } satisfies Partial<Deliver<Attempt, Answer>>;
  const retention: RegularWork = {
    what: `deleting old entries of ${outbox.table}`,
    everyMs: config.housekeepingMs,
    async round(isStopped) {
      while (!isStopped() && (await dropOldDeliveries(database, outbox, STEP)) === STEP);
    },
  };
  return { ...queue, maintenance: [...queue.maintenance, ...(outbox.keptDays === undefined ? [] : [retention])] };
}

/** Otherwise a short delay would wait for the next poll. */
function wakeSoon(queue: Queue, verdict: Verdict): void {
  const delayMs = verdict.kind === 'retry' ? verdict.delayMs : verdict.kind === 'interrupted' ? 0 : undefined;
  if (delayMs !== undefined && delayMs < 60_000) setTimeout(queue.wake, Math.max(delayMs, LOOK_MS) + 10).unref();
}
