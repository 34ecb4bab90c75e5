/** What a newcomer and a power cut do to the service, on the real processes. */
import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { busyProcess } from './support/busy-process.ts';
import {
  BRICKWORK,
  isAlive,
  postmasterPid,
  ROOT,
  removeDirectory,
  runBrickwork,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // Several starts each, on machines that do other things too.

const running: ServiceProcess[] = [];
const start = async (...args: Parameters<typeof startBrickwork>) => {
  const service = await startBrickwork(...args);
  running.push(service);
  return service;
};
afterEach(async () => {
  for (const service of running.splice(0)) {
    if (service.child.exitCode === null && service.child.signalCode === null) service.signal('SIGTERM');
    await service.ended;
  }
});

/** The process ids that a command prints. */
const pids = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', timeout: 10_000 }).trim().split(/\s+/).map(Number);

const listKeys = (url: string, key: string | undefined) =>
  fetch(`${url}/v1/keys`, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(10_000) });

describe('the service on an empty data directory', () => {
  const parent = temporaryDirectory();
  const dataDir = join(parent, "däta, d'irectory");
  const environment = { BRICKWORK_DATA_DIR: dataDir };
  const started: ServiceProcess[] = [];
  let liveKey: string | undefined;
  /** The last one that was started: a test leaves it to the next. */
  let service: ServiceProcess;
  const startAgain = async () => {
    service = await startBrickwork({ dataDir, environment: { LOG_LEVEL: 'debug' } });
    started.push(service);
  };
  // A service that ended by itself says why, and nothing else would show it.
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(service?.output().slice(-4_000));
  });
  afterAll(async () => {
    for (const each of started) {
      each.signal('SIGTERM');
      await each.ended;
    }
    removeDirectory(parent);
  });

  it('makes no keys on a port that is taken, so that the next start can show them', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    await expect(startBrickwork({ dataDir, environment: { PORT: String(port) } })).rejects.toThrow(
      `Port ${port} is in use`,
    );
    other.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('starts, has two keys for the operator alone, keeps its secrets to itself, and stops on Ctrl-C', async () => {
    await startAgain();
    ({ liveKey } = service);
    expect(service.output()).toContain(`curl -s ${service.url}`);
    expect(service.output()).toContain(dataDir);
    expect((await listKeys(service.url, liveKey)).status).toBe(200);
    expect((await listKeys(service.url, service.testKey)).status).toBe(403);
    const kits = await fetch(`${service.url}/v1/kits`, { headers: { authorization: `Bearer ${service.testKey}` } });
    expect(await kits.json()).toMatchObject({ data: [{ kit: 'sales_discovery' }, { kit: 'support_qa' }] });
    expect(service.output()).not.toContain(liveKey); // It is no terminal.
    const [curl] = /^ {2}curl -s [^\n]+\\\n[^\n]+$/m.exec(service.output()) ?? [''];
    const answer = JSON.parse(execFileSync('sh', ['-c', curl], { encoding: 'utf8', timeout: 60_000 }));
    expect(answer).toMatchObject({ status: 'succeeded', output: { bricks: expect.any(Object) } });
    for (const file of ['secret', 'database.json', 'first-keys.json'])
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
    service.signal('SIGINT');
    expect(await service.ended).toBe(0);
    expect(postmasterPid(dataDir)).toBeUndefined();
    expect(service.output()).not.toContain('the database is unavailable');
  });

  it('keeps everything over a second start', async () => {
    rmSync(join(dataDir, 'first-keys.json')); // As the operator does who has stored them.
    await startAgain();
    expect(service.output()).not.toMatch(/svc_(live|test)_/);
    expect((await listKeys(service.url, liveKey)).status).toBe(200);
  });

  it('survives kill -9: PostgreSQL ends with it, and the next start has everything', async () => {
    const pid = postmasterPid(dataDir) ?? 0;
    const created = await fetch(`${service.url}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}` },
    });
    service.signal('SIGKILL');
    expect(created.status).toBe(201);
    const { key } = (await created.json()) as { key: string };
    await service.ended;
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    await startAgain();
    expect((await listKeys(service.url, key)).status).toBe(403); // A developer key: known, but lacking the permission.
  });

  it('takes over when the watchdog was killed too and PostgreSQL is an orphan', async () => {
    const pid = postmasterPid(dataDir) ?? 0;
    // Frozen first: a service that still runs starts PostgreSQL again as soon as the watchdog is gone.
    service.signal('SIGSTOP');
    const [watchdog = 0] = pids('ps', '-o', 'ppid=', '-p', `${pid}`);
    for (const child of pids('pgrep', '-P', `${watchdog}`)) if (child !== pid) process.kill(child, 'SIGKILL');
    process.kill(watchdog, 'SIGKILL');
    service.signal('SIGKILL');
    await service.ended;
    expect(isAlive(pid)).toBe(true);
    await startAgain();
    expect(isAlive(pid)).toBe(false);
    expect((await listKeys(service.url, liveKey)).status).toBe(200);
  });

  /** A new postmaster first: until it is there, a connection of the old one may still answer, and rightly. */
  const expectBack = async (killed: number) => {
    const isNew = () => ![undefined, killed].includes(postmasterPid(dataDir));
    await expect.poll(isNew, { timeout: 60_000 }).toBe(true);
    const status = async () => (await listKeys(service.url, liveKey)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe(200);
    const readiness = async () =>
      (await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(10_000) })).status;
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
  };

  it('restarts PostgreSQL when it is killed', async () => {
    const pid = postmasterPid(dataDir) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expectBack(pid);
  }, 240_000);

  it('restarts it while a statement of the killed one still runs and locks the directory', async () => {
    const pid = postmasterPid(dataDir) ?? 0;
    const busy = openDatabase({
      connection: JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')),
      poolSize: 2,
      statementTimeoutMs: 0,
      logger: silentLogger,
    });
    // Waits for nothing, so it would not notice for five minutes that its postmaster is gone.
    const orphan = busy.query(
      `DO $$ DECLARE over timestamptz := clock_timestamp() + '5 min'; BEGIN WHILE clock_timestamp() < over LOOP END LOOP; END $$`,
    );
    const outcome = orphan.then(
      () => 'finished',
      () => 'cut off',
    );
    const active = async () =>
      (await busy.query<{ count: number }>("SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE 'DO $$%'"))
        .rows[0]?.count;
    await expect.poll(active, { timeout: 60_000 }).toBe(1);
    process.kill(pid, 'SIGKILL');
    await expectBack(pid);
    expect(await outcome).toBe('cut off');
    await busy.close();
  }, 240_000);

  it('refuses a second service on the directory', async () => {
    await expect(startBrickwork({ dataDir })).rejects.toThrow(
      /Another Brickwork service \(process \d+\) is already running on/,
    );
  });

  it('allows operator commands while it runs and while it does not', async () => {
    const workspace = await runCommand(['workspaces', 'create', 'acme', '--json'], environment);
    expect(JSON.parse(workspace.stdout)).toMatchObject({
      id: expect.stringMatching(/^ws_/),
      name: 'acme',
      plan: 'team',
    });
    const made = await runCommand(
      ['keys', 'create', '--workspace', 'acme', '--env', 'live', '--role', 'admin', '--json'],
      environment,
    );
    const { key, ...rest } = JSON.parse(made.stdout);
    expect(rest).toEqual({ id: expect.stringMatching(/^key_/), workspace: 'acme', environment: 'live', role: 'admin' });
    expect((await listKeys(service.url, key)).status).toBe(200);
    expect((await runCommand(['doctor'], environment)).stdout).toContain('✓ service: runs as process');
    await listKeys(service.url, 'svc_live_wrong-but-secret'); // For the logs.
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(postmasterPid(dataDir)).toBeUndefined();
    const [one, two] = await Promise.all([
      runCommand(['workspaces', 'list', '--json'], environment),
      runBrickwork(['keys', 'list', '--workspace', 'acme', '--json'], environment),
    ]);
    expect(JSON.parse(one.stdout).data.map(({ name }: { name: string }) => name)).toEqual(['default', 'acme']);
    expect(JSON.parse(two.stdout).data).toHaveLength(1);
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('has written no key and no secret into its logs', () => {
    const { password } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { password: string };
    const logs = started.flatMap((each) => each.output().split('\n')).filter((line) => line.startsWith('{')); // What it says on its first start is for a person.
    expect(logs.length).toBeGreaterThan(10);
    const secrets = [liveKey, password, readFileSync(join(dataDir, 'secret'), 'utf8').trim(), 'wrong-but-secret'];
    for (const secret of secrets) {
      expect(logs.join('\n')).not.toContain(secret);
      expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(secret);
    }
  });
});

