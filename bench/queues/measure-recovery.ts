/** How long after `kill -9` of a worker all the jobs that it held are done by another, which was there all the time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueKind, QueueLocation, QueueUnderTest } from './queue-under-test.ts';

const JOBS = 16;
const LONGEST_MS = 60_000;

/** Seconds; undefined when it was not over in a minute. */
export async function measureRecovery(
  kind: QueueKind,
  location: QueueLocation,
  queue: QueueUnderTest,
): Promise<number | undefined> {
  const { postgres, database, url, workspaceId } = location;
  const given = JSON.stringify({ postgres, database, url, workspaceId });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold-jobs.ts'), kind.name, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const holding = untilHolding(child.stdout);
  for (let index = 0; index < JOBS; index += 1) await queue.send();
  await Promise.race([
    holding,
    ended.then(() => {
      throw new Error(`the worker of ${kind.name} ended by itself`);
    }),
  ]);
  let done = 0;
  await queue.work(() => {
    done += 1;
    return undefined;
  });
  child.kill('SIGKILL');
  const killedAt = performance.now();
  await ended;
  while (done < JOBS && performance.now() - killedAt < LONGEST_MS) await sleep(20);
  return done < JOBS ? undefined : (performance.now() - killedAt) / 1_000;
}

async function untilHolding(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: output })) if (line === `holding ${JOBS}`) return;
}
