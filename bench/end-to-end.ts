/**
 * Accept → evaluate → terminal → webhook received, against what the local engine alone does in this process on the same cores.
 * Both without the reading model: the ratio is about accepting, storing and sending.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { readExampleKit } from '@brickwork/server/main/read-example-kit';
import { conversationOf } from './support/conversations.ts';
import { drive } from './support/drive.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { startReceiver } from './support/receiver.ts';
import { atLeast, atMost, milliseconds, perSecond, type Result, ratio } from './support/result.ts';
import { type ServiceNode, startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { median } from './support/spread.ts';

const ROUNDS = 6;
const RUNS = 300;
const AT_ONCE = 32;

interface Round {
  perSecond: number;
  /** CPU milliseconds for one run: of this process, of the node, of PostgreSQL. */
  here: number;
  node: number;
  postgres: number;
}

export async function endToEnd(site: Site): Promise<Result> {
  const document = readExampleKit('support-qa');
  const db = await site.database('end_to_end');
  const quiet = { ...db, kitCode: await db.publish(document) };
  const told = await db.newWorkspace('told', 'unlimited');
  const toldCode = await told.publish(document);
  const profile = process.env.BENCH_PROFILE;
  const node = await startServiceNode({
    databaseUrl: db.url,
    environment: { BRICKWORK_READER: '0', BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' },
    nodeArguments: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  });
  const receiver = await startReceiver();
  await registerWebhook(node.port, told.key, receiver.url);
  const pool = new EvaluationPool();
  pool.start();
  const ways = {
    engine: () => evaluateMany(pool, document),
    terminal: () => runMany(quiet, node.port, quiet.kitCode, RUNS),
    async received() {
      const expected = receiver.received + RUNS;
      await runMany({ ...told, database: db.database }, node.port, toldCode, RUNS);
      await receiver.until(expected);
    },
  };
  const rounds: Record<keyof typeof ways, Round[]> = { engine: [], terminal: [], received: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const way of ['engine', 'terminal', 'received'] as const) {
      const measured = await measure(ways[way], node, site);
      if (round > 0) rounds[way].push(measured); // The first one warms up.
    }
  await pool.stop();
  await node.stop();
  await receiver.stop();
  await db.drop();
  return toResult(pool.threads, rounds);
}

function toResult(threads: number, { engine, terminal, received }: Record<string, Round[]>): Result {
  const middle = (rounds: Round[] = [], of: keyof Round = 'perSecond') => median(rounds.map((round) => round[of]));
  const costs = (rounds: Round[] = []) =>
    `${middle(rounds, 'node').toFixed(1)} ms in the node, ${middle(rounds, 'postgres').toFixed(1)} ms in PostgreSQL`;
  return {
    name: 'end-to-end',
    title: `End to end: accept → evaluate (local engine without the reading model, support-qa, 5 KB) → terminal → webhook received, ${RUNS} runs`,
    lines: [
      { what: `the engine alone, in process, ${threads} threads`, value: perSecond(middle(engine)) },
      { what: 'accept to terminal, no webhook', value: perSecond(middle(terminal)) },
      { what: 'accept to webhook received', value: perSecond(middle(received)) },
      { what: 'accept to terminal ÷ engine alone', value: ratio(middle(terminal) / middle(engine)) },
      atLeast('accept to webhook received ÷ engine alone', middle(received) / middle(engine), 0.7),
      { what: 'CPU per run: the engine alone', value: `${middle(engine, 'here').toFixed(1)} ms` },
      { what: 'CPU per run: accept to terminal', value: costs(terminal) },
      { what: 'CPU per run: accept to webhook received', value: costs(received) },
      atMost(
        'CPU of PostgreSQL for a delivery',
        middle(received, 'postgres') - middle(terminal, 'postgres'),
        1.25,
        milliseconds,
      ),
    ],
  };
}

async function measure(way: () => Promise<unknown>, node: ServiceNode, site: Site): Promise<Round> {
  const cpu = () => ({
    here: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
    node: (node.cpuSeconds() ?? Number.NaN) * 1_000,
    postgres: (site.postgresCpuSeconds() ?? Number.NaN) * 1_000,
  });
  const before = cpu();
  const startedAt = performance.now();
  await way();
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = cpu();
  return {
    perSecond: RUNS / seconds,
    here: (after.here - before.here) / RUNS,
    node: (after.node - before.node) / RUNS,
    postgres: (after.postgres - before.postgres) / RUNS,
  };
}

async function registerWebhook(port: number, key: string, url: string): Promise<void> {
  const connection = await RawConnection.open(port);
  const { status, body } = await connection.send(
    rawRequest({ method: 'POST', path: '/v1/webhooks', key, body: { url } }),
  );
  connection.close();
  if (status >= 300) throw new Error(`the webhook could not be registered: ${status} ${body}`);
}

async function evaluateMany(pool: EvaluationPool, document: unknown): Promise<void> {
  const kit = requireKit(document);
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < RUNS) {
        const input = { transcript: conversationOf(next++) };
        await evaluateKit({ local: (task, options) => pool.answer(task, options) }, { kit, input });
      }
    }),
  );
}

/** Runs per second from the first request to the last terminal state. */
export async function runMany(
  { database, key }: Pick<SiteDatabase, 'database' | 'key'>,
  ports: number | readonly number[],
  kitCode: string,
  runs: number,
): Promise<number> {
  const isWaiting = async () =>
    (await database.query({ name: 'bench_waiting', text: `SELECT 1 FROM jobs WHERE kind = 'run' LIMIT 1` }))
      .rowCount === 1;
  const startedAt = performance.now();
  await drive({
    ports: typeof ports === 'number' ? [ports] : ports,
    connections: AT_ONCE,
    count: runs,
    expectStatus: 202,
    request: (index) =>
      rawRequest({
        method: 'POST',
        path: '/v1/runs',
        key,
        body: { kit_code: kitCode, input: { transcript: conversationOf(index) } },
      }),
  });
  while (await isWaiting()) await sleep(20);
  return runs / ((performance.now() - startedAt) / 1_000);
}
