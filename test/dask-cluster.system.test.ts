/**
 * deploy/bulk/dask_job.py on a real Dask cluster of four workers, one of which is killed in the middle. Needs python3-distributed, which
 * .ci/run installs where Debian's packages can be had; elsewhere the test is skipped and says so.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryParquet } from './support/duckdb.ts';
import { commandEnvironment, ROOT, removeDirectory, temporaryDirectory } from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

/** Debian's packages belong to Debian's Python, whatever else is first on the path. */
const PYTHON = ['python3', '/usr/bin/python3'].find(hasDask);
if (PYTHON === undefined)
  console.warn('SKIPPED: there is no Dask on this machine. To run this test: apt-get install python3-distributed');

const ROWS = 240;
const SHARDS = 24;
const WORKERS = 4;
const KIT = {
  kit: 'calls',
  engine: 'lexical',
  bricks: [
    { key: 'words', type: 'numeric', metric: 'word_count' },
    { key: 'card_named', type: 'boolean', question: 'Does the customer name a card?', hints: { keywords: ['card'] } },
  ],
};

let directory = '';
const file = (...names: string[]) => join(directory, ...names);
const started: ChildProcess[] = [];

function hasDask(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import distributed'], { stdio: 'ignore', timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

beforeAll(() => {
  directory = temporaryDirectory('brickwork-dask-');
  writeFileSync(file('kit.json'), JSON.stringify(KIT));
  const lines = Array.from({ length: ROWS }, (_, index) =>
    JSON.stringify({
      id: `call-${index}`,
      transcript: `Agent: Good morning.\nCustomer: I lost my card, please, ${index}.`,
    }),
  );
  writeFileSync(file('calls.jsonl'), `${lines.join('\n')}\n`);
});
afterAll(async () => {
  for (const child of started) killAll(child);
  await Promise.all(started.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  removeDirectory(directory);
});

/** With the commands that it started. */
function killAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function startPython(...args: string[]): ChildProcess {
  const path = `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}`;
  const child = spawn(PYTHON ?? '', args, {
    cwd: directory,
    detached: true,
    env: commandEnvironment({ PATH: path, HOME: directory, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES: '10' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function startCluster(): Promise<{ address: string; workers: ChildProcess[] }> {
  const where = file('scheduler.json');
  const shared = ['--scheduler-file', where, '--no-dashboard', '--host', '127.0.0.1'];
  startPython('-m', 'distributed.cli.dask_scheduler', '--port', '0', ...shared);
  await expect
    .poll(() => existsSync(where) && readFileSync(where, 'utf8').includes('tcp:'), { timeout: 90_000 })
    .toBe(true);
  const worker = [
    '-m',
    'distributed.cli.dask_worker',
    '--nthreads',
    '1',
    '--no-nanny',
    '--memory-limit',
    '0',
    ...shared,
  ];
  const workers = Array.from({ length: WORKERS }, (_, index) => startPython(...worker, '--name', `worker-${index}`));
  return { address: JSON.parse(readFileSync(where, 'utf8')).address, workers };
}

const answersIn = (out: string) =>
  existsSync(file(out)) ? readdirSync(file(out)).filter((name) => /^answers-.*\.parquet$/.test(name)) : [];
const rowsIn = (out: string) => queryParquet(`SELECT * FROM '${file(out)}/answers-*.parquet' ORDER BY source_row`);

describe.skipIf(PYTHON === undefined)('a Dask cluster of four workers', () => {
  it('loses no row and writes none twice, though a worker is killed in the middle', { timeout: 580_000 }, async () => {
    const { address, workers } = await startCluster();
    const script = join(ROOT, 'deploy', 'bulk', 'dask_job.py');
    const job = startPython(script, address, file('kit.json'), file('calls.jsonl'), file('answers'), String(SHARDS));
    let said = '';
    job.stdout?.on('data', (chunk) => (said += chunk));
    job.stderr?.on('data', (chunk) => (said += chunk));
    await expect.poll(() => answersIn('answers').length, { timeout: 300_000 }).toBeGreaterThan(2);
    const [killed] = workers;
    if (killed !== undefined) killAll(killed);
    const doneBefore = answersIn('answers').length;
    expect(doneBefore).toBeLessThan(SHARDS);
    const [code] = job.exitCode === null ? await once(job, 'exit') : [job.exitCode];
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`${SHARDS} shards are done, 0 of them with refused rows.`),
    ]);

    const rows = await rowsIn('answers');
    expect(rows.map(({ external_id }) => external_id)).toEqual(
      Array.from({ length: ROWS }, (_, index) => `call-${index}`),
    );
    const one = await runCommand(['evaluate', file('kit.json'), file('calls.jsonl'), '--out', file('one')]);
    expect(one.code).toBe(0);
    expect(rows).toEqual(await rowsIn('one'));
  });
});
