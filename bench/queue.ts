/** The queue alone, beside the libraries that one would take instead, on the same server with the same connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import { brickworkQueue } from './queues/brickwork.ts';
import { bullmqQueue } from './queues/bullmq.ts';
import { graphileWorkerQueue } from './queues/graphile-worker.ts';
import { pgBossQueue } from './queues/pg-boss.ts';
import type { QueueUnderTest } from './queues/queue-under-test.ts';
import { type Line, milliseconds, perSecond, type Result } from './support/result.ts';
import type { Site } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const SENDERS = 64;
const SEND_SECONDS = 3;
const BACKLOG = 3_000;
const SINGLES = 60;
const LONGEST_DRAIN_MS = 30_000;

interface Measured {
  name: string;
  sends: number;
  drains: number;
  pickUp: number;
}

export async function queue(site: Site): Promise<Result> {
  const measured: Measured[] = [];
  for (const open of [brickworkQueue, pgBossQueue, graphileWorkerQueue, bullmqQueue])
    measured.push(await measure(await open(site)));
  const [ours, ...peers] = measured;
  if (ours === undefined) throw new Error('nothing was measured');
  const line = ({ name, sends, drains, pickUp }: Measured): Line => ({
    what: name,
    value: `send ${perSecond(sends)}, drain ${perSecond(drains)}, pick-up p50 ${milliseconds(pickUp)}`,
  });
  return {
    name: 'queue',
    title: `The queue alone: ${SENDERS} senders of single jobs, a backlog of ${BACKLOG} drained by one worker of 32, one job at a time`,
    lines: [
      ...measured.map(line),
      ...peers.map((peer) => ({
        what: `Brickwork ÷ ${peer.name}`,
        value: `send ${(ours.sends / peer.sends).toFixed(1)} ×, drain ${(ours.drains / peer.drains).toFixed(1)} ×, pick-up ${(ours.pickUp / peer.pickUp).toFixed(2)} ×`,
      })),
    ],
  };
}

async function measure(queue: QueueUnderTest): Promise<Measured> {
  try {
    await Promise.all(Array.from({ length: SENDERS }, () => queue.send()));
    const sent = await sendFor(queue, SEND_SECONDS);
    let done = 0;
    let onJob = () => {};
    for (let missing = BACKLOG - sent.count; missing > 0; missing -= SENDERS)
      await Promise.all(Array.from({ length: SENDERS }, () => queue.send()));
    const startedAt = performance.now();
    await queue.work(() => {
      done += 1;
      onJob();
    });
    while (done < BACKLOG && performance.now() - startedAt < LONGEST_DRAIN_MS) await sleep(5);
    const drains = done / ((performance.now() - startedAt) / 1_000);
    await quiet(() => done);
    const waits: number[] = [];
    for (let index = 0; index < SINGLES; index += 1) {
      const begun = new Promise<number>((resolve) => {
        onJob = () => resolve(performance.now());
      });
      await queue.send();
      const sentAt = performance.now();
      waits.push(Math.max(0, (await begun) - sentAt));
      await sleep(20);
    }
    return { name: queue.name, sends: sent.perSecond, drains, pickUp: spreadOf(waits).p50 };
  } finally {
    await queue.stop();
  }
}

async function sendFor(queue: QueueUnderTest, seconds: number): Promise<{ count: number; perSecond: number }> {
  let count = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() < until) {
        await queue.send();
        count += 1;
      }
    }),
  );
  return { count, perSecond: count / ((performance.now() - startedAt) / 1_000) };
}

/** Until the rest of the backlog is done. */
async function quiet(done: () => number): Promise<void> {
  for (let before = -1; before !== done(); await sleep(700)) before = done();
}
