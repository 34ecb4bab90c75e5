/** A back-up taken while runs are accepted and ended, restored into an empty directory: nothing half, nothing missing that was there. */
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { dumpSchema } from '@brickwork/server/database/dump-schema';
import { readConfig } from '@brickwork/server/main/config';
import { openStorage } from '@brickwork/server/main/open-storage';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { preparedDirectory } from './support/prepared-directory.ts';
import {
  ROOT,
  removeDirectory,
  runBrickwork,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

interface Run {
  run_id: string;
  status: string;
  completed_at?: string;
}

const ENVIRONMENT = { BRICKWORK_THREADS: '1', BRICKWORK_LEASE_MS: '1000', BRICKWORK_READER: '0', LOG_LEVEL: 'error' };
const TERMINAL = ['succeeded', 'failed', 'cancelled'];
/** Line breaks, backslashes, the end mark of COPY and characters of every length: the file must bring them all back. */
const transcript = 'Agent: héllo \\N \\. \t 🦓\n\\.\nCustomer: it is a "test" \\\\ of — back-ups.\nAgent: fine.';

let parent: string;
let service: ServiceProcess;
let reportingPort: number;
beforeAll(async () => {
  parent = temporaryDirectory();
  reportingPort = await freePort();
  service = await startBrickwork({
    dataDir: preparedDirectory(join(parent, 'original')),
    environment: { ...ENVIRONMENT, BRICKWORK_REPORTING_LISTEN: `127.0.0.1:${reportingPort}` },
  });
});
afterAll(async () => {
  service.signal('SIGTERM');
  await service.ended;
  removeDirectory(parent);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function call<Body>(url: string, path: string, body?: object): Promise<Body> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${service.liveKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Body;
}

async function allRuns(url: string): Promise<Map<string, Run>> {
  const runs = new Map<string, Run>();
  for (let cursor = ''; ; ) {
    const page = await call<{ data: Run[]; next_cursor?: string }>(url, `/v1/runs?limit=100${cursor}`);
    for (const run of page.data) runs.set(run.run_id, run);
    if (page.next_cursor === undefined) return runs;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** Sends runs from three sides until told to stop; what was accepted is in the set. */
function startTraffic(kitCode: string | undefined) {
  const accepted = new Set<string>();
  let isOver = false;
  const senders = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      // One that is still open for a while, then one that is waited for: the senders keep the pace of the workers.
      for (const mode of ['async', 'sync']) {
        const run = await call<Run>(service.url, '/v1/runs', { kit_code: kitCode, mode, input: { transcript } });
        accepted.add(run.run_id);
      }
      await sleep(50); // Every run is compared in the end: more of them show nothing more.
    }
  });
  return {
    accepted,
    async stop() {
      isOver = true;
      await Promise.all(senders);
    },
  };
}

/** A reporting login over TCP, where the database lets in nobody else; returns its name. */
async function connectAsTool(dataDir: string): Promise<string> {
  const { stdout } = await runCommand(['reporting', 'grant', '--workspace', 'default', '--json'], {
    BRICKWORK_DATA_DIR: dataDir,
  });
  const { login, password, host, port, database } = JSON.parse(stdout) as Record<string, string>;
  expect([host, port]).toEqual(['127.0.0.1', reportingPort]);
  const open = (user: string | undefined, secret: string | undefined) =>
    openDatabase({
      connection: { host, port: Number(port), database, user, password: secret },
      poolSize: 1,
      statementTimeoutMs: 30_000,
      logger: silentLogger,
    });
  const seen = open(login, password);
  await expect
    .poll(async () => (await seen.query('SELECT run_id FROM runs')).rowCount, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await seen.close();
  const own = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { user: string; password: string };
  const refused = open(own.user, own.password);
  await expect(refused.query('SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
  await refused.close();
  return login ?? '';
}

it('holds every run whole, and everything that was accepted before it began', async () => {
  const original = join(parent, 'original');
  const file = join(parent, 'all.backup');
  const { data: kits } = await call<{ data: { kit_code: string }[] }>(service.url, '/v1/kits');
  const traffic = startTraffic(kits[0]?.kit_code);
  await expect
    .poll(async () => [...(await allRuns(service.url)).values()].some(({ status }) => TERMINAL.includes(status)), {
      timeout: 60_000,
    })
    .toBe(true);
  const login = await connectAsTool(original);
  const before = new Set(traffic.accepted);
  const written = await runBrickwork(['backup', file], { BRICKWORK_DATA_DIR: original });
  expect(written).toMatchObject({ code: 0, stderr: '' });
  const wentOn = traffic.accepted.size;
  await traffic.stop();
  expect(wentOn).toBeGreaterThan(before.size); // It was taken under load, not beside it.

  const copy = join(parent, 'copy');
  mkdirSync(copy);
  const restore = (from: string, run: typeof runBrickwork = runCommand) =>
    run(['restore', from], { BRICKWORK_DATA_DIR: copy });
  const bytes = readFileSync(file);
  writeFileSync(join(parent, 'half.backup'), bytes.subarray(0, bytes.length / 2));
  expect((await restore(file)).stderr).toMatch(
    /made with another BRICKWORK_SECRET.*Put the original's file "secret" \(and "secret.other"\) into/s,
  );
  copyFileSync(join(original, 'secret'), join(copy, 'secret'));
  expect(await restore(join(parent, 'half.backup'))).toMatchObject({
    code: 1,
    stderr: `${join(parent, 'half.backup')} is incomplete or damaged; nothing was restored. Use another backup.\n`,
  });
  expect((await restore(join(ROOT, 'package.json'))).stderr).toContain('is not a Brickwork backup');
  expect(await restore(file, runBrickwork)).toMatchObject({ code: 0, stderr: '' });
  expect((await restore(file)).stderr).toContain('The database is not empty');

  // The login is in the file; its role belongs to the server that it was granted on.
  const { stdout: logins } = await runCommand(['reporting', 'list', '--json'], { BRICKWORK_DATA_DIR: copy });
  expect(JSON.parse(logins)).toMatchObject({ data: [{ login, workspace: 'default', state: 'no such role' }] });

  // As the file had it, before any worker goes on.
  const storage = await openStorage(readConfig({ BRICKWORK_DATA_DIR: copy }), silentLogger, 'command');
  const { rows } = await storage.database.query<{ ended: number; told: number; open: number }>(
    `SELECT (SELECT count(*)::int FROM run_results) AS ended, (SELECT count(*)::int FROM events) AS told,
       (SELECT count(*)::int FROM jobs WHERE kind = 'run') AS open`,
  );
  expect((await storage.database.query('SELECT run_id FROM reporting.runs')).rows).toEqual([]);
  expect(await checkInvariants(storage.database)).toEqual([]);
  expect(await dumpSchema(storage.database)).toBe(
    readFileSync(join(ROOT, 'packages/server/src/database/schema.sql'), 'utf8'),
  );
  await storage.close();
  expect(rows[0]?.told).toBe(rows[0]?.ended);

  const second = await startBrickwork({ dataDir: copy, environment: ENVIRONMENT });
  try {
    const restored = await allRuns(second.url);
    expect(restored.size).toBe((rows[0]?.ended ?? 0) + (rows[0]?.open ?? 0));
    for (const runId of before) expect(restored.has(runId), `${runId} was accepted before`).toBe(true);
    const isOpen = ({ status }: Run) => !TERMINAL.includes(status);
    for (const url of [service.url, second.url]) {
      const open = async () => [...(await allRuns(url)).values()].filter(isOpen).length;
      await expect.poll(open, { timeout: 120_000, interval: 300 }).toBe(0);
    }
    let same = 0;
    for (const runId of restored.keys()) {
      const there = await call<Run>(service.url, `/v1/runs/${runId}?include=input`);
      const here = await call<Run>(second.url, `/v1/runs/${runId}?include=input`);
      expect(here).toMatchObject({ status: 'succeeded', input: { transcript } });
      // Ended before the back-up: the very same record. Still open then: executed again here, at its own time.
      if (here.completed_at === there.completed_at) {
        expect(here).toEqual(there);
        same += 1;
      }
    }
    expect(same).toBeGreaterThanOrEqual(rows[0]?.ended ?? 0);
  } finally {
    second.signal('SIGTERM');
    await second.ended;
  }
}, 300_000);
