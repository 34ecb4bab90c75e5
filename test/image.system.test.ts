/**
 * The image, without Docker: the steps of the Dockerfile are replayed into directories (COPY with .dockerignore, the installation, the
 * final stage), and the result is started with nothing else beside it. The stage that only builds takes what it builds from the checkout.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONTAINER_PATH,
  type Container,
  canMakeContainers,
  inContainer,
  megabytesNeeded,
  NODE_USER,
  prepareContainer,
  userOf,
} from './support/read-only-container.ts';
import {
  ROOT,
  removeDirectory,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from './support/run-brickwork.ts';

const run = promisify(execFile);
/** What this stage makes is in the checkout already. */
const BUILDS = 'build';
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);

let directory: string;
let image: Image;
let service: ServiceProcess | undefined;

interface Image {
  home: string;
  links: [target: string, path: string][];
  environment: Record<string, string>;
  user: string;
  healthCheck: string[];
  entrypoint: string[];
  command: string[];
}

beforeAll(async () => {
  directory = temporaryDirectory('brickwork-image-');
  image = await build(join(ROOT, 'Dockerfile'));
}, 600_000);
afterAll(async () => {
  service?.signal('SIGTERM');
  await service?.ended;
  removeDirectory(directory);
}, 120_000);

/** `/app` of every stage is a directory of its own; a stage that builds on another begins as a copy of it. */
async function build(dockerfile: string): Promise<Image> {
  const stages = new Map<string, string>();
  const built: Image = {
    home: '',
    links: [],
    environment: {},
    user: 'root',
    healthCheck: [],
    entrypoint: [],
    command: [],
  };
  let stage = '';
  for (const line of readFileSync(dockerfile, 'utf8')
    .split('\n')
    .filter((text) => /^[A-Z]/.test(text))) {
    const [instruction = '', ...words] = line.split(' ');
    if (instruction === 'FROM') {
      stage = words[2] ?? 'final';
      built.home = join(directory, stage);
      const base = stages.get(words[0] ?? '');
      if (base === undefined || stage === BUILDS) mkdirSync(built.home);
      else cpSync(base, built.home, { recursive: true, verbatimSymlinks: true });
      stages.set(stage, built.home);
    } else if (instruction === 'COPY') copy(words, built.home, stages);
    else if (instruction === 'RUN' && words[0] === 'npm') await install(words, built.home, stage);
    else describeImage(built, instruction, words);
  }
  return built;
}

/** What the instructions say about how it is started. */
function describeImage(built: Image, instruction: string, words: string[]): void {
  const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));
  const [, target, path] = /\bln -s (\S+) (\S+)/.exec(words.join(' ')) ?? [];
  if (instruction === 'RUN' && target !== undefined && path !== undefined) built.links.push([target, path]);
  if (instruction === 'ENV') built.environment = Object.fromEntries(words.map((word) => word.split('=')));
  if (instruction === 'USER') built.user = words.join(' ');
  if (instruction === 'HEALTHCHECK') built.healthCheck = listIn(words.join(' '));
  if (instruction === 'ENTRYPOINT') built.entrypoint = listIn(words.join(' '));
  if (instruction === 'CMD') built.command = listIn(words.join(' '));
}

function copy(words: string[], home: string, stages: Map<string, string>): void {
  const [, from] = /^--from=(.+)$/.exec(words[0] ?? '') ?? [];
  const paths = from === undefined ? words : words.slice(1);
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const source = from === undefined ? join(ROOT, path) : join(stages.get(from) ?? '', relative('/app', path));
    if (from !== undefined && path === '/app' && readdirSync(home).length === 0) {
      rmdirSync(home);
      renameSync(source, home); // Half a gigabyte, and the stage is not used any more.
      stages.set(from, home);
      continue;
    }
    const isFile = /\.\w+$/.test(path);
    cpSync(source, isFile ? join(home, target, path.split('/').at(-1) ?? '') : join(home, target), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== undefined || !isIgnored(relative(ROOT, file)),
    });
  }
}

function isIgnored(path: string): boolean {
  return IGNORED.some((pattern) =>
    pattern.startsWith('**/')
      ? path.split(sep).includes(pattern.slice(3))
      : path === pattern || path.startsWith(`${pattern}${sep}`),
  );
}

async function install(words: string[], home: string, stage: string): Promise<void> {
  if (stage === BUILDS) {
    for (const name of ['console', 'cli']) {
      const built = join('packages', name, 'dist');
      if (existsSync(join(ROOT, built))) cpSync(join(ROOT, built), join(home, built), { recursive: true });
    }
    return;
  }
  // npm says whether it would, and the checkout has what it would unpack.
  await run('npm', [...words.slice(1), '--dry-run', '--prefer-offline'], { cwd: home });
  const isOmitted = ({ dev }: Locked) => words.includes('--omit=dev') && dev === true;
  const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as Lock;
  for (const [path, locked] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || isOmitted(locked)) continue;
    const target = join(home, path);
    if (locked.link === true) {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(relative(dirname(target), join(home, locked.resolved ?? '')), target);
    } else if (existsSync(join(ROOT, path)) && !existsSync(target))
      cpSync(join(ROOT, path), target, { recursive: true, verbatimSymlinks: true });
    else expect([path, locked.optional === true || existsSync(target)]).toEqual([path, true]); // For other machines.
  }
}

