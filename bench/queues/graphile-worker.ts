import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils, type Runner, run } from 'graphile-worker';
import type { Site } from '../support/site.ts';
import { CONCURRENCY, CONNECTIONS, type QueueUnderTest } from './queue-under-test.ts';

const quiet = new Logger(() => () => {});

export async function graphileWorkerQueue(site: Site): Promise<QueueUnderTest> {
  const db = await site.emptyDatabase('queue_graphile');
  const options = { connectionString: db.url, maxPoolSize: CONNECTIONS, logger: quiet };
  const sender = await makeWorkerUtils(options);
  await sender.migrate();
  let runner: Runner | undefined;
  return {
    name: 'graphile-worker',
    async send() {
      await sender.addJob('bench', { n: 1 });
    },
    async work(onJob) {
      runner = await run({
        ...{ ...options, concurrency: CONCURRENCY, noHandleSignals: true, pollInterval: 1_000 },
        taskList: { bench: async () => onJob() },
      });
    },
    async stop() {
      await runner?.stop();
      await sender.release();
      await sleep(1_000); // Its pools close on their own, after `release` has returned.
      await db.drop();
    },
  };
}
