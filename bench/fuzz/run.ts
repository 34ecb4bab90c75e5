/**
 * `npm run fuzz [-- --seed=N] [--count=N] [--minutes=N]`: a hundred thousand hostile requests against a process of its own, a quarter of
 * them hardly HTTP, ten thousand idle connections beside them; then its memory, its log and its health. At last every export with each of its pieces repeated,
 * which must be read in time that grows with its length alone. Ends within the minutes, and a few more for the exports.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { slowGrowth } from '../../test/support/growing-inputs.ts';
import { SAMPLES } from '../../test/support/vendor-samples.ts';
import { SMALL_KIT } from '../support/conversations.ts';
import { startServiceNode } from '../support/service-node.ts';
import { startSite } from '../support/site.ts';
import { spreadOf } from '../support/spread.ts';
import { fuzz } from './fuzz.ts';
import { MARKER } from './hostile-request.ts';
import { makeTargets } from './targets.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '100000' },
    idle: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '8' },
  },
});
/** Memory is looked at after each. */
const PARTS = 10;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.count);
console.log(`seed ${seed}: npm run fuzz -- --seed=${seed} --count=${count}`);
const problems: string[] = [];
const site = await startSite();
const db = await site.database('fuzz');
const kitCode = await db.publish(SMALL_KIT);
const otherCode = await db.publish({ ...SMALL_KIT, kit: 'another' }); // To be archived and republished by chance.
const logFile = join(site.directory, 'node.log');
const node = await startServiceNode({
  databaseUrl: db.url,
  logFile,
  environment: { LOG_LEVEL: 'debug', BRICKWORK_READER: '0', BRICKWORK_FAILED_AUTH_PER_MINUTE: '1000000' },
});

const idle = await openIdle(node.port, Number(values.idle));
console.log(
  `${idle.length} idle connections held; /healthz answers in ${(await healthMs()).toFixed(1)} ms beside them`,
);
const { rows } = await db.database.query<{ id: string }>(
  "SELECT k.id FROM kits k WHERE k.slug = 'another' UNION SELECT v.id FROM kit_versions v",
);
const [another] = (await db.database.query<{ id: string }>("SELECT id FROM kits WHERE slug = 'another'")).rows;
const targets = await makeTargets(node.url, db.key, { id: another?.id ?? '', slug: 'another', code: otherCode });
const options = {
  url: node.url,
  atOnce: 32,
  keys: [db.key],
  ids: [otherCode, ...rows.map(({ id }) => id)],
  kitCode,
  targets,
};
const startedAt = performance.now();
const until = startedAt + Number(values.minutes) * 60_000;
const statuses: Record<string, number> = {};
const memory: number[] = [];
let sent = 0;
for (let part = 0; part < PARTS; part += 1) {
  const report = await fuzz({ ...options, seed: seed + part, count: Math.ceil(count / PARTS), until });
  sent += report.sent;
  problems.push(...report.faults);
  for (const [status, times] of Object.entries(report.statuses)) statuses[status] = (statuses[status] ?? 0) + times;
  memory.push(Math.round(node.rssMegabytes() ?? 0));
}
for (const socket of idle) socket.destroy();

console.log('answers by status:', statuses);
console.log(`${sent} requests in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
if (sent < count) problems.push(`only ${sent} of ${count} requests were sent in ${values.minutes} minutes`);
console.log(`memory after each tenth: ${memory.join(', ')} MB`);
const [half = 0, last = 0] = [memory[PARTS / 2 - 1], memory.at(-1)];
if (last > half * 1.15 + 32) problems.push(`memory grew from ${half} MB at half of it to ${last} MB at the end`);
const usual = await sayHello();
if (usual !== 'succeeded') problems.push(`a usual run is ${usual} afterwards`);
const refusal = await refusalTimes();
console.log(
  `refusing a revoked key takes ${refusal.revoked.toFixed(2)} × what an unknown one takes, a malformed one ${refusal.malformed.toFixed(2)} × (its checksum saves a look-up)`,
);
if (refusal.revoked < 0.5 || refusal.revoked > 2) problems.push('the time of a refusal tells whether a key ever was');
if (node.child.exitCode !== null) problems.push('the process has ended');
await node.stop();
const log = readFileSync(logFile, 'utf8');
for (const secret of [MARKER, db.key, site.postgres.password])
  if (log.includes(secret)) problems.push(`the log holds ${secret.slice(0, 8)}…`);
for (const line of log.split('\n'))
  if (/unhandled|uncaught|unexpected error/i.test(line)) problems.push(line.slice(0, 300));
await db.drop();
await site.stop();
for (const [name, { value }] of Object.entries(SAMPLES)) {
  const slow = slowGrowth(value, 250_000, normaliseConversation);
  if (slow !== undefined) problems.push(`${name}, ${slow}`);
}
for (const problem of problems) console.error(`PROBLEM: ${problem}`);
if (problems.length === 0)
  console.log(`${count} requests: no 500, no silence, no crash, nothing in the log that does not belong there`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** As many as the system lets this process have. */
async function openIdle(port: number, wanted: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
    if (!isOpen) break;
    sockets.push(socket);
  }
  return sockets;
}

async function healthMs(): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 50; index += 1) {
    const startedAt = performance.now();
    await (await fetch(`${node.url}/healthz`)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return spreadOf(times).p50;
}

/** What a friend would send. */
async function sayHello(): Promise<string> {
  const response = await fetch(`${node.url}/v1/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${db.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kit_code: kitCode, mode: 'sync', input: { transcript: 'Agent: hello\nCustomer: hi' } }),
    signal: AbortSignal.timeout(60_000),
  });
  const { status, error } = (await response.json()) as { status?: string; error?: string };
  return status ?? `${response.status} ${error}`;
}

/** Medians of interleaved requests, as shares of what an unknown key takes. */
async function refusalTimes(): Promise<{ revoked: number; malformed: number }> {
  const { key: unknown } = await db.newWorkspace('gone', 'team');
  await db.database.query("DELETE FROM workspaces WHERE name = 'gone'");
  const { key: revoked } = await db.newWorkspace('revoked', 'team');
  await db.database.query(
    "UPDATE api_keys SET revoked_at = now() WHERE workspace_id = (SELECT id FROM workspaces WHERE name = 'revoked')",
  );
  const times = { unknown: [] as number[], revoked: [] as number[], malformed: [] as number[] };
  for (let index = 0; index < 300; index += 1) {
    for (const [kind, key] of Object.entries({ unknown, revoked, malformed: 'svc_live_x' })) {
      const before = performance.now();
      await (await fetch(`${node.url}/v1/runs`, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer();
      times[kind as keyof typeof times].push(performance.now() - before);
    }
  }
  const usual = spreadOf(times.unknown).p50;
  return { revoked: spreadOf(times.revoked).p50 / usual, malformed: spreadOf(times.malformed).p50 / usual };
}
