import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import { CONCURRENCY, CONNECTIONS, type OnJob, type QueueKind, type QueueLocation } from './queue-under-test.ts';

const quiet = new Logger(() => () => {});

export const graphileWorkerQueue: QueueKind = {
  name: 'graphile-worker',
  silence: 'keeps the jobs of a lost worker for 4 h, which cannot be set',
  isRecoveryTooLong: true,
  async prepare(site) {
    const { name, url, drop } = await site.emptyDatabase('queue_graphile');
    return { postgres: site.postgres, database: name, url, drop };
  },
  open: openQueue,
};

async function openQueue({ url }: QueueLocation) {
  const options = { connectionString: url, maxPoolSize: CONNECTIONS, logger: quiet };
  const sender = await makeWorkerUtils(options);
  await sender.migrate();
  let runner: Runner | undefined;
  return {
    async send() {
      await sender.addJob('bench', { n: 1 });
    },
    async work(onJob: OnJob) {
      runner = await run({
        ...options,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        pollInterval: 1_000,
        taskList: { bench: async () => onJob() },
      });
    },
    async stop() {
      await runner?.stop();
      await sender.release();
      await sleep(1_000); // Its pools close on their own, after `release` has returned.
    },
  };
}
