/** What the documents, the Dockerfile and the compose file say must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SETTINGS } from '@brickwork/server/main/settings';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withCapacity } from '../bench/capacity/capacity-table.ts';
import type { Figures } from '../bench/capacity/figures.ts';
import { EXIT } from '../packages/cli/src/exit-codes.ts';
import { DESTINATION_PAGES, destinationPages } from '../tools/destination-pages.ts';
import { errorReference } from '../tools/error-reference.ts';
import { PRESET_PAGES, presetPages } from '../tools/preset-pages.ts';
import { ROLES_GUIDE, withRolesTables } from '../tools/roles-table.ts';
import { SETTINGS_PAGE, withSettingsTable } from '../tools/settings-table.ts';
import { ROOT } from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const variables = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
const markdownFiles = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

describe('generated documents', () => {
  it('are up to date (npm run generate)', () => {
    expect(read('docs/reference/errors.md')).toBe(errorReference());
    expect(read(SETTINGS_PAGE)).toBe(withSettingsTable(read(SETTINGS_PAGE)));
    expect(read(ROLES_GUIDE)).toBe(withRolesTables(read(ROLES_GUIDE)));
  });

  it('scaling.md has what the recorded figures amount to (npm run capacity -- --write)', () => {
    const figures = JSON.parse(read('bench/capacity/figures.json')) as Figures;
    const page = read('docs/operations/scaling.md');
    expect(page).toBe(withCapacity(page, figures));
    const twice = { ...figures, read_cpu_seconds: figures.read_cpu_seconds * 2 };
    expect(page).not.toBe(withCapacity(page, twice));
  });

  it('docs/intake has a page for each preset, as it is', () => {
    for (const [name, text] of presetPages()) expect(read(`${PRESET_PAGES}/${name}`), name).toBe(text);
  });

  it('docs/destinations has a page for each preset, as it is', () => {
    for (const [name, text] of destinationPages()) expect(read(`${DESTINATION_PAGES}/${name}`), name).toBe(text);
  });
});

describe.each(markdownFiles)('%s', (file) => {
  it('links only to files that exist', () => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link]) => link ?? '');
    for (const link of links) expect(existsSync(resolve(ROOT, dirname(file), link)), `${file} → ${link}`).toBe(true);
  });

  it('names only variables that exist', () => {
    const named = [...read(file).matchAll(/\bBRICKWORK_[A-Z_]+[A-Z]\b/g)].map(([name]) => name);
    const clientSide = new Set([
      'BRICKWORK_API_KEY',
      'BRICKWORK_URL',
      'BRICKWORK_TRANSCRIBER',
      'BRICKWORK_TRANSCRIBER_API_KEY',
      'BRICKWORK_TRANSCRIBER_BASE_URL',
    ]);
    for (const name of named) expect(variables.has(name) || clientSide.has(name), `${file} names ${name}`).toBe(true);
  });
});

describe('docs/README.md', () => {
  it('leads to every guide and to every page of reference and operations, and is a click away from the README', () => {
    const pages = markdownFiles.filter((file) => /^docs\/(?:guides|reference|operations)\//.test(file));
    expect(pages.length).toBeGreaterThan(20);
    const text = read('docs/README.md');
    expect(pages.filter((file) => !text.includes(`](${file.slice('docs/'.length)})`))).toEqual([]);
    expect(read('README.md')).toContain('](docs/README.md#all-pages)');
  });
});

describe('the command line reference', () => {
  it('lists every exit code and every command', async () => {
    const text = read('docs/reference/command-line.md');
    const listed = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(listed).toEqual(Object.values(EXIT));
    const { stdout } = await runCommand(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?=[ |])/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(10);
    for (const name of commands.filter((each) => each !== 'help' && each !== 'brickwork'))
      expect(text, name).toMatch(new RegExp(`^\\|.*\`[^\`]*\\b${name}\\b`, 'm'));
  });
});

describe('decisions', () => {
  it('justify every direct dependency', () => {
    const text = read('docs/decisions/dependencies.md');
    const manifests = [
      'package.json',
      ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`),
    ];
    for (const manifest of manifests) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(manifest));
      for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
        if (name.startsWith('@brickwork/')) continue;
        const scope = name.startsWith('@') ? `${name.split('/')[0]}/*` : name;
        expect(text.includes(`\`${name}\``) || text.includes(`\`${scope}\``), `${name} is not justified`).toBe(true);
      }
    }
  });
});

describe('Dockerfile and compose.yaml', () => {
  const dockerfile = read('Dockerfile');
  const compose = parse(read('compose.yaml'), { merge: true });

  it('copy only what exists, and every package', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) =>
      (list ?? '').split(' '),
    );
    for (const source of sources) expect(existsSync(join(ROOT, source)), source).toBe(true);
    for (const name of readdirSync(join(ROOT, 'packages')))
      expect(dockerfile).toContain(`packages/${name}/package.json`);
  });

  it('set only variables that exist', () => {
    const [, list] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
    const inImage = (list ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '');
    const inCompose = ['api', 'worker'].flatMap((name) => Object.keys(compose.services[name].environment));
    for (const name of [...inImage, ...inCompose]) expect(variables.has(name) || name === 'NODE_ENV', name).toBe(true);
    expect(inCompose).toContain('DATABASE_URL');
    expect(inCompose).toContain('BRICKWORK_SECRET');
  });

  it('run commands and roles that exist', async () => {
    const [, entry] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    const [, file] = JSON.parse(entry ?? '[]') as string[];
    expect(existsSync(join(ROOT, file ?? 'missing'))).toBe(true);
    for (const name of ['api', 'worker']) {
      const [command, ...options] = compose.services[name].command as string[];
      const { code, stdout } = await runCommand([command ?? '', '--help']);
      expect(code).toBe(0);
      for (const option of options.filter((each) => each.startsWith('--'))) expect(stdout).toContain(option);
      expect(SETTINGS.role.schema.safeParse(options[1]).success).toBe(true);
    }
  });

  it('leave nodes the time that they take to stop', () => {
    const seconds = /^(\d+)s$/;
    for (const name of ['api', 'worker']) {
      const [, given = ''] = seconds.exec(compose.services[name].stop_grace_period) ?? [];
      expect(Number(given) * 1_000).toBeGreaterThan(2 * Number(SETTINGS.drainMs.fallback));
      // Its ports are above 1024, its only directory is the volume, and exports go through /tmp.
      expect(compose.services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    }
  });

  it('is non-root, with a health check on an endpoint that exists', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/HEALTHCHECK .*\/readyz/);
    for (const service of Object.values<{ image?: string; build?: string }>(compose.services))
      expect(service.image ?? service.build).toBeDefined();
  });
});

describe('the lock file', () => {
  it('holds no download address', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": *"https?:/);
  });
});
