/** What `npm run pack:all` gives, installed in an empty project and used under every Node that we promise. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@brickwork/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ROOT,
  removeDirectory,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from './support/run-brickwork.ts';
import { KIT } from './support/runs.ts';

const run = promisify(execFile);
const CALL = 'Agent: How can I help?\nCustomer: I was charged twice.\nAgent: I am sorry. I have refunded it.\n';
const NODES = ['18', '20', '22'];
const SCRATCH = '{ "name": "scratch", "version": "1.0.0", "private": true }';
const QUIETLY = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];

let directory: string;
let project: string;
let service: ServiceProcess;
const nodes: Record<string, string> = { '24': process.execPath };

beforeAll(async () => {
  directory = temporaryDirectory('brickwork-packages-');
  project = join(directory, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), SCRATCH);
  await Promise.all([pack(), installNodes()]);
}, 600_000);
afterAll(async () => {
  service?.signal('SIGTERM');
  await service?.ended;
  removeDirectory(directory);
}, 120_000);

const dist = () => join(directory, 'dist');
const bin = () => join(project, 'node_modules', '.bin', 'brickwork');

async function pack(): Promise<void> {
  await run(process.execPath, [join(ROOT, 'tools', 'pack-all.ts'), dist()]);
}

/** Any version of Node is a package of npm's. */
async function installNodes(): Promise<void> {
  const name = (version: string) =>
    `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}@${version}`;
  const home = join(directory, 'nodes');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), SCRATCH);
  await install(home, ...NODES.map((version) => `node${version}@npm:${name(version)}`));
  for (const version of NODES) nodes[version] = join(home, 'node_modules', `node${version}`, 'bin', 'node');
}

async function install(home: string, ...names: string[]): Promise<void> {
  await run('npm', ['install', '--ignore-scripts', ...QUIETLY, ...names], { cwd: home });
}

const environment = () => ({
  PATH: '/usr/bin:/bin',
  HOME: directory,
  BRICKWORK_URL: service.url,
  BRICKWORK_API_KEY: service.liveKey,
});

const script = (load: string) => `
${load}
const { many, createAndWait } = createClient({ apiKey: process.env.BRICKWORK_API_KEY, baseUrl: process.env.BRICKWORK_URL }).runs;
(async () => {
  const { kit_code } = await createClient({ apiKey: process.env.BRICKWORK_API_KEY, baseUrl: process.env.BRICKWORK_URL }).kits.schema('${KIT.kit}');
  const request = { kit_code, input: { transcript: ${JSON.stringify(CALL)} } };
  const run = await createAndWait(request);
  const statuses = [run.status];
  for await (const { run } of many([{ id: 'a', request }])) statuses.push(run.status);
  console.log(statuses.join(' '));
})();
`;

const tarballs = (names = /./) =>
  readdirSync(join(dist(), 'tarballs'))
    .filter((name) => names.test(name))
    .map((name) => join(dist(), 'tarballs', name));

