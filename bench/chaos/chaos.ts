/**
 * Everything goes wrong for a while, on a schedule that a seed decides: nodes are killed, stopped, frozen and get wrong clocks,
 * PostgreSQL is restarted both ways, connections are cut, the queue is flooded. Afterwards the client's own books must agree with
 * the service: nothing accepted is lost, nothing ran twice, everything has ended, and every invariant of the database holds.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@brickwork/server/storage/check-invariants';
import { postmasterPid } from '../../test/support/run-brickwork.ts';
import { SMALL_KIT } from '../support/conversations.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type Site, type SiteDatabase, startSite } from '../support/site.ts';
import { spreadOf } from '../support/spread.ts';
import { anyNode, type ChaosNodes, startChaosNodes } from './chaos-nodes.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { createStubbornClient, type StubbornClient } from './stubborn-client.ts';

export interface ChaosOptions {
  seed: number;
  seconds: number;
  say(line: string): void;
}

export interface ChaosReport {
  faults: { what: string; acceptedAfterMs: number; endedAfterMs: number }[];
  accepted: number;
  retries: number;
  /** What must not be: empty when all is well. */
  violations: string[];
  /** From a fault to the next run that was accepted and ended. */
  recovery: { p50: number; max: number };
}

interface Scene {
  site: Site;
  proxy: DatabaseProxy;
  nodes: ChaosNodes;
  client: StubbornClient;
}

type Fault = (scene: Scene, random: SeededRandom) => { what: string; done: Promise<unknown> };

const FAULTS: readonly Fault[] = [
  ({ nodes }, random) => onNode(anyNode(random, nodes), 'kill -9', (index) => nodes.kill(index, 'SIGKILL')),
  ({ nodes }, random) => onNode(anyNode(random, nodes), 'SIGTERM', (index) => nodes.kill(index, 'SIGTERM')),
  ({ nodes }, random) => {
    const ms = random.between(500, 6_000);
    return onNode(anyNode(random, nodes), `frozen for ${ms} ms`, (index) => nodes.freeze(index, ms));
  },
  ({ nodes }, random) => {
    const ms = random.pick([-90_000, 90_000]);
    return onNode(anyNode(random, nodes), `clock wrong by ${ms / 1_000} s`, (index) => nodes.skew(index, ms));
  },
  ({ site }) => ({ what: 'PostgreSQL restarted, fast', done: restart(site, 'SIGINT') }),
  ({ site }) => ({ what: 'PostgreSQL restarted, immediate', done: restart(site, 'SIGQUIT') }),
  ({ proxy }, random) => {
    const ms = random.between(0, 1_500);
    proxy.cut(ms);
    return { what: `connections cut for ${ms} ms`, done: sleep(ms) };
  },
  ({ client }) => ({ what: '300 runs at once', done: Promise.all(Array.from({ length: 300 }, () => client.accept())) }),
];

function onNode(index: number, what: string, act: (index: number) => Promise<void>) {
  return { what: `node ${index}: ${what}`, done: act(index) };
}

async function restart(site: Site, signal: NodeJS.Signals): Promise<void> {
  const pid = postmasterPid(site.directory);
  if (pid !== undefined) process.kill(pid, signal); // The service's own launcher brings it back.
}

export async function chaos({ seed, seconds, say }: ChaosOptions): Promise<ChaosReport> {
  const random = seededRandom(seed);
  const site = await startSite();
  const db = await site.database('chaos');
  const kitCode = await db.publish(SMALL_KIT);
  const proxy = await startDatabaseProxy(join(site.postgres.host, `.s.PGSQL.${site.postgres.port}`));
  const { user, password } = site.postgres;
  const url = `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${db.name}`;
  const logFile = join(site.directory, 'nodes.log');
  const nodes = await startChaosNodes(url, logFile);
  const client = createStubbornClient(nodes.apiUrls, db.key, kitCode);
  try {
    const faults = await playSchedule({ site, proxy, nodes, client }, random, seconds, say);
    const violations = await judge(db, client);
    violations.push(...unexpectedLines(logFile));
    const { p50, max } = spreadOf(faults.map(({ endedAfterMs }) => endedAfterMs));
    const { accepted, retries } = client.books;
    return { faults, accepted: accepted.size, retries, violations, recovery: { p50, max } };
  } finally {
    await nodes.stop();
    await proxy.stop();
    await db.database.close();
    await site.stop();
  }
}

async function playSchedule(scene: Scene, random: SeededRandom, seconds: number, say: (line: string) => void) {
  const until = Date.now() + seconds * 1_000;
  let isOver = false;
  const traffic = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await scene.client.accept();
        await sleep(20);
      }
    }),
  );
  const played: ChaosReport['faults'] = [];
  while (Date.now() < until) {
    await sleep(random.between(300, 1_500));
    const startedAt = Date.now();
    const { what, done } = random.pick(FAULTS)(scene, random);
    const settled = done.catch((error: Error) => scene.client.books.faults.push(`${what}: ${error.message}`));
    const runId = await scene.client.accept();
    const acceptedAfterMs = Date.now() - startedAt;
    await scene.client.untilEnded(runId, 60_000);
    const endedAfterMs = Date.now() - startedAt;
    await settled;
    played.push({ what, acceptedAfterMs, endedAfterMs });
    say(`${what}: accepting again after ${acceptedAfterMs} ms, working again after ${endedAfterMs} ms`);
  }
  isOver = true;
  await traffic;
  return played;
}

/** The client's books against the service's answers, then the database against its own rules. */
async function judge(db: SiteDatabase, client: StubbornClient): Promise<string[]> {
  const { books } = client;
  const violations: string[] = [];
  for (const [name, runId] of books.accepted) {
    const status = await client.untilEnded(runId, 60_000);
    if (status !== 'succeeded') violations.push(`${name} (${runId}) is ${status ?? 'not ended'}`);
  }
  violations.push(...books.faults);
  const { rows } = await query<{ external_id: string; count: number }>(
    db,
    'SELECT external_id, count(*)::int AS count FROM runs GROUP BY external_id HAVING count(*) > 1',
  );
  for (const { external_id: name, count } of rows) violations.push(`${name} was stored ${count} times`);
  const stored = await query<{ external_id: string }>(db, 'SELECT external_id FROM runs');
  if (stored.rows.length !== books.accepted.size)
    violations.push(`${stored.rows.length} runs are stored, the client has ${books.accepted.size} in its books`);
  violations.push(...(await checkInvariants(db.database)));
  return violations;
}

/** The first query after a restart may meet a dead connection of the pool. */
async function query<Row extends Record<string, unknown>>({ database }: SiteDatabase, text: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.query<Row>(text);
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(200);
    }
  }
}

/** What nobody foresaw would have been logged as such. */
function unexpectedLines(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines
    .filter((line) => /unexpected error|UnhandledPromise|uncaught/i.test(line))
    .map((line) => `log: ${line.slice(0, 300)}`);
}