describe('the service while the reader reads', () => {
  const dataDir = temporaryDirectory();
  let service: ServiceProcess;
  let kitCode: string;
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.ended;
    removeDirectory(dataDir);
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.liveKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as Record<string, unknown>;
  };
  const read = () => {
    const turn = (at: number) =>
      `${at % 2 === 0 ? 'Agent' : 'Customer'}: The ${at}th parcel was promised for day ${at} and nobody called about it.`;
    const transcript = Array.from({ length: 240 }, (_, at) => turn(at)).join('\n');
    return call('POST', '/v1/runs', { kit_code: kitCode, input: { transcript } });
  };

  it('survives that its process crashes: the run is read again, and the log says so', async () => {
    service = await startBrickwork({ dataDir, environment: { BRICKWORK_READER: '1' } });
    const bricks = Array.from({ length: 12 }, (_, at) => ({
      key: `question_${at}`,
      type: 'boolean',
      question: `Did the agent promise to call back within ${at + 1} days?`,
    }));
    kitCode = String((await call('POST', '/v1/kits?publish=true', { kit: 'parcels', bricks })).kit_code);
    const { run_id: runId } = await read();
    process.kill(await busyProcess('reader-process', service.child.pid), 'SIGSEGV');
    const ended = async () => call('GET', `/v1/runs/${runId}?include=confidence_basis`);
    await expect.poll(async () => (await ended()).status, { timeout: 90_000 }).toBe('succeeded');
    expect(JSON.stringify((await ended()).warnings ?? [])).not.toContain('reader');
    expect(JSON.stringify(await ended())).toContain('"read"');
    expect(service.output()).toMatch(/"how":"SIGSEGV".*a process of the reader died/);
    expect(service.child.exitCode).toBeNull();
  });

  it('stops with exit code 0, and nobody owns its directory', async () => {
    await Promise.all([read(), read()]);
    await busyProcess('reader-process', service.child.pid);
    service.signal('SIGTERM');
    expect(await service.ended, service.output().slice(-2_000)).toBe(0);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  });
});

