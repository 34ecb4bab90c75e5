/** A test run that hangs ends by itself, with a name and a failure; and nothing in the tests blocks a process for ever. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isAlive, ROOT, removeDirectory, temporaryDirectory } from './support/run-brickwork.ts';

it('ends a run whose process is blocked, names the file and fails', async () => {
  const directory = temporaryDirectory('brickwork-guard-');
  const guard = join(ROOT, 'test', 'support', 'run-guard.ts');
  writeFileSync(
    join(directory, 'vitest.config.mjs'),
    `export default { test: { globals: true, include: ['*.test.mjs'], pool: 'forks',
      reporters: [['${guard}', { minutesPerFile: 0.05, minutesPerRun: 10 }]] } };`,
  );
  writeFileSync(
    join(directory, 'blocked.test.mjs'),
    `import { writeFileSync } from 'node:fs';
    it('never ends', () => {
      writeFileSync('pid', String(process.pid));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
  );
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--root', directory],
      { cwd: directory, timeout: 90_000, env: { PATH: process.env.PATH, HOME: directory } },
      (error, stdout, stderr) => resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
  expect(output).toContain('A test file takes longer than 0.05 minutes, so the run was ended. Still running:');
  expect(output).toMatch(/^ {2}blocked\.test\.mjs, for \d+ s$/m);
  expect(output).toContain('0 passed, 1 failed');
  expect(code).toBe(1);
  expect(isAlive(Number(readFileSync(join(directory, 'pid'), 'utf8')))).toBe(false);
  removeDirectory(directory);
}, 120_000);

it('every program that a test waits for without giving way has a limit', () => {
  const files = ['test/**/*.ts', 'packages/*/{src,test}/**/*.test.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }),
  );
  const calls = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b(?:execFile|spawn|exec)Sync\([\s\S]*?\);?$/gm)].map(
      ([call]) => ({ file, call }),
    ),
  );
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ call }) => !call.includes('timeout:'))).toEqual([]);
});
