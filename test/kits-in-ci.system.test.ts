/** The pipelines of examples/ci, step by step as GitHub and GitLab run them, in a repository of kits and against the real service. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createClient } from '@brickwork/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CommandSocket, openCommandSocket } from './support/command-socket.ts';
import { ROOT, temporaryDirectory } from './support/run-brickwork.ts';
import { startTestService, type TestService } from './support/test-service.ts';

const run = promisify(execFile);
const CI = join(ROOT, 'examples', 'ci');
const read = (file: string) => parse(readFileSync(join(CI, file), 'utf8'));
const kit = (metric: string) =>
  `kit: call_shape\nname: Call shape\nbricks:\n  - { key: turns, type: numeric, metric: ${metric} }\n`;
const GOLDEN = Array.from({ length: 8 }, (_, index) =>
  JSON.stringify({
    external_id: `c-${index}`,
    input: { transcript: `Agent: Hello, this is ${index}.\nCustomer: Hi.\nAgent: Bye.` },
    expected: { turns: 3 },
  }),
).join('\n');

interface Step {
  run?: string;
  env?: Record<string, string>;
}

let service: TestService;
let commands: CommandSocket;
let comments: Server;
let directory: string;
let repository: string;
const posted: { path: string; secret: string | undefined; body: string }[] = [];

beforeAll(async () => {
  directory = temporaryDirectory('brickwork-ci-');
  service = await startTestService();
  commands = await openCommandSocket(join(directory, 'commands.sock'));
  mkdirSync(join(directory, 'bin'));
  script('brickwork', `exec ${commands.command} "$@"`);
  script('npm', 'test "$1 $2 $3" = "install --global @brickwork/cli"'); // What it would install is in the checkout.
  comments = createServer(async (request, response) => {
    const { authorization, 'private-token': token } = request.headers;
    posted.push({ path: request.url ?? '', secret: authorization ?? String(token), body: await text(request) });
    response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => comments.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  comments.close();
  commands.stop();
  await service.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  posted.length = 0;
  repository = temporaryDirectory('repository-', directory);
  mkdirSync(join(repository, 'kits', 'call-shape'), { recursive: true });
  mkdirSync(join(repository, 'ci'));
  for (const file of ['kits.sh', 'kit-report.mjs']) cpSync(join(CI, file), join(repository, 'ci', file));
  write('golden.jsonl', GOLDEN);
  write('kit.yaml', kit('turn_count'));
  git('init', '--quiet', '--initial-branch=main');
  commit();
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});

function script(name: string, line: string): void {
  const path = join(directory, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

const write = (file: string, content: string) => writeFileSync(join(repository, 'kits', 'call-shape', file), content);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    timeout: 60_000,
  }).toString();
function commit(): string {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'kits');
  return git('rev-parse', 'HEAD').trim();
}

/** What a step printed, and whether it failed; `git` and `curl` are those of the machine. */
async function step(lines: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const environment = {
    PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
    HOME: directory,
    BRICKWORK_READER: '0',
    BRICKWORK_THREADS: '1',
    ...env,
  };
  const started = run('sh', ['-euc', lines], { cwd: repository, env: environment });
  started.child.stdin?.end(); // Commands look whether something is given to them.
  return started.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const address = () => `http://127.0.0.1:${(comments.address() as AddressInfo).port}`;

describe('the workflow for GitHub', () => {
  const steps = (read('github.yml').jobs.kits.steps as (Step & { name?: string })[]).filter((each) => each.run);
  const known: Record<string, () => string> = {
    'vars.NPM_REGISTRY': () => 'https://npm.example.com',
    'vars.BRICKWORK_URL': () => service.url,
    'secrets.BRICKWORK_API_KEY': () => service.adminKey,
    'github.base_ref': () => 'main',
    'github.token': () => 'token',
    'github.event.number': () => '7',
  };
  const filled = (value: string) => value.replace(/\$\{\{ (\S+) \}\}/g, (_all, name: string) => known[name]?.() ?? '');
  const runStep = (name: string) => {
    const found = steps.find((each) => each.name?.startsWith(name));
    const env = Object.fromEntries(Object.entries(found?.env ?? {}).map(([key, value]) => [key, filled(value)]));
    const given = { GITHUB_API_URL: address(), GITHUB_REPOSITORY: 'acme/kits' };
    return step(found?.run ?? 'exit 99', { ...given, ...env });
  };

  it('has no other steps', () => {
    expect(steps.map(({ name }) => name?.split(' ')[0])).toEqual(['Install', 'Check', 'Compare', 'Comment', 'Publish']);
  });

  it('fails when a change makes answers wrong, and comments which', async () => {
    write('kit.yaml', kit('word_count'));
    commit();
    expect(await runStep('Install')).toMatchObject({ code: 0 });
    expect(await runStep('Check')).toMatchObject({ code: 0 });
    expect(await runStep('Compare')).toMatchObject({ code: 1 });
    expect(await runStep('Comment')).toMatchObject({ code: 0 });
    expect(posted).toMatchObject([{ path: '/repos/acme/kits/issues/7/comments', secret: 'Bearer token' }]);
    const { body } = JSON.parse(posted[0]?.body ?? '') as { body: string };
    expect(body).toContain('### ❌ Kit `call_shape`');
    expect(body).toContain('`turns` turned 8 lines wrong and 0 right');
    expect(body).toContain('| `turns` | `c-0` | `3` | `3` | `6` |');
    expect(existsSync(join(repository, 'report.json'))).toBe(false);
  });

  it('passes a change that makes no answer wrong', async () => {
    write('kit.yaml', kit('turn_count').replace('Call shape', 'Shape of calls'));
    commit();
    expect(await runStep('Compare')).toMatchObject({ code: 0 });
    await runStep('Comment');
    expect(JSON.parse(posted[0]?.body ?? '').body).toContain('No answer became right or wrong.');
  });

  it('comments nothing where no kit changed', async () => {
    expect(await runStep('Compare')).toMatchObject({ code: 0 });
    expect(await runStep('Comment')).toMatchObject({ code: 0 });
    expect(posted).toEqual([]);
  });

  it('compares a new kit with nothing, and holds it to the least accuracy', async () => {
    git('update-ref', 'refs/remotes/origin/main', git('commit-tree', '-m', 'empty', git('mktree').trim()).trim());
    expect(await runStep('Compare')).toMatchObject({ code: 0 });
    write('kit.yaml', kit('word_count'));
    expect(await runStep('Compare')).toMatchObject({ code: 1 });
    expect(readFileSync(join(repository, 'comment.md'), 'utf8')).toContain('`turns` is right on 0 % of its lines');
  });

  it('names the line of a fault', async () => {
    write('kit.yaml', kit('turn_counts'));
    const { code, output } = await runStep('Check');
    expect(code).not.toBe(0);
    expect(output).toMatch(/kits\/call-shape\/kit\.yaml:4/);
  });

  it('publishes what reached the main branch', async () => {
    expect(await runStep('Publish')).toMatchObject({ code: 0 });
    const { kits } = createClient({ apiKey: service.adminKey, baseUrl: service.url });
    expect(await kits.version('call_shape', 'live')).toMatchObject({ document: { kit: 'call_shape' } });
  });
});

describe('the pipeline for GitLab', () => {
  const { kits } = read('gitlab.yml') as { kits: Record<string, string[]> & { variables: Record<string, string> } };
  const lines = (part: string) => (kits[part] ?? []).join('\n');

  it('compares a merge request with its base and comments', async () => {
    const base = git('rev-parse', 'HEAD').trim();
    write('kit.yaml', kit('word_count'));
    commit();
    const env = {
      ...{ MIN_ACCURACY: kits.variables.MIN_ACCURACY ?? '', NPM_REGISTRY: 'https://npm.example.com' },
      ...{ CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_MERGE_REQUEST_IID: '3', CI_PROJECT_ID: '5' },
      ...{ CI_API_V4_URL: address(), COMMENT_TOKEN: 'glpat' },
    };
    expect(await step(lines('before_script'), env)).toMatchObject({ code: 0 });
    expect(await step(lines('script'), env)).toMatchObject({ code: 1 });
    expect(await step(lines('after_script'), env)).toMatchObject({ code: 0 });
    expect(posted).toMatchObject([{ path: '/projects/5/merge_requests/3/notes', secret: 'glpat' }]);
    expect(posted[0]?.body).toContain('turned 8 lines wrong');
  });

  it('publishes from the default branch', async () => {
    const branch = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };
    const env = { ...branch, BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
    expect(await step(lines('script'), env)).toMatchObject({ code: 0 });
    expect(await step(lines('after_script'), env)).toMatchObject({ code: 0 });
    expect(posted).toEqual([]);
  });
});
