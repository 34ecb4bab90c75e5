/** Which code a start runs: the bundle's, and never that of a bundle whose sources have changed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';

const SOURCES = ['packages/cli/src/main.ts', 'packages/server/src/serve.ts', 'node_modules/some-package/package.json'];

let checkout: string;
let home: string;
beforeEach(async () => {
  checkout = temporaryDirectory();
  home = join(checkout, 'packages', 'cli');
  cpSync(join(ROOT, 'packages', 'cli', 'bin'), join(home, 'bin'), { recursive: true });
  write('packages/cli/package.json', '{ "type": "module" }');
  for (const path of SOURCES) write(path, `export const main = () => console.log('the sources'); // 1.0.0`);
  write('packages/cli/dist/a/main.js', `export const main = () => console.log('the bundle');`);
  const { describeFile } = await import(pathToFileURL(join(home, 'bin', 'bundle.js')).href);
  const files = SOURCES.map((path) => describeFile(home, join('..', '..', path)));
  write('packages/cli/dist/bundle.json', JSON.stringify({ folder: 'a', files }));
});
afterEach(() => removeDirectory(checkout));

function write(path: string, text: string): void {
  mkdirSync(join(checkout, path, '..'), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

async function whatRuns(): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: checkout };
  const { stdout } = await promisify(execFile)(process.execPath, [join(home, 'bin', 'brickwork.js'), 'kits'], { env });
  return stdout.trim();
}

describe('a start', () => {
  it('runs the bundle while its sources are as they were, even if they were written again', async () => {
    expect(await whatRuns()).toBe('the bundle');
    for (const path of SOURCES) utimesSync(join(checkout, path), new Date(), new Date());
    expect(await whatRuns()).toBe('the bundle');
  });

  it.each(SOURCES)('runs the sources once a file has changed: %s', async (path) => {
    const text = readFileSync(join(checkout, path), 'utf8');
    write(path, text.replace('1.0.0', '1.0.1')); // Just as long as before.
    expect(await whatRuns()).toBe('the sources');
    write(path, text);
    expect(await whatRuns()).toBe('the bundle');
  });

  it('runs the sources where a file was put back from an older copy', async () => {
    const path = join(checkout, 'packages/server/src/serve.ts');
    writeFileSync(path, '// as it was a year ago');
    utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
    expect(await whatRuns()).toBe('the sources');
  });

  it('runs the sources where a file is gone, the record is broken, or nothing was built', async () => {
    rmSync(join(checkout, 'packages/server/src/serve.ts'));
    expect(await whatRuns()).toBe('the sources');
    write('packages/cli/dist/bundle.json', '{ "folder": "a", "fil');
    expect(await whatRuns()).toBe('the sources');
    rmSync(join(home, 'dist'), { recursive: true });
    expect(await whatRuns()).toBe('the sources');
  });
});

describe('npm run build', () => {
  const dist = join(ROOT, 'packages', 'cli', 'dist');
  let record: { folder: string; files: [string][] };
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(ROOT, 'packages', 'cli', 'build.js')]);
    record = JSON.parse(readFileSync(join(dist, 'bundle.json'), 'utf8'));
  }, 120_000);

  it('records every module of ours that it bundles, and the version of every package', () => {
    const recorded = new Set(record.files.map(([path]) => path));
    const bundled = readdirSync(join(dist, record.folder))
      .filter((name) => name.endsWith('.map'))
      .flatMap((name) => JSON.parse(readFileSync(join(dist, record.folder, name), 'utf8')).sources as string[])
      .map((source) => source.replace(/^\.\.\/\.\.\//, ''));
    expect(bundled.length).toBeGreaterThan(1_500);
    const missing = bundled.filter((source) => {
      const [manifest] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source) ?? [];
      return !recorded.has(manifest === undefined ? source : `${manifest}/package.json`);
    });
    expect(missing).toEqual([]);
  });

  it('bundles every thread and process of the service, each of which loads', async () => {
    const entries = globSync('packages/*/src/**/*-{worker,process}.ts', { cwd: ROOT }).map((path) =>
      basename(path, '.ts'),
    );
    expect(entries.length).toBeGreaterThan(5);
    for (const name of entries) {
      const entry = pathToFileURL(join(dist, record.folder, `${name}.js`)).href;
      const code = `import(${JSON.stringify(entry)}).then(() => require('node:worker_threads').parentPort.postMessage('loaded'))`;
      const thread = new Worker(code, { eval: true });
      expect(await once(thread, 'message'), name).toEqual(['loaded']);
      await thread.terminate();
    }
  });
});
