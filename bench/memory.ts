/**
 * Resident memory of one node without PostgreSQL: idle, while it works, and whether it still grows after a hundred thousand runs. Without
 * the reading model, but for one line.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runMany } from './end-to-end.ts';
import { SMALL_KIT } from './support/conversations.ts';
import { atMost, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';

const PORTION = 5_000;
const PORTIONS = 20;
/** On a slow machine there are fewer runs, rather than more time. */
const LONGEST_MS = 150_000;

export async function memory(site: Site): Promise<Result> {
  const db = await site.database('memory');
  const kitCode = await db.publish(SMALL_KIT);
  const withReader = await startServiceNode({ databaseUrl: db.url });
  await sleep(1_000);
  const idleWithReader = withReader.rssMegabytes() ?? Number.NaN;
  await withReader.stop();
  const node = await startServiceNode({ databaseUrl: db.url, environment: { BRICKWORK_READER: '0' } });
  await sleep(1_000);
  const megabytes = () => node.rssMegabytes() ?? Number.NaN;
  const idle = megabytes();
  const after: number[] = [];
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 100);
  const until = performance.now() + LONGEST_MS;
  while (after.length < PORTIONS && performance.now() < until) {
    await runMany(db, node.port, kitCode, PORTION);
    after.push(megabytes());
  }
  clearInterval(watch);
  await node.stop();
  await db.drop();
  const show = (value: number) => `${Math.round(value)} MB`;
  const part = (from: number, to: number) =>
    Math.max(...after.slice(Math.floor(after.length * from), Math.ceil(after.length * to)));
  return {
    name: 'memory',
    title: `Memory: one node, ${(PORTION * after.length).toLocaleString('en')} runs of 5 KB`,
    lines: [
      atMost('idle', idle, 150, show),
      { what: 'idle, with the reading model turned on', value: show(idleWithReader) },
      atMost('at most, under load', most, 350, show),
      {
        what: `after each ${PORTION.toLocaleString('en')} runs`,
        value: after.map((value) => Math.round(value)).join(', '),
      },
      atMost('the last fifth ÷ the second fifth', part(0.8, 1) / part(0.2, 0.4), 1.1),
    ],
  };
}
