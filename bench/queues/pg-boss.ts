import { PgBoss } from 'pg-boss';
import type { Site } from '../support/site.ts';
import { CONCURRENCY, CONNECTIONS, type QueueUnderTest } from './queue-under-test.ts';

export async function pgBossQueue(site: Site): Promise<QueueUnderTest> {
  const db = await site.emptyDatabase('queue_pg_boss');
  const boss = new PgBoss({
    ...site.postgres,
    database: db.name,
    max: CONNECTIONS,
    supervise: false,
    schedule: false,
    useListenNotify: true,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue('bench', { notify: true });
  return {
    name: 'pg-boss',
    async send() {
      await boss.send('bench', { n: 1 });
    },
    async work(onJob) {
      await Promise.all(Array.from({ length: 4 }, () => drain(boss, onJob)));
      await boss.work('bench', { batchSize: CONCURRENCY, pollingIntervalSeconds: 0.5 }, async (jobs) => {
        for (const _ of jobs) onJob();
      });
    },
    async stop() {
      await boss.stop({ graceful: false });
      await db.drop();
    },
  };
}

/** A backlog goes fastest by fetching in a loop: its workers pause between two polls. Afterwards they wait for notifications. */
async function drain(boss: PgBoss, onJob: () => void): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch('bench', { batchSize: CONCURRENCY / 4 });
    if (jobs.length === 0) return;
    for (const _ of jobs) onJob();
    await boss.complete(
      'bench',
      jobs.map(({ id }) => id),
    );
  }
}
