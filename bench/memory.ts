/** Resident memory of one node: idle, while it works, and whether it still grows after tens of thousands of runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runMany } from './end-to-end.ts';
import { SMALL_KIT } from './support/conversations.ts';
import { atMost, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';

const PORTION = 1_000;
const PORTIONS = 10;

export async function memory(site: Site): Promise<Result> {
  const db = await site.database('memory');
  const kitCode = await db.publish(SMALL_KIT);
  const node = await startServiceNode({ databaseUrl: db.url });
  await sleep(1_000);
  const megabytes = () => node.rssMegabytes() ?? Number.NaN;
  const idle = megabytes();
  const after: number[] = [];
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 100);
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    await runMany(db, node.port, kitCode, PORTION);
    after.push(megabytes());
  }
  clearInterval(watch);
  await node.stop();
  await db.drop();
  const show = (value: number) => `${Math.round(value)} MB`;
  const early = Math.max(...after.slice(1, 4));
  const late = Math.max(...after.slice(-3));
  return {
    name: 'memory',
    title: `Memory: one node, ${(PORTION * PORTIONS).toLocaleString('en')} runs of 5 KB`,
    lines: [
      { what: 'idle', value: show(idle) },
      { what: 'at most, under load', value: show(most) },
      { what: 'after each 10,000 runs', value: after.map((value) => Math.round(value)).join(', ') },
      atMost('the last three ÷ the second to fourth', late / early, 1.15),
    ],
  };
}
