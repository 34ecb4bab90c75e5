/**
 * Everything goes wrong for a while, on a schedule that a seed decides: nodes are killed, stopped, frozen and get wrong clocks,
 * PostgreSQL is restarted both ways, connections are cut, the queue is filled, and the webhook receiver fails a third of the time.
 * Meanwhile some conversations are pushed to an intake, some runs are reviewed, some are erased, a golden set is evaluated again and again, and
 * the other parts work beside it (chaos-parts.ts, chaos-rooms.ts). Afterwards the client's and the receivers' records must agree with the service: nothing accepted is
 * lost, nothing ended twice, everything has ended, every end was reported, every invariant of the database holds, insights count what a recount
 * does, and every evaluation has each of its answers once.
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
import { type ChaosParts, startChaosParts } from './chaos-parts.ts';
import { type ChaosRooms, startChaosRooms } from './chaos-rooms.ts';
import { judge, unexpectedLines } from './judge.ts';
import { judgeParts } from './judge-parts.ts';
import { judgeRooms } from './judge-rooms.ts';
import { createStubbornClient, type StubbornClient } from './stubborn-client.ts';
import { startUnsteadyReceiver } from './unsteady-receiver.ts';

export interface ChaosOptions {
  seed: number;
  seconds: number;
  /** It goes on until there were as many, however long that takes. */
  faults?: number;
  /** Likewise: until so many runs were accepted. */
  runs?: number;
  /** It ends after so long, however few there were. */
  atMostSeconds?: number;
  /** Whether the nodes have the reader, which learnings need. */
  reads?: boolean;
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
  /** Of all workspaces, those that were imported not among them. */
  allAccepted: number;
  /** What the other parts did. */
  parts: { runs: number; backfills: number; exports: number; messages: number; notes: number; imported: number };
  rooms: { questions: number; contrasts: number; learnings: number; masked: number; cancelled: number };
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
  parts: ChaosParts;
  rooms: ChaosRooms;
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
  const { seed, logFile: given, directory, flood = 400, pauseMs = 20, reads = false } = options;
  const random = seededRandom(seed);
  const site = await startSite(directory);
  const db = await site.database('chaos', CHAOS_PLAN);
  const kitCode = await db.publish(SMALL_KIT);
  const proxy = await startDatabaseProxy(site.postgres);
  const { user, password } = site.postgres;
  const url = `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${db.name}`;
  const logFile = given ?? join(site.directory, 'nodes.log');
  const receiver = await startUnsteadyReceiver(seed + 1);
  const nodes = await startChaosNodes(url, logFile, reads);
  const client = createStubbornClient(nodes.apiUrls, db.key, kitCode);
  let parts: ChaosParts | undefined;
  try {
    receiver.trust(await client.registerWebhook(receiver.url));
    await client.putGoldenSet();
    await client.putIntake();
    await client.evaluate();
    parts = await startChaosParts(db, nodes.apiUrls, seed + 2);
    const rooms = await startChaosRooms(db, nodes.apiUrls, reads);
    const faults = await playSchedule({ site, proxy, nodes, client, parts, rooms, flood, pauseMs }, random, options);
    const violations = await judge(db, client, receiver.record);
    violations.push(...nodes.died, ...(await judgeParts(db, parts)), ...(await judgeRooms(db, rooms, reads)));
    violations.push(...unexpectedLines(logFile));
    const { accepted, pushed, retries } = client.record;
    const { requests, failures, repetitions, taken } = receiver.record;
    return {
      faults,
      accepted: accepted.size,
      pushed: pushed.size,
      allAccepted: [client, parts.client, rooms.client].reduce((sum, { record }) => sum + record.accepted.size, 0),
      retries: retries + parts.client.record.retries + rooms.client.record.retries,
      parts: doneBy(parts),
      rooms: doneIn(rooms),
      violations,
      recovery: recoveryOf(faults),
      receiver: { requests, failures, repetitions, runs: taken.size },
    };
  } finally {
    await nodes.stop();
    await receiver.stop();
    await parts?.stop();
    await proxy.stop();
    await db.database.close();
    await site.stop();
  }
}

function doneBy({ client, books, record }: ChaosParts): ChaosReport['parts'] {
  return {
    runs: client.record.accepted.size,
    backfills: record.backfills.size,
    exports: record.exports,
    messages: books.messages.size,
    notes: record.notes.size,
    imported: record.imported,
  };
}

function doneIn({ record }: ChaosRooms): ChaosReport['rooms'] {
  const { ended, masked, cancelled } = record;
  const { questions, contrasts, learnings } = ended;
  return { questions: questions.size, contrasts: contrasts.size, learnings: learnings.size, masked, cancelled };
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

/** So many a sender sends before it waits for what was sent: on a slow machine the line behind which a fault is measured stays short. */
const BEFORE_LOOKING_BACK = 20;
/** Of this many faults the next one strikes while they are still being put right. */
const AT_ONCE = 2;

async function playSchedule(scene: Scene, random: SeededRandom, options: ChaosOptions) {
  const until = Date.now() + options.seconds * 1_000;
  const { faults: least = 0, runs: fewest = 0, atMostSeconds = Number.POSITIVE_INFINITY } = options;
  const latest = Date.now() + atMostSeconds * 1_000;
  const isEnough = () =>
    Date.now() >= latest ||
    (Date.now() >= until &&
      played.length >= least &&
      scene.client.record.sent.size + scene.client.record.pushed.size >= fewest);
  const nextFault = shuffledFaults(random);
  let isOver = false;
  const traffic = Promise.all([
    ...Array.from({ length: 8 }, async (_, sender) => {
      for (let sent = 1; !isOver; sent += 1) {
        const { client } = scene;
        if (sent % BEFORE_LOOKING_BACK !== 0) await (sender < 2 ? client.push() : client.accept());
        else if (sender < 2) await client.untilRead();
        else await client.untilEnded(await client.accept(), 300_000);
        await sleep(scene.pauseMs);
      }
    }),
    ...[scene.parts, scene.rooms].map(async (room) => {
      while (!isOver) await room.act();
    }),
  ]);
  const played: PlayedFault[] = [];
  const unsettled = new Set<Promise<unknown>>();
  while (!isEnough()) {
    await sleep(random.between(200, 1_000));
    while (unsettled.size >= AT_ONCE) await Promise.race(unsettled);
    const startedAt = Date.now();
    const { kind, strike } = nextFault();
    const { detail, done } = strike(scene, random);
    const what = detail === undefined ? kind : `${kind}: ${detail}`;
    const settled: Promise<unknown> = done
      .catch((error: Error) => scene.client.record.faults.push(`${what}: ${error.message}`))
      .finally(() => unsettled.delete(settled));
    unsettled.add(settled);
    const runId = await scene.client.accept();
    const acceptedAfterMs = Date.now() - startedAt;
    await scene.client.untilEnded(runId, 300_000);
    const endedAfterMs = Date.now() - startedAt;
    await scene.client.change(runId, 'review');
    await scene.client.evaluate();
    if (played.length % 3 === 2) await scene.client.change(runId, 'erase');
    played.push({ kind, what, acceptedAfterMs, endedAfterMs });
    options.say(`${what}: accepting again after ${acceptedAfterMs} ms, working again after ${endedAfterMs} ms`);
  }
  isOver = true;
  await Promise.all([traffic, ...unsettled]);
  return played;
}
