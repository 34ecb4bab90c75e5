import { createPostgresBackend, Queue, Worker } from 'bullmq';
import {
  CONCURRENCY,
  CONNECTIONS,
  type OnJob,
  type QueueKind,
  type QueueLocation,
  SILENCE_MS,
} from './queue-under-test.ts';

/** On its PostgreSQL backend: the Redis one would be another server and another promise of durability. */
export const bullmqQueue: QueueKind = {
  name: 'BullMQ (PostgreSQL)',
  silence: `lockDuration ${SILENCE_MS / 1_000} s, stalledInterval 1 s`,
  async prepare(site) {
    const { name, url, drop } = await site.emptyDatabase('queue_bullmq');
    return { postgres: site.postgres, database: name, url, drop };
  },
  open: openQueue,
};

async function openQueue({ url }: QueueLocation) {
  const connection = { connectionString: url, max: CONNECTIONS, migrate: true };
  const queue = new Queue(
    'bench',
    { connection, defaultJobOptions: { removeOnComplete: true } },
    createPostgresBackend,
  );
  queue.on('error', () => {});
  await queue.waitUntilReady();
  let worker: Worker | undefined;
  const begin = (onJob: OnJob) => {
    const started = new Worker(
      'bench',
      async () => onJob(),
      { connection, concurrency: CONCURRENCY, lockDuration: SILENCE_MS, stalledInterval: 1_000, maxStalledCount: 3 },
      createPostgresBackend,
    );
    started.on('error', () => {});
    return started;
  };
  return {
    async send() {
      await queue.add('bench', { n: 1 });
    },
    async work(onJob: OnJob) {
      worker = begin(onJob) as unknown as Worker;
      await worker.waitUntilReady();
    },
    async stop() {
      await worker?.close();
      await queue.close();
    },
  };
}
