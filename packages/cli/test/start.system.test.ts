/** What a start of the command loads: `--version` and `--help` must not wait for the server's modules. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRICKWORK, removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import packageJson from '../package.json' with { type: 'json' };

let directory: string;
beforeAll(() => {
  directory = temporaryDirectory();
  writeFileSync(
    join(directory, 'print-modules.mjs'),
    `import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
process.on('exit', () => process.stderr.write(urls.join('\\n')));`,
  );
  writeFileSync(
    join(directory, 'print-limits.mjs'),
    `process.on('exit', () => {
  const limits = process.execArgv.filter((option) => /semi-space|growing/.test(option));
  process.stderr.write(JSON.stringify({ limits, arenas: process.env.MALLOC_ARENA_MAX }));
});`,
  );
});
afterAll(() => removeDirectory(directory));

function startWith(module: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return promisify(execFile)(process.execPath, ['--import', join(directory, module), BRICKWORK, ...args], {
    env: { PATH: process.env.PATH, HOME: directory, ...environment },
    timeout: 60_000,
  });
}

async function start(...args: string[]): Promise<{ stdout: string; modules: string[] }> {
  const { stdout, stderr } = await startWith('print-modules.mjs', args);
  const urls = stderr.split('\n').filter((url) => url.startsWith('file:'));
  return { stdout, modules: urls.flatMap(sourcesOf) };
}

/** What a file of the bundle was made from; any other file is itself. */
function sourcesOf(url: string): string[] {
  if (!url.includes('/packages/cli/dist/')) return [url];
  if (!existsSync(new URL(`${url}.map`))) return []; // What the bundler itself adds.
  const { sources } = JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as { sources: string[] };
  return sources.map((source) => new URL(source, url).href);
}

describe('brickwork', () => {
  it('prints its version without loading anything', async () => {
    const { stdout, modules } = await start('--version');
    expect(stdout).toBe(`${packageJson.version}\n`);
    expect(modules.map((url) => url.split('/').at(-1))).toEqual(['brickwork.js']);
  });

  it.each([['--help'], ['kits', '--help'], ['serve', '--help'], ['evaluate', '--help']])(
    'prints help without loading the server, the client or zod: %s',
    async (...args) => {
      const { stdout, modules } = await start(...args);
      expect(stdout).toContain('Usage: brickwork');
      expect(modules.some((url) => url.endsWith('/packages/cli/src/main.ts'))).toBe(true);
      const heavy = modules.filter((url) =>
        /\/packages\/(client|server|engine)\/|\/node_modules\/(?!commander\/)/.test(url),
      );
      const allowed = [
        'engine/src/conversation/conversation-field.ts',
        'engine/src/core/service-error.ts',
        'engine/src/core/settings-error.ts',
        'server/src/database/embedded/start-error.ts',
        'server/src/main/entry/errors.ts',
        'server/src/main/example-kits.ts',
      ];
      expect(allowed).toEqual(expect.arrayContaining(heavy.map((url) => url.split('/packages/').at(-1))));
    },
  );

  it('limits how far the memory of a service grows, unless the caller has set limits', async () => {
    const limitsOf = async (environment?: Record<string, string>) =>
      JSON.parse((await startWith('print-limits.mjs', ['serve', '--help'], environment)).stderr);
    expect(await limitsOf()).toEqual({ limits: ['--max-semi-space-size=8', '--heap-growing-percent=40'], arenas: '2' });
    expect(await limitsOf({ MALLOC_ARENA_MAX: '4' })).toMatchObject({ arenas: '4' });
    expect(await limitsOf({ NODE_OPTIONS: '--max-semi-space-size=32' })).toEqual({ limits: [] });
  });
});
