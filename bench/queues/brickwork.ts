/** Our own queue, as runs use it: the run's row beside the job, its result when it ends. */
import { encodeId, newId } from '@brickwork/server/core/ids';
import { silentLogger } from '@brickwork/server/core/logger';
import { createNotifications } from '@brickwork/server/database/notifications';
import { createDispatcher, type Dispatcher } from '@brickwork/server/queue/dispatcher';
import { LaneClock } from '@brickwork/server/queue/lane-clock';
import { createJobStore } from '@brickwork/server/queue/store/job-store';
import { JOBS_READY } from '@brickwork/server/queue/store/tell-ready';
import { createCollectAnswers } from '@brickwork/server/runs/store/answers/record-answers';
import { createRunStore } from '@brickwork/server/runs/store/run-store';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { openBenchDatabase } from '../support/site.ts';
import { CONCURRENCY, CONNECTIONS, type QueueKind, type QueueLocation, SILENCE_MS } from './queue-under-test.ts';

const KIT = { kitId: '019a0000-0000-7000-8000-000000000002', kitCode: 'BENCHKIT' };

export const brickworkQueue: QueueKind = {
  name: 'Brickwork',
  silence: `lease of ${SILENCE_MS / 1_000} s, as shipped`,
  async prepare(site) {
    const { name, url, workspaceId, drop } = await site.database('queue_brickwork');
    return { postgres: site.postgres, database: name, url, workspaceId, drop };
  },
  open: openQueue,
};

async function openQueue({ postgres, database: name, workspaceId = '' }: QueueLocation) {
  const database = openBenchDatabase({ ...postgres, database: name }, CONNECTIONS);
  const clock = new LaneClock();
  const jobs = createJobStore(database, clock);
  let dispatcher: Dispatcher | undefined;
  const store = createRunStore({
    database,
    clock,
    onAccepted: () => dispatcher?.wake(),
    onEnded: () => {},
    recordEvents: async () => false,
    collectAnswers: createCollectAnswers(),
    maxEventBytes: 262_144, // The queue alone: no events.
    slots: CONCURRENCY,
  });
  const notifications = createNotifications(database, silentLogger);
  await notifications.start();
  notifications.subscribe(JOBS_READY, { onMessage: () => dispatcher?.wake() });
  const scope = { workspaceId, environment: 'live' } as const;
  return {
    async send() {
      await store.accept({
        ...scope,
        ...KIT,
        runId: newId('run'),
        type: 'api',
        mode: 'async',
        kitVersionId: '019a0000-0000-7000-8000-000000000003',
        kitVersion: 1,
        externalId: undefined,
        metadata: undefined,
        input: '{"n":1}',
        createdAt: new Date(),
        capacity: null,
        idempotency: undefined,
      });
    },
    async work(onJob: () => Promise<void> | undefined) {
      dispatcher = createDispatcher({
        kind: 'run',
        store: jobs,
        slots: CONCURRENCY,
        leaseMs: SILENCE_MS,
        pollMs: 1_000,
        logger: silentLogger,
        async work(job) {
          await onJob();
          await store.finish({
            ...scope,
            ...KIT,
            runId: encodeId('run', job.id),
            type: 'api',
            status: 'succeeded',
            completedAt: new Date(),
            output: '{"bricks":{}}',
            warnings: [],
            error: undefined,
            usage: NO_USAGE,
            lease: job,
          });
        },
      });
      dispatcher.start();
    },
    async stop() {
      await dispatcher?.stop(5_000);
      await notifications.stop();
      await database.close();
    },
  };
}
