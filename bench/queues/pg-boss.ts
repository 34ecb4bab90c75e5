import { PgBoss } from 'pg-boss';
import {
  CONCURRENCY,
  CONNECTIONS,
  type OnJob,
  type QueueKind,
  type QueueLocation,
  SILENCE_MS,
} from './queue-under-test.ts';

/** Its workers send heartbeats where the queue asks for them; the supervisor looks for stale ones. */
const SILENCE = { heartbeatSeconds: SILENCE_MS / 1_000, retryDelay: 0, retryLimit: 3 };

/** Behind its notifications, as often as ours. */
const POLLING = { batchSize: CONCURRENCY, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };

export const pgBossQueue: QueueKind = {
  name: 'pg-boss',
  silence: `heartbeatSeconds ${SILENCE_MS / 1_000}, supervised every second`,
  async prepare(site) {
    const { name, url, drop } = await site.emptyDatabase('queue_pg_boss');
    return { postgres: site.postgres, database: name, url, drop };
  },
  open: openQueue,
};

async function openQueue({ postgres, database }: QueueLocation) {
  const boss = new PgBoss({
    ...postgres,
    database,
    max: CONNECTIONS,
    schedule: false,
    useListenNotify: true,
    supervise: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  if ((await boss.getQueue('bench')) === null) await boss.createQueue('bench', { notify: true, ...SILENCE });
  return {
    async send() {
      await boss.send('bench', { n: 1 });
    },
    async work(onJob: OnJob) {
      await Promise.all(Array.from({ length: 4 }, () => drain(boss, onJob)));
      await boss.work('bench', POLLING, async (jobs) => {
        await Promise.all(jobs.map(() => onJob()));
      });
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** A backlog goes fastest by fetching in a loop: its workers pause between two polls. Afterwards they wait for notifications. */
async function drain(boss: PgBoss, onJob: OnJob): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch('bench', { batchSize: CONCURRENCY / 4 });
    if (jobs.length === 0) return;
    await Promise.all(jobs.map(() => onJob()));
    await boss.complete(
      'bench',
      jobs.map(({ id }) => id),
    );
  }
}
