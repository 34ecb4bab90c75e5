/** The queue alone, beside the libraries that one would take instead, on the same server with the same connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import { measureRecovery } from './queues/measure-recovery.ts';
import type { OnJob, QueueKind, QueueUnderTest } from './queues/queue-under-test.ts';
import { QUEUES } from './queues/queues.ts';
import { type Line, milliseconds, perSecond, type Result } from './support/result.ts';
import type { Site } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const SENDERS = 64;
const SEND_SECONDS = 3;
const BACKLOG = 3_000;
const SINGLES = 60;
const LONGEST_DRAIN_MS = 30_000;
const LONGEST_REST_MS = 180_000;

interface Measured {
  kind: QueueKind;
  sends: number;
  drains: number;
  pickUp: number;
}

export async function queue(site: Site): Promise<Result> {
  const measured: Measured[] = [];
  for (const kind of QUEUES) measured.push(await measure(kind, site));
  const [ours, ...peers] = measured;
  if (ours === undefined) throw new Error('nothing was measured');
  const recoveries = await Promise.all(QUEUES.map((kind) => recover(kind, site))); // All at once: they wait, mostly.
  const line = ({ kind, sends, drains, pickUp }: Measured): Line => ({
    what: kind.name,
    value: `send ${perSecond(sends)}, drain ${perSecond(drains)}, pick-up p50 ${milliseconds(pickUp)}`,
  });
  return {
    name: 'queue',
    title: `The queue alone: ${SENDERS} senders of single jobs, a backlog of ${BACKLOG.toLocaleString('en')} drained by one worker of 32, one job at a time, a worker killed`,
    lines: [
      ...measured.map(line),
      ...peers.map((peer) => ({
        what: `Brickwork ÷ ${peer.kind.name}`,
        value: `send ${(ours.sends / peer.sends).toFixed(1)} ×, drain ${(ours.drains / peer.drains).toFixed(1)} ×, pick-up ${(ours.pickUp / peer.pickUp).toFixed(2)} ×`,
      })),
      ...QUEUES.map((kind, index) => ({
        what: `kill -9 until its jobs are done: ${kind.name}`,
        value: `${recoveries[index]} (${kind.silence})`,
      })),
    ],
  };
}

async function recover(kind: QueueKind, site: Site): Promise<string> {
  if (kind.isRecoveryTooLong === true) return 'not waited for';
  const location = await kind.prepare(site);
  const queue = await kind.open(location);
  try {
    const seconds = await measureRecovery(kind, location, queue);
    return seconds === undefined ? 'more than 60 s' : `${seconds.toFixed(1)} s`;
  } finally {
    await queue.stop();
    await location.drop();
  }
}

async function measure(kind: QueueKind, site: Site): Promise<Measured> {
  const location = await kind.prepare(site);
  const queue = await kind.open(location);
  try {
    return { kind, ...(await measureOpen(queue)) };
  } finally {
    await queue.stop();
    await location.drop();
  }
}

async function measureOpen(queue: QueueUnderTest): Promise<Omit<Measured, 'kind'>> {
  await Promise.all(Array.from({ length: SENDERS }, () => queue.send()));
  const sent = await sendFor(queue, SEND_SECONDS);
  for (let missing = BACKLOG - sent.count; missing > 0; missing -= SENDERS)
    await Promise.all(Array.from({ length: SENDERS }, () => queue.send()));
  let done = 0;
  let whenBegun = () => {};
  const onJob: OnJob = () => {
    done += 1;
    whenBegun();
    return undefined;
  };
  const startedAt = performance.now();
  await queue.work(onJob);
  while (done < BACKLOG && performance.now() - startedAt < LONGEST_DRAIN_MS) await sleep(5);
  const drains = done / ((performance.now() - startedAt) / 1_000);
  await quiet(() => done);
  const waits: number[] = [];
  for (let index = 0; index < SINGLES; index += 1) {
    const begun = new Promise<number>((resolve) => {
      whenBegun = () => resolve(performance.now());
    });
    await queue.send();
    const sentAt = performance.now();
    waits.push(Math.max(0, (await begun) - sentAt));
    await sleep(20);
  }
  return { sends: sent.perSecond, drains, pickUp: spreadOf(waits).p50 };
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

/** Until the rest of the backlog is done. A queue that cannot end its jobs gets them again and again. */
async function quiet(done: () => number): Promise<void> {
  const until = performance.now() + LONGEST_REST_MS;
  for (let before = -1; before !== done(); await sleep(700)) {
    if (performance.now() > until) throw new Error(`jobs are still being done after ${LONGEST_REST_MS / 1_000} s`);
    before = done();
  }
}