it('stops with exit code 0 while it waits for a database that is away', async () => {
  const child = spawn(process.execPath, [BRICKWORK, 'serve'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/none',
      BRICKWORK_SECRET: '01'.repeat(32),
      PORT: '0',
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('waiting for the database');
  expect(output).toContain('connect ECONNREFUSED 127.0.0.1:1');
  expect(output).not.toContain('nothing@');
  child.kill('SIGTERM');
  const [code] = await ended;
  expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 0, lines: 1 });
});

describe.runIf(process.getuid?.() === 0)('as a plain user', () => {
  it('runs from a checkout of its own with npm start, first and second time', async () => {
    // Hard links where they are possible: the same files as `npm ci` laid down, in a directory that an unprivileged user can reach.
    const checkout = temporaryDirectory('brickwork-', '/var/tmp');
    const isOneDisk = statSync(checkout).dev === statSync(ROOT).dev;
    const copy = [isOneDisk ? '-al' : '-a', join(ROOT, 'node_modules'), join(checkout, 'node_modules')];
    execFileSync('cp', copy, { timeout: 60_000 });
    for (const part of ['package.json', '.npmrc', 'packages', 'examples']) {
      if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
    }
    const dataDir = join(checkout, '.brickwork');
    mkdirSync(dataDir);
    chownSync(dataDir, 65534, 65534);
    chmodSync(dataDir, 0o700);
    const options = {
      dataDir,
      cwd: checkout,
      uid: 65534,
      gid: 65534,
      command: ['npm', 'start'] as const,
      environment: { NODE_COMPILE_CACHE: join(dataDir, 'compiled') }, // The run's own is only root's to write.
    };
    try {
      const first = await start(options);
      expect((await listKeys(first.url, first.liveKey)).status).toBe(200);
      first.signal('SIGTERM');
      await first.ended;
      await expect.poll(() => postmasterPid(dataDir), { timeout: 10_000 }).toBeUndefined();
      const second = await start(options);
      expect((await listKeys(second.url, first.liveKey)).status).toBe(200);
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534);
      const unnamed = join(checkout, 'unnamed');
      mkdirSync(unnamed);
      chownSync(unnamed, 54_321, 54_321);
      const command = [
        join(checkout, 'node_modules', '.bin', 'node'),
        'packages/cli/bin/brickwork.js',
        'serve',
      ] as const;
      await expect(start({ dataDir: unnamed, cwd: checkout, uid: 54_321, command })).rejects.toThrow(
        'user id 54321, which has no entry in /etc/passwd. Add an entry',
      );
    } finally {
      for (const service of running.splice(0)) {
        service.signal('SIGTERM');
        await service.ended;
      }
      await expect.poll(() => postmasterPid(dataDir), { timeout: 10_000 }).toBeUndefined();
      removeDirectory(checkout);
    }
  });

  it('as root, works in a directory that only root can enter', async () => {
    const hidden = temporaryDirectory();
    chmodSync(hidden, 0o700);
    const dataDir = join(hidden, 'data');
    const service = await start({ dataDir });
    expect((await listKeys(service.url, service.liveKey)).status).toBe(200);
    service.signal('SIGTERM');
    await service.ended;
    const home = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim();
    expect(statSync(join(home, 'postgres')).uid).not.toBe(0);
    removeDirectory(home);
    removeDirectory(hidden);
  });
});

