/** The queue of one kind of work on this node: its jobs, and a dispatcher unless the node only answers requests. */
import type { RegularWork } from '../../core/watcher.ts';
import { createDispatcher, type DispatcherOptions } from '../../queue/dispatcher.ts';
import { LaneClock } from '../../queue/lane-clock.ts';
import { createJobStore, type JobStore } from '../../queue/store/job-store.ts';
import { JOBS_READY } from '../../queue/store/tell-ready.ts';
import type { Feature, Node } from '../feature.ts';

export interface QueueOptions extends Pick<DispatcherOptions, 'kind' | 'slots' | 'work' | 'gatherMs'> {
  leaseMs?: number;
  /** How long a stop waits for jobs in progress before it puts them back. */
  drainMs: number;
}

export interface Queue extends Required<Omit<Feature, 'routes'>> {
  jobs: JobStore;
  /** Code that adds jobs takes their positions from it. */
  clock: LaneClock;
  maintenance: readonly RegularWork[];
  /** Looks for jobs immediately instead of at the next poll. */
  wake(): void;
  abort(jobId: string): void;
}

const POLL_MS = 1_000;

export function openQueue({ config, database, logger, notifications }: Node, options: QueueOptions): Queue {
  const { kind, drainMs, leaseMs = config.leaseMs, ...work } = options;
  const clock = new LaneClock();
  const jobs = createJobStore(database, clock);
  const dispatcher =
    config.role === 'api'
      ? undefined
      : createDispatcher({ ...work, kind, leaseMs, store: jobs, pollMs: POLL_MS, logger });
  const wake = () => dispatcher?.wake();
  notifications.subscribe(JOBS_READY, { onMessage: (ready) => ready === kind && wake(), onReconnect: wake });
  const reconcile = () => jobs.reconcile(kind);
  return {
    jobs,
    clock,
    wake,
    abort: (jobId) => dispatcher?.abort(jobId),
    maintenance: [{ what: `counting the lanes of ${kind} jobs`, everyMs: config.housekeepingMs, round: reconcile }],
    async start() {
      await reconcile();
      dispatcher?.start();
    },
    stop: async () => dispatcher?.stop(drainMs),
  };
}
