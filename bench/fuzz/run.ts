/**
 * `npm run fuzz [-- --seed=N] [--count=N]`: a hundred thousand hostile requests against a process of its own, ten thousand idle
 * connections beside it, then its memory, its log and its health.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SMALL_KIT } from '../support/conversations.ts';
import { startServiceNode } from '../support/service-node.ts';
import { startSite } from '../support/site.ts';
import { spreadOf } from '../support/spread.ts';
import { fuzz } from './fuzz.ts';
import { MARKER } from './hostile-request.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '100000' },
    idle: { type: 'string', default: '10000' },
  },
});
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
  environment: { LOG_LEVEL: 'debug', BRICKWORK_FAILED_AUTH_PER_MINUTE: '1000000' },
});

const idle = await openIdle(node.port, Number(values.idle));
console.log(
  `${idle.length} idle connections held; /healthz answers in ${(await healthMs()).toFixed(1)} ms beside them`,
);
const { rows } = await db.database.query<{ id: string }>(
  "SELECT k.id FROM kits k WHERE k.slug = 'another' UNION SELECT v.id FROM kit_versions v",
);
const options = { url: node.url, atOnce: 16, keys: [db.key], ids: [otherCode, ...rows.map(({ id }) => id)], kitCode };
const warm = await fuzz({ ...options, seed, count: Math.ceil(count / 5) });
const before = node.rssMegabytes() ?? 0;
const rest = await fuzz({ ...options, seed: seed + 1, count: count - Math.ceil(count / 5) });
const after = node.rssMegabytes() ?? 0;
for (const socket of idle) socket.destroy();

problems.push(...warm.faults, ...rest.faults);
console.log('answers by status:', rest.statuses);
console.log(`memory after a fifth ${Math.round(before)} MB, after all ${Math.round(after)} MB`);
if (after > before * 1.5 + 50) problems.push(`memory grew from ${Math.round(before)} to ${Math.round(after)} MB`);
console.log(
  `refusing an unknown key takes ${await refusalRatio()} × what a malformed one takes (the checksum saves a look-up)`,
);
if (node.child.exitCode !== null) problems.push('the process has ended');
await node.stop();
const log = readFileSync(logFile, 'utf8');
for (const secret of [MARKER, db.key, site.postgres.password])
  if (log.includes(secret)) problems.push(`the log holds ${secret.slice(0, 8)}…`);
for (const line of log.split('\n'))
  if (/unhandled|uncaught|unexpected error/i.test(line)) problems.push(line.slice(0, 300));
await db.drop();
await site.stop();
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

async function refusalRatio(): Promise<string> {
  const { key: unknown } = await db.newWorkspace('gone', 'team');
  await db.database.query("DELETE FROM workspaces WHERE name = 'gone'");
  const timeOf = async (key: string) => {
    const times: number[] = [];
    for (let index = 0; index < 300; index += 1) {
      const startedAt = performance.now();
      await (await fetch(`${node.url}/v1/runs`, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer();
      times.push(performance.now() - startedAt);
    }
    return spreadOf(times).p50;
  };
  return ((await timeOf(unknown)) / (await timeOf('svc_live_x'))).toFixed(2);
}
