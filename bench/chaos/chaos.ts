/**
 * Everything goes wrong for a while, on a schedule that a seed decides: nodes are killed, stopped, frozen and get wrong clocks,
 * PostgreSQL is restarted both ways, connections are cut, the queue is filled, and the webhook receiver fails a third of the time.
 * Meanwhile some conversations are pushed to an intake, some runs are reviewed, some are erased, and a golden set is evaluated again and again. Afterwards the client's and the receiver's records must agree with the service: nothing accepted is lost, nothing ended twice,
 * everything has ended, every end was reported, every invariant of the database holds, insights count what a recount does,
 * and every evaluation has each of its answers once.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { postmasterPid } from '../../test/support/run-brickwork.ts';
import { SMALL_KIT } from '../support/conversations.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type Site, startSite } from '../support/site.ts';
import { spreadOf } from '../support/spread.ts';
import { anyNode, CHAOS_PLAN, type ChaosNodes, RUNS_AT_ONCE, startChaosNodes } from './chaos-nodes.ts';
import { judge, unexpectedLines } from './judge.ts';
import { createStubbornClient, type StubbornClient } from './stubborn-client.ts';
import { startUnsteadyReceiver } from './unsteady-receiver.ts';

export interface ChaosOptions {
  seed: number;
  seconds: number;
  /** Where the nodes' log is written; by default a temporary directory that is deleted. */
  logFile?: string | undefined;
  /** Where PostgreSQL's files are already, to save the time of making them. */
  directory?: string;
  /** How many runs fill the queue: far more than may be under way, the rest waits parked in its lane. */
  flood?: number;
  /** How long each of the eight senders waits after a run was accepted. */
  pauseMs?: number;
  say(line: string): void;
}

interface PlayedFault {
  /** What it is a case of. */
  kind: string;
  what: string;
  acceptedAfterMs: number;
  endedAfterMs: number;
}

export interface ChaosReport {
  faults: PlayedFault[];
  accepted: number;
  /** Of these, pushed to the intake. */
  pushed: number;
  retries: number;
  receiver: { requests: number; failures: number; repetitions: number; runs: number };
  /** What must not be: empty when all is well. */
  violations: string[];
  /** From a fault to the next run that was accepted and ended: by kind of fault, and of all. */
  recovery: { kind: string; count: number; p50: number; max: number }[];
}

interface Scene {
  site: Site;
  proxy: DatabaseProxy;
  nodes: ChaosNodes;
  client: StubbornClient;
  flood: number;
  pauseMs: number;
}

interface Fault {
  kind: string;
  strike(scene: Scene, random: SeededRandom): { detail?: string; done: Promise<unknown> };
}

const onNode = (index: number, detail: string, done: Promise<void>) => ({ detail: `node ${index}${detail}`, done });

const FAULTS: readonly Fault[] = [
  { kind: 'kill -9', strike: ({ nodes }, random) => replaced(nodes, random, 'SIGKILL') },
  { kind: 'SIGTERM', strike: ({ nodes }, random) => replaced(nodes, random, 'SIGTERM') },
  {
    kind: 'frozen',
    strike({ nodes }, random) {
      const ms = random.between(500, 6_000);
      const index = anyNode(random, nodes);
      return onNode(index, ` for ${ms} ms`, nodes.freeze(index, ms));
    },
  },
  {
    kind: 'wrong clock',
    strike({ nodes }, random) {
      const ms = random.pick([-90_000, 90_000]);
      const index = anyNode(random, nodes);
      return onNode(index, ` by ${ms / 1_000} s`, nodes.skew(index, ms));
    },
  },
  { kind: 'PostgreSQL restarted, fast', strike: ({ site }) => ({ done: restart(site, 'SIGINT') }) },
  { kind: 'PostgreSQL restarted, immediate', strike: ({ site }) => ({ done: restart(site, 'SIGQUIT') }) },
  { kind: 'PostgreSQL killed', strike: ({ site }) => ({ done: restart(site, 'SIGKILL') }) },
  {
    kind: 'connections cut',
    strike({ proxy }, random) {
      const ms = random.between(0, 1_500);
      proxy.cut(ms);
      return { detail: `for ${ms} ms`, done: sleep(ms) };
    },
  },
  {
    kind: 'queue full',
    strike: ({ client, flood }) => ({
      detail: `${flood} runs at once, ${RUNS_AT_ONCE} may be under way`,
      done: fillQueue(client, flood),
    }),
  },
];