describe('the engine in an empty project', () => {
  // The other packages come into the same project after it.
  beforeAll(() => install(project, ...tarballs(/-(?:contract|engine)-/)), 300_000);

  it.each(['22', '24'])('answers the conversation of its README under Node %s, without the server', async (version) => {
    const installed = join(project, 'node_modules', '@brickwork');
    expect(readdirSync(installed).sort()).toEqual(['contract', 'engine']);
    const [, example = ''] =
      /```ts\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'engine', 'README.md'), 'utf8')) ?? [];
    writeFileSync(join(project, 'example.mjs'), example);
    const { stdout } = await run(nodes[version] ?? '', ['example.mjs'], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ refund: { value: true, evidence: [expect.any(String)] } });
  });

  it('answers from words, and says so, where its optional runtime is not installed', async () => {
    const { packages } = JSON.parse(readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: Record<string, { optional?: boolean }>;
    };
    // What --omit=optional leaves out.
    const optional = Object.keys(packages).filter((path) => packages[path]?.optional === true);
    expect(optional).toContain('node_modules/onnxruntime-node');
    const outermost = optional.filter((path) => !optional.some((other) => path.startsWith(`${other}/`)));
    const aside = (path: string) => join(project, path.replaceAll('/', '-'));
    for (const path of outermost) renameSync(join(project, path), aside(path));
    writeFileSync(
      join(project, 'words.mjs'),
      `import { EvaluationPool, evaluateKit, ReaderProcesses, requireKit } from '@brickwork/engine';
      const kit = requireKit({ kit: 'calls', bricks: [{ key: 'place', type: 'text', question: 'Where does the customer live?' }] });
      const pool = new EvaluationPool({ reader: new ReaderProcesses() });
      pool.start();
      const input = { transcript: 'Agent: How can I help?\\nCustomer: I live in Leeds and my order is late.' };
      const { outcomes, warnings } = await evaluateKit({ local: (task, options) => pool.answer(task, options) }, { kit, input });
      console.log(JSON.stringify({ answered: outcomes.length, warnings }));
      await pool.stop();`,
    );
    const { stdout } = await run(process.execPath, ['words.mjs'], { cwd: project }).finally(() => {
      for (const path of outermost) renameSync(aside(path), join(project, path));
    });
    const warning = expect.stringMatching(/^The reader could not be used .*onnxruntime-node.* from their words alone/);
    expect(JSON.parse(stdout)).toEqual({ answered: 1, warnings: expect.arrayContaining([warning]) });
  });
});

describe('the packages in a project', () => {
  beforeAll(async () => {
    await install(project, ...tarballs(), 'typescript@5.4.5');
    writeFileSync(join(project, 'call.txt'), CALL);
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir);
    // Under Node 20, which the command leaves for the Node 24 that it brings.
    service = await startBrickwork({
      dataDir,
      cwd: project,
      command: [nodes['20'] ?? '', bin(), 'serve'],
      environment: { BRICKWORK_READER: '1' }, // With everything that the packages bring.
    });
    // For the client, a kit that only counts: that the service can read is shown with the command, and reading takes time.
    await createClient({ apiKey: service.liveKey ?? '', baseUrl: service.url }).kits.push(KIT, { publish: true });
  }, 600_000);

  it.each(['20', '22', '24'])('run a conversation from the command under Node %s', async (version) => {
    const args = [bin(), 'run', 'support_qa', 'call.txt', '--sync', '--json'];
    const { stdout } = await run(nodes[version] ?? '', args, { cwd: project, env: environment() });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'succeeded', output: { bricks: expect.any(Object) } });
  });

  it.each(['18', '20', '22', '24'])(
    'run a conversation from the client under Node %s, ESM and CommonJS',
    async (version) => {
      writeFileSync(join(project, 'esm.mjs'), script(`import { createClient } from '@brickwork/client';`));
      writeFileSync(join(project, 'common.cjs'), script(`const { createClient } = require('@brickwork/client');`));
      for (const file of ['esm.mjs', 'common.cjs']) {
        const { stdout } = await run(nodes[version] ?? '', [file], { cwd: project, env: environment() });
        expect([file, stdout.trim()]).toEqual([file, 'succeeded succeeded']);
      }
    },
  );

  it.each(['20', '24'])('run the lines of the guide in an npm init project under Node %s', async (version) => {
    const guide = readFileSync(join(ROOT, 'docs', 'guides', 'install.md'), 'utf8');
    const section = guide.slice(guide.indexOf('## From JavaScript and TypeScript'));
    const blocks = [...section.matchAll(/```console\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
    expect(blocks).toHaveLength(3);
    // The last one needs a Node that runs TypeScript.
    const lines = (version === '20' ? blocks.slice(0, 2) : blocks).join('');
    const home = join(directory, `readme-${version}`);
    mkdirSync(join(home, 'checkout'), { recursive: true });
    symlinkSync(dist(), join(home, 'checkout', 'dist'));
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd: home,
      env: {
        ...process.env,
        ...environment(),
        HOME: process.env.HOME,
        PATH: `${dirname(nodes[version] ?? '')}:${process.env.PATH}`,
        checkout: join(home, 'checkout'),
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
      },
    });
    expect(stdout.match(/^succeeded \{$/gm)).toHaveLength(version === '20' ? 2 : 3);
    expect(stdout).toContain("value: 'refund'");
  });

  it('start from the bundle, with the licences of what is in it', async () => {
    const hook = join(directory, 'print-modules.mjs');
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module';
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      process.on('exit', () => process.stderr.write(urls.join('\\n')));`,
    );
    const { stderr } = await run(process.execPath, ['--import', hook, bin(), 'kits', '--help'], { cwd: project });
    const command = join(project, 'node_modules', '@brickwork', 'cli');
    expect(stderr).toContain('/cli/dist/a/main.js');
    expect(stderr).not.toContain('/cli/src/');
    const licences = readFileSync(join(command, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'fastify', 'zod', 'pg']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('serve the console, the example kits and the reference', async () => {
    for (const path of ['/console', '/docs', '/guides', '/guides/kits', '/openapi.json', '/readyz'])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(`${service.url}/console`)).text()).not.toContain('not built');
  });

  it('have types that TypeScript 5.4 accepts with all of their declarations checked', async () => {
    const source = `import { createClient, type Run, verifyWebhook } from '@brickwork/client';
      export const get = (id: string): Promise<Run> => createClient({ apiKey: 'svc_live_x' }).runs.get(id);
      export const verify = (body: Uint8Array) => verifyWebhook(body, {}, { secret: 'whsec_' });`;
    for (const file of ['typed.mts', 'typed.cts']) writeFileSync(join(project, file), source);
    const options = {
      noEmit: true,
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    const files = ['typed.mts', 'typed.cts'];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
    const faults = await run(process.execPath, [tsc, '-p', project]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(faults).toBe('');
  }, 120_000);
});

/** As the guide describes it: the built package, committed to a repository of its own. */
describe('the client from a git repository', () => {
  it('is installed without a network and loads as ESM and CommonJS', async () => {
    const repository = join(dist(), 'packages', 'client');
    const git = (...args: string[]) =>
      run('git', ['-c', 'user.name=You', '-c', 'user.email=you@example.com', ...args], { cwd: repository });
    await git('init', '--quiet');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'the built client');
    const home = join(directory, 'from-git');
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), SCRATCH);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `git+file://${repository}`], { cwd: home });
    const use = `console.log(typeof createClient({ apiKey: 'svc_test_x' }).runs.create, typeof verifyWebhook);`;
    const names = '{ createClient, verifyWebhook }';
    writeFileSync(join(home, 'esm.mjs'), `import ${names} from '@brickwork/client'; ${use}`);
    writeFileSync(join(home, 'common.cjs'), `const ${names} = require('@brickwork/client'); ${use}`);
    for (const file of ['esm.mjs', 'common.cjs']) {
      const { stdout } = await run(process.execPath, [file], { cwd: home });
      expect([file, stdout.trim()]).toEqual([file, 'function function']);
    }
  }, 120_000);
});