/** Makes Node say that it is an old one. */
const OLD_NODE = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`Object.defineProperty(process.versions, 'node', { value: '20.11.1' })`)}`,
];

describe('the command line', () => {
  /** The file alone, as on a machine where nothing beside it was installed, or in its checkout. */
  function runOnOldNode(file: string, ...args: string[]): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, [...OLD_NODE, file, ...args], { encoding: 'utf8', timeout: 30_000 });
  }

  it('says in a sentence that Node is too old', () => {
    const alone = join(temporaryDirectory(), 'brickwork.mjs');
    copyFileSync(BRICKWORK, alone);
    const { status, stderr } = runOnOldNode(alone, 'serve');
    expect(status).toBe(1);
    expect(stderr).toContain('Brickwork needs Node 24.7 or newer, and this is Node 20.11.1');
    expect(stderr).not.toMatch(/at .*\.js:\d+/);
  });

  it('runs on the Node that the checkout brings where the machine’s is too old', () => {
    const { status, stdout } = runOnOldNode(BRICKWORK, 'serve', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: brickwork serve');
  });

  it('leaves no service behind when the old Node that launched it is killed', async () => {
    const dataDir = temporaryDirectory();
    const command = [process.execPath, ...OLD_NODE, BRICKWORK, 'serve'] as const;
    const launcher = await start({ dataDir, command });
    const [service = 0] = pids('ps', '-o', 'pid=', '--ppid', String(launcher.child.pid));
    expect(isAlive(service)).toBe(true);
    launcher.signal('SIGKILL');
    await launcher.ended;
    await expect.poll(() => isAlive(service), { timeout: 60_000 }).toBe(false);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
    expect(launcher.output()).toContain('"stopping"');
    await expect(fetch(launcher.url)).rejects.toThrow();
    removeDirectory(dataDir);
  });

  it('lists configuration faults together and exits with 1', async () => {
    const { code, stderr } = await runBrickwork(['config'], { PORT: 'x', BRICKWORK_ROLE: 'y' });
    expect(code).toBe(1);
    expect(stderr).toContain('PORT: must be a whole number');
    expect(stderr).toContain('BRICKWORK_ROLE:');
    expect(stderr).not.toContain('    at ');
  });

  it('exits with 2 and a sentence for wrong usage', async () => {
    for (const args of [['keys', 'create'], ['nonsense'], ['keys', 'create', '--workspace', 'x', '--env', 'prod']]) {
      const { code, stderr, stdout } = await runBrickwork(args);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(/^error: /);
    }
  });

  it('prints help', async () => {
    const { code, stdout } = await runBrickwork(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'workspaces', 'keys', 'config', 'doctor', 'migrate'])
      expect(stdout).toContain(command);
  });
});
