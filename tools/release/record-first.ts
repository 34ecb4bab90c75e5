/**
 * Records 0.1.0, whose API is not that of later releases: the same as `record-release.ts` does, by the requests that it understands.
 *
 *   node tools/release/record-first.ts CHECKOUT      writes test/releases/0.1.0.backup and 0.1.0.json
 *
 * CHECKOUT is a directory with the code of 0.1.0 and what `npm ci` installs there. With `--keep=DIRECTORY` its embedded database is made there and kept.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brickworkCommand, ROOT, type ServiceNode, startServiceNode } from '../../bench/support/service-node.ts';
import { type Ask, askerOf } from './release-figures.ts';

const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const [checkout] = positionals;
if (checkout === undefined) throw new Error('Use: node tools/release/record-first.ts CHECKOUT [--keep=DIRECTORY]');
const root = resolve(checkout);
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'brickwork-first-'));
const environment = {
  BRICKWORK_DATA_DIR: dataDir,
  BRICKWORK_THREADS: '1',
  BRICKWORK_DATABASE_POOL: '8',
  BRICKWORK_SECRET: '01'.repeat(32),
  BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
  BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
  BRICKWORK_ALERTS_MS: '500',
};
/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:9999/hook';

const kitOf = (kit: string) => ({
  kit,
  name: 'Upgrade',
  bricks: [
    { key: 'refund', type: 'boolean', question: 'Does the customer want a refund?', hints: { keywords: ['refund'] } },
    { key: 'words', type: 'numeric', metric: 'word_count' },
  ],
});
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
const put = (body: unknown): RequestInit => ({ method: 'PUT', body: JSON.stringify(body) });

const command = (...args: string[]): string =>
  execFileSync(process.execPath, [brickworkCommand(root), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout: 120_000,
  });
const start = (more: Record<string, string> = {}): Promise<ServiceNode> =>
  startServiceNode({ root, environment: { ...environment, ...more } });

function newRun(index: number, kit_code: string, part: string) {
  const wish = index % 4 === 0 ? 'I want a refund for my order.' : 'I only have a question about my bill.';
  return {
    kit_code,
    external_id: `${part}-${index}`,
    metadata: { part, team: ['Porto', 'Faro'][index % 2] },
    input: { transcript: `Agent: Good morning, how can I help?\nCustomer: ${wish}` },
  };
}

async function runs(ask: Ask, count: number, kitCode: string, part: string, mode: 'sync' | 'async'): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(((await ask('/v1/runs', post({ ...newRun(index, kitCode, part), mode }))) as { run_id: string }).run_id);
  return ids;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await isSo()); ) {
    if (Date.now() > deadline) throw new Error('It did not come to that within two minutes.');
    await new Promise((done) => setTimeout(done, 200));
  }
}

interface Kit {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
}

/** What has ended when the back-up is taken. */
async function endSome(ask: Ask, ended: Kit, again: Kit, receiver: string): Promise<string> {
  const { id } = (await ask('/v1/webhooks', post({ url: receiver }))) as { id: string };
  const ids = await runs(ask, 24, ended.kit_code, 'ended', 'sync');
  await runs(ask, 6, again.kit_code, 'again', 'sync');
  for (const [index, runId] of ids.slice(0, 12).entries()) {
    const { output } = (await ask(`/v1/runs/${runId}`)) as { output: { bricks: { refund: { value: boolean } } } };
    const { value } = output.bricks.refund;
    const verdict = index % 4 === 3 ? { verdict: 'wrong', value: !value } : { verdict: 'correct' };
    await ask(`/v1/runs/${runId}/reviews`, post([{ brick: 'refund', ...verdict }]));
  }
  await ask('/v1/views', post({ name: 'Refunds', search: `kit=${ended.kit_code}&where=answer.refund%3Dtrue` }));
  await ask(
    '/v1/alerts/refunds',
    put({ kit: 'ended', brick: 'words', aggregate: 'mean', window: '30d', above: 1, min_runs: 1 }),
  );
  await ask(`/v1/kits/${ended.kit_id}/golden-sets/from-reviews`, put({ from_reviews: {} }));
  const delivered = async () =>
    ((await ask(`/v1/webhooks/${id}/deliveries?status=succeeded&limit=100`)) as { data: unknown[] }).data.length >= 30;
  await until(delivered);
  await until(async () => ((await ask('/v1/alerts/refunds')) as { state: string }).state === 'raised');
  return id;
}