interface Locked {
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
}

interface Lock {
  packages: Record<string, Locked>;
}

describe('the image', () => {
  const isRoot = canMakeContainers();

  it('has the command with everything that it needs', async () => {
    const [, ...args] = image.entrypoint;
    const { stdout } = await run(process.execPath, [...args, '--help'], {
      cwd: image.home,
      env: { PATH: '/usr/bin:/bin', HOME: directory },
    });
    expect(stdout).toContain('serve');
  });

  it('starts from the bundle, as the checkout does', async () => {
    const { findBundle } = await import(pathToFileURL(join(image.home, 'packages', 'cli', 'bin', 'bundle.js')).href);
    const found = (root: string) => findBundle(join(root, 'packages', 'cli')) !== undefined;
    expect(found(image.home)).toBe(found(ROOT));
  });

  // Others than root cannot make a container: there it starts from its own files, as who runs the tests.
  it.runIf(!isRoot)(
    'starts from its own files until it is ready',
    async () => {
      const dataDir = join(directory, 'data');
      mkdirSync(dataDir);
      const [, ...args] = image.entrypoint;
      service = await startBrickwork({
        dataDir,
        cwd: image.home,
        command: [process.execPath, ...args, ...image.command],
        environment: { PATH: '/usr/bin:/bin', NODE_ENV: 'production' },
      });
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      for (const path of ['/console', '/guides']) expect((await fetch(service.url + path)).status).toBe(200);
    },
    120_000,
  );

  it.runIf(isRoot)(
    'serves as its user in 512 MB, with nothing to write to but the volume',
    async () => {
      const container = containerOf(image);
      expect(image.user).toBe(NODE_USER.name);

      const first = await start(container);
      const pid = first.child.pid ?? 0;
      expect(userOf(pid)).toBe(NODE_USER.id);
      await expect(run(...inside(container, ['touch', '/app/x', '/tmp/x']))).rejects.toThrow('Read-only file system');
      // As manifests and `docker exec` call it.
      const { stdout } = await run(...inside(container, ['sh', '-c', 'brickwork --help']));
      expect(stdout).toContain('serve');
      await check(container, first.url);
      expect((await fetch(`${first.url}/console`)).status).toBe(200);
      const key = first.liveKey ?? '';
      const created = await evaluate(first.url, key);
      expect(megabytesNeeded(pid)).toBeLessThan(512);
      first.signal('SIGTERM');
      expect(await first.ended).toBe(0);
      await expect(check(container, first.url)).rejects.toThrow();

      const second = await start(container);
      const kept = await fetch(`${second.url}/v1/runs/${created.run_id}`, { headers: bearer(key) });
      expect(await kept.json()).toMatchObject({ run_id: created.run_id, status: created.status });
    },
    180_000,
  );
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

function containerOf({ home, links }: Image): Container {
  const container = { root: join(directory, 'root'), app: home, volume: join(directory, 'volume'), links };
  for (const path of [container.root, container.volume]) mkdirSync(path);
  prepareContainer(container);
  return container;
}

async function start(container: Container): Promise<ServiceProcess> {
  service = await startBrickwork({
    dataDir: container.volume,
    cwd: '/',
    command: inContainer(container, [...image.entrypoint, ...image.command]),
    environment: {
      ...{ ...image.environment, HOST: '127.0.0.1', PORT: '0' },
      ...{ PATH: CONTAINER_PATH, HOME: '/home/node', BRICKWORK_READER: '1' },
    },
  });
  return service;
}

/** A command in the image, as `run` takes it. */
function inside(container: Container, command: readonly string[], more: Record<string, string> = {}) {
  const [file, ...args] = inContainer(container, command);
  const env = { ...image.environment, PATH: CONTAINER_PATH, ...more };
  return [file, args, { env, timeout: 60_000 }] as const;
}

/** The image's HEALTHCHECK, as it is written. */
const check = (container: Container, url: string) =>
  run(...inside(container, image.healthCheck, { PORT: new URL(url).port }));

async function evaluate(url: string, key: string): Promise<{ run_id: string; status: string }> {
  const headers = bearer(key);
  const kits = (await (await fetch(`${url}/v1/kits`, { headers })).json()) as { data: { kit_code: string }[] };
  const body = JSON.stringify({
    kit_code: kits.data[0]?.kit_code,
    mode: 'sync',
    input: { transcript: 'Agent: Hello, this is Ann.\nCustomer: I lost my card.' },
  });
  const answer = await fetch(`${url}/v1/runs`, { method: 'POST', headers, body });
  const created = (await answer.json()) as { run_id: string; status: string };
  expect([answer.status, created.status]).toEqual([200, 'succeeded']);
  return created;
}
