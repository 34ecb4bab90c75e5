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
  entrypoint: string[];
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
  let home = '';
  let entrypoint: string[] = [];
  let stage = '';
  for (const line of readFileSync(dockerfile, 'utf8')
    .split('\n')
    .filter((text) => /^[A-Z]/.test(text))) {
    const [instruction = '', ...words] = line.split(' ');
    if (instruction === 'FROM') {
      stage = words[2] ?? 'final';
      home = join(directory, stage);
      const base = stages.get(words[0] ?? '');
      if (base === undefined || stage === BUILDS) mkdirSync(home);
      else cpSync(base, home, { recursive: true, verbatimSymlinks: true });
      stages.set(stage, home);
    } else if (instruction === 'COPY') copy(words, home, stages);
    else if (instruction === 'RUN' && words[0] === 'npm') await install(words, home, stage);
    else if (instruction === 'ENTRYPOINT') entrypoint = JSON.parse(words.join(' '));
  }
  return { home, entrypoint };
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
  it('starts from its own files until it is ready', async () => {
    const dataDir = join(directory, 'data');
    mkdirSync(dataDir);
    const [, ...args] = image.entrypoint;
    service = await startBrickwork({
      dataDir,
      cwd: image.home,
      command: [process.execPath, ...args, 'serve'],
      environment: { PATH: '/usr/bin:/bin', NODE_ENV: 'production' },
    });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${service.url}/console`)).status).toBe(200);
  }, 120_000);

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
});
