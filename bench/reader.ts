/**
 * What the reading model costs: CPU of one conversation, runs per core-hour and memory of a node from accept to terminal, and how long
 * eight long conversations of one workspace hold up a neighbour. CPU time, but for the last, so that other work disturbs little.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { runMany } from './end-to-end.ts';
import { conversationOf } from './support/conversations.ts';
import { drive } from './support/drive.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { atMost, type Result } from './support/result.ts';
import { SCORECARD } from './support/scorecard.ts';
import { type ServiceNode, startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase, SiteWorkspace } from './support/site.ts';
import { median } from './support/spread.ts';

const BYTES_PER_WORD = 5.6;
const ROUNDS = 3;
const RUNS = 12;
const HOSTILE_RUNS = 8;
const HOSTILE_WORDS = 6_000;

const seconds = (value: number): string => `${value.toFixed(1)} s`;

export async function reader(site: Site): Promise<Result> {
  const short = await cpuSecondsOfReading(1_000);
  const long = await cpuSecondsOfReading(6_000);
  const db = await site.database('reader');
  const kitCode = await db.publish(SCORECARD);
  const neighbour = await db.newWorkspace('neighbour', 'unlimited');
  const neighbourCode = await neighbour.publish(SCORECARD);
  const node = await startServiceNode({ databaseUrl: db.url });
  const whole = await measureRuns(site, node, db, kitCode);
  const alone = await secondsOfOne(neighbour, node.port, neighbourCode);
  await post(db, node.port, kitCode, HOSTILE_RUNS, HOSTILE_WORDS);
  const beside = await secondsOfOne(neighbour, node.port, neighbourCode);
  await node.stop();
  await db.drop();
  return {
    name: 'reader',
    title: `The reading model: ${SCORECARD.bricks.length} bricks, ${RUNS} runs of 1,000 words from accept to terminal`,
    lines: [
      atMost('CPU, 1,000 words', short.usual, 2, seconds),
      { what: 'CPU, the first 1,000 words, with opening the model', value: seconds(short.first) },
      atMost('CPU, 6,000 words', long.usual, 8, seconds),
      {
        what: 'runs per core-hour, node and PostgreSQL',
        value: Math.round(3_600 / whole.cpuSeconds).toLocaleString('en'),
      },
      { what: 'cores busy while runs wait', value: whole.cores.toFixed(1) },
      { what: 'memory of the node, at most', value: `${Math.round(whole.megabytes)} MB` },
      { what: 'one run of a workspace, alone', value: seconds(alone) },
      atMost(
        `longer beside ${HOSTILE_RUNS} runs of ${HOSTILE_WORDS.toLocaleString('en')} words of another workspace`,
        beside - alone,
        2,
        seconds,
      ),
    ],
  };
}

function wordsOf(index: number, words: number): string {
  return conversationOf(index, words * BYTES_PER_WORD);
}

async function cpuSecondsOfReading(words: number): Promise<{ first: number; usual: number }> {
  const start = process.cpuUsage();
  const read = await openReadModel(READER_FILES);
  const engine = createReadingEngine();
  const spent: number[] = [];
  let first = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const conversation = readConversation(SCORECARD, { transcript: wordsOf(round, words) });
    const before = process.cpuUsage();
    await engine(SCORECARD, SCORECARD.bricks, conversation, { read, lexical: new Set() });
    if (round > 0) spent.push(secondsSince(before));
    else first = secondsSince(start); // It also warms up.
  }
  return { first, usual: median(spent) };
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function measureRuns(site: Site, node: ServiceNode, db: SiteDatabase, kitCode: string) {
  await runMany(db, node.port, kitCode, 2); // Threads start, the model is loaded.
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, node.rssMegabytes() ?? Number.NaN);
  }, 100);
  const cpu = () => (node.cpuSeconds() ?? Number.NaN) + (site.postgresCpuSeconds() ?? Number.NaN);
  const before = cpu();
  const startedAt = performance.now();
  await runMany(db, node.port, kitCode, RUNS);
  const wall = (performance.now() - startedAt) / 1_000;
  clearInterval(watch);
  const used = cpu() - before;
  return { cpuSeconds: used / RUNS, cores: used / wall, megabytes };
}

async function post(
  { key }: SiteWorkspace,
  port: number,
  kitCode: string,
  count: number,
  words: number,
): Promise<void> {
  await drive({
    ports: [port],
    connections: 1,
    count,
    expectStatus: 202,
    request: (index) =>
      rawRequest({
        method: 'POST',
        path: '/v1/runs',
        key,
        body: { kit_code: kitCode, input: { transcript: wordsOf(index, words) } },
      }),
  });
}

async function secondsOfOne({ key }: SiteWorkspace, port: number, kitCode: string): Promise<number> {
  const connection = await RawConnection.open(port);
  const startedAt = performance.now();
  const body = { kit_code: kitCode, input: { transcript: wordsOf(0, 1_000) } };
  const accepted = await connection.send(rawRequest({ method: 'POST', path: '/v1/runs', key, body }));
  const { run_id } = JSON.parse(accepted.body) as { run_id: string };
  for (;;) {
    const { body: run } = await connection.send(rawRequest({ method: 'GET', path: `/v1/runs/${run_id}`, key }));
    const { status } = JSON.parse(run) as { status: string };
    if (status === 'succeeded') break;
    if (status === 'failed' || status === 'cancelled') throw new Error(`the run ${status}`);
    await sleep(20);
  }
  connection.close();
  return (performance.now() - startedAt) / 1_000;
}
