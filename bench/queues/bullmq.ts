import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Site } from '../support/site.ts';
import { CONCURRENCY, CONNECTIONS, type QueueUnderTest } from './queue-under-test.ts';

/** On its PostgreSQL backend: the Redis one would be another server and another promise of durability. */
export async function bullmqQueue(site: Site): Promise<QueueUnderTest> {
  const db = await site.emptyDatabase('queue_bullmq');
  const connection = { connectionString: db.url, max: CONNECTIONS, migrate: true };
  const queue = new Queue(
    'bench',
    { connection, defaultJobOptions: { removeOnComplete: true } },
    createPostgresBackend,
  );
  queue.on('error', () => {});
  await queue.waitUntilReady();
  let worker: Worker | undefined;
  const begin = (onJob: () => void) => {
    const started = new Worker(
      'bench',
      async () => onJob(),
      { connection, concurrency: CONCURRENCY },
      createPostgresBackend,
    );
    started.on('error', () => {});
    return started;
  };
  return {
    name: 'BullMQ (PostgreSQL)',
    async send() {
      await queue.add('bench', { n: 1 });
    },
    async work(onJob) {
      worker = begin(onJob) as unknown as Worker;
      await worker.waitUntilReady();
    },
    async stop() {
      await worker?.close();
      await queue.close();
      await db.drop();
    },
  };
}