/** What nobody has worked on yet. */
async function leaveOpen(ask: Ask, open: Kit, again: Kit): Promise<void> {
  const ids = await runs(ask, 8, open.kit_code, 'open', 'async');
  await ask(`/v1/runs/${ids[7]}/cancel`, post({}));
  await ask('/v1/backfills', post({ kit_version_id: again.kit_version_id, max_credits: 10, engine: 'local' }));
  const intake = {
    auth: { type: 'token' },
    map: { input: '{ "transcript": text }', external_id: 'id' },
    kits: [{ kit: 'open' }],
  };
  const { path, secret } = (await ask('/v1/intakes/calls', put({ intake }))) as { path: string; secret: string };
  const pushed = { id: 'pushed-1', text: 'Agent: Good morning.\nCustomer: A refund, please.' };
  await ask(path, { ...post(pushed), headers: { Authorization: `Bearer ${secret}` } });
}

/** The requests that every release answers alike. Logs are not among them: they are kept for weeks. Nor are
 * insights by metadata: 0.1.0 leaves out runs that failed or were cancelled there. */
function requestsFor({ kit_id, kit_code }: Kit, runId: string): string[] {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const kit = `/v1/kits/${kit_id}`;
  const insights = `${kit}/insights?from=${day(-1)}&to=${day(1)}`;
  return [
    ...['day', 'week', 'month', 'version'].map((group) => `${insights}&group_by=${group}`),
    `${insights}&group_by=day&as=reviewed`,
    `${kit}/quality`,
    `${kit}/versions`,
    `${kit}/golden-sets`,
    ...['succeeded', 'failed', 'cancelled'].map((status) => `/v1/runs?kit_code=${kit_code}&status=${status}&limit=100`),
    `/v1/runs?kit_code=${kit_code}&answer.refund=true&limit=100`,
    `/v1/runs/${runId}?include=input,evidence_spans`,
    `/v1/runs/${runId}/usage`,
    '/v1/reviews?limit=100',
    '/v1/views',
    '/v1/alerts/refunds/changes',
    '/v1/webhooks',
    '/v1/intakes',
  ];
}

const heard = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
}).listen(0, '127.0.0.1');
await new Promise((done) => heard.once('listening', done));
const receiver = `http://127.0.0.1:${(heard.address() as AddressInfo).port}/hook`;

async function makeKits(ask: Ask): Promise<Kit[]> {
  const kits: Kit[] = [];
  for (const kit of ['ended', 'again', 'open']) {
    const { kit_id } = (await ask('/v1/kits', post(kitOf(kit)))) as Kit;
    await ask(`/v1/kits/${kit_id}/publish`, post({ version: 1 }));
    kits.push((await ask(`/v1/kits/${kit_id}/schema`)) as Kit);
  }
  return kits;
}

async function record(): Promise<void> {
  let node = await start();
  const { key } = JSON.parse(
    command('keys', 'create', '--workspace', 'default', '--env', 'live', '--role', 'admin', '--json'),
  ) as { key: string };
  let ask = askerOf(node.url, key);
  const [ended, again, open] = (await makeKits(ask)) as [Kit, Kit, Kit];
  const webhookId = await endSome(ask, ended, again, receiver);
  await ask('/v1/webhooks', post({ url: DEAD }));
  await node.stop();
  node = await start({
    BRICKWORK_MODEL: 'openai/gone',
    BRICKWORK_MODEL_BASE_URL: DEAD,
    BRICKWORK_MODEL_API_KEY: 'none',
    BRICKWORK_RUN_DEADLINE_MS: '2000',
  });
  ask = askerOf(node.url, key);
  for (const id of await runs(ask, 5, ended.kit_code, 'failed', 'async'))
    await until(async () => ((await ask(`/v1/runs/${id}`)) as { status: string }).status === 'failed');
  await node.stop();
  node = await start({ BRICKWORK_ROLE: 'api' });
  ask = askerOf(node.url, key);
  for (const id of await runs(ask, 3, ended.kit_code, 'cancelled', 'async'))
    await ask(`/v1/runs/${id}/cancel`, post({}));
  await leaveOpen(ask, open, again);
  await new Promise((done) => setTimeout(done, 6_000)); // What has ended is counted within seconds.
  const { data } = (await ask(`/v1/runs?kit_code=${ended.kit_code}&status=succeeded&limit=1`)) as {
    data: [{ run_id: string }];
  };
  const answers: Record<string, unknown> = {};
  for (const path of requestsFor(ended, data[0].run_id)) answers[path] = await ask(path);
  const pending = `/v1/webhooks/${webhookId}/deliveries?status=pending&limit=100`;
  const { data: waiting } = (await ask(pending)) as { data: unknown[] };
  const file = join(ROOT, 'test', 'releases', '0.1.0');
  command('backup', `${file}.backup`);
  writeFileSync(
    `${file}.json`,
    `${JSON.stringify({ key, kit_id: ended.kit_id, open: 7, waiting: waiting.length, answers }, null, 1)}\n`,
  );
  await node.stop();
}

await record().finally(() => heard.close());