/** Until the last of them has ended, so that the next fault is not measured behind them. */
async function fillQueue(client: StubbornClient, count: number): Promise<void> {
  const runs = await Promise.all(Array.from({ length: count }, () => client.accept()));
  for (const runId of runs) await client.untilEnded(runId, 120_000);
}

function replaced(nodes: ChaosNodes, random: SeededRandom, signal: 'SIGKILL' | 'SIGTERM') {
  const index = anyNode(random, nodes);
  return onNode(index, '', nodes.kill(index, signal));
}

async function restart(site: Site, signal: NodeJS.Signals): Promise<void> {
  const pid = postmasterPid(site.directory);
  if (pid !== undefined) process.kill(pid, signal); // The service's own launcher brings it back.
}

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, seconds, logFile: given, directory, flood = 400, pauseMs = 20, say } = options;
  const random = seededRandom(seed);
  const site = await startSite(directory);
  const db = await site.database('chaos', CHAOS_PLAN);
  const kitCode = await db.publish(SMALL_KIT);
  const proxy = await startDatabaseProxy(site.postgres);
  const { user, password } = site.postgres;
  const url = `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${db.name}`;
  const logFile = given ?? join(site.directory, 'nodes.log');
  const receiver = await startUnsteadyReceiver(seed + 1);
  const nodes = await startChaosNodes(url, logFile);
  const client = createStubbornClient(nodes.apiUrls, db.key, kitCode);
  try {
    receiver.trust(await client.registerWebhook(receiver.url));
    await client.putGoldenSet();
    await client.putIntake();
    await client.evaluate();
    const faults = await playSchedule({ site, proxy, nodes, client, flood, pauseMs }, random, seconds, say);
    const violations = await judge(db, client, receiver.record);
    violations.push(...unexpectedLines(logFile));
    const { accepted, pushed, retries } = client.record;
    const { requests, failures, repetitions, taken } = receiver.record;
    return {
      faults,
      accepted: accepted.size,
      pushed: pushed.size,
      retries,
      violations,
      recovery: recoveryOf(faults),
      receiver: { requests, failures, repetitions, runs: taken.size },
    };
  } finally {
    await nodes.stop();
    await receiver.stop();
    await proxy.stop();
    await db.database.close();
    await site.stop();
  }
}

function recoveryOf(faults: readonly PlayedFault[]): ChaosReport['recovery'] {
  const row = (kind: string, of: readonly PlayedFault[]) => {
    const { p50, max } = spreadOf(of.map(({ endedAfterMs }) => endedAfterMs));
    return { kind, count: of.length, p50, max };
  };
  const byKind = Map.groupBy(faults, ({ kind }) => kind);
  return [...[...byKind].map(([kind, of]) => row(kind, of)), row('all', faults)];
}

/** Each kind once in a random order, then again in another: a short run sees many kinds, a long one all of them often. */
function shuffledFaults(random: SeededRandom): () => Fault {
  let rest: Fault[] = [];
  return () => {
    if (rest.length === 0) rest = [...FAULTS];
    const fault = random.pick(rest);
    rest = rest.filter((other) => other !== fault);
    return fault;
  };
}

async function playSchedule(scene: Scene, random: SeededRandom, seconds: number, say: (line: string) => void) {
  const until = Date.now() + seconds * 1_000;
  const nextFault = shuffledFaults(random);
  let isOver = false;
  const traffic = Promise.all(
    Array.from({ length: 8 }, async (_, sender) => {
      while (!isOver) {
        await (sender < 2 ? scene.client.push() : scene.client.accept());
        await sleep(scene.pauseMs);
      }
    }),
  );
  const played: PlayedFault[] = [];
  while (Date.now() < until) {
    await sleep(random.between(300, 1_500));
    const startedAt = Date.now();
    const { kind, strike } = nextFault();
    const { detail, done } = strike(scene, random);
    const what = detail === undefined ? kind : `${kind}: ${detail}`;
    const settled = done.catch((error: Error) => scene.client.record.faults.push(`${what}: ${error.message}`));
    const runId = await scene.client.accept();
    const acceptedAfterMs = Date.now() - startedAt;
    await scene.client.untilEnded(runId, 300_000);
    const endedAfterMs = Date.now() - startedAt;
    const changed = scene.client.change(runId, 'review');
    await settled;
    await scene.client.evaluate();
    await changed;
    if (played.length % 3 === 2) await scene.client.change(runId, 'erase');
    played.push({ kind, what, acceptedAfterMs, endedAfterMs });
    say(`${what}: accepting again after ${acceptedAfterMs} ms, working again after ${endedAfterMs} ms`);
  }
  isOver = true;
  await traffic;
  return played;
}
