/** The client from a git URL, as the README describes it: the built package, committed to a repository of its own. Needs no network. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { ROOT, removeDirectory, temporaryDirectory } from './support/run-brickwork.ts';

const run = promisify(execFile);
const directory = temporaryDirectory('brickwork-git-');
afterAll(() => removeDirectory(directory));

it('installs the built client from a git repository and loads it as ESM and CommonJS', {
  timeout: 120_000,
}, async () => {
  const repository = join(directory, 'brickwork-client');
  await run(process.execPath, [join(ROOT, 'tools', 'build-client.ts'), repository]);
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=You', '-c', 'user.email=you@example.com', ...args], { cwd: repository });
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'the built client');
  const project = join(directory, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "scratch", "version": "1.0.0", "private": true }');
  const options = ['--offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, `git+file://${repository}`], { cwd: project });
  const use = `console.log(typeof createClient({ apiKey: 'svc_test_x' }).runs.create, typeof verifyWebhook);`;
  writeFileSync(join(project, 'esm.mjs'), `import { createClient, verifyWebhook } from '@brickwork/client'; ${use}`);
  writeFileSync(
    join(project, 'common.cjs'),
    `const { createClient, verifyWebhook } = require('@brickwork/client'); ${use}`,
  );
  for (const file of ['esm.mjs', 'common.cjs']) {
    const { stdout } = await run(process.execPath, [file], { cwd: project });
    expect([file, stdout.trim()]).toEqual([file, 'function function']);
  }
});
