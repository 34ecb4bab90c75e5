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
      // Woken by notification, four fetchers of eight, and half a second, its shortest, as the poll behind that.
      await boss.work(
        'bench',
        { batchSize: CONCURRENCY / 4, localConcurrency: 4, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          for (const _ of jobs) onJob();
        },
      );
    },
    async stop() {
      await boss.stop({ graceful: false });
      await db.drop();
    },
  };
}
