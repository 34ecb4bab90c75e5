/** What others generate from the OpenAPI document compiles, strictly: types, a client with functions, and Zod schemas. Needs no network. */
import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOpenApi } from '@brickwork/contract';
import { afterAll, expect, it } from 'vitest';
import { ROOT, removeDirectory, temporaryDirectory } from './support/run-brickwork.ts';

const directory = temporaryDirectory('brickwork-openapi-');
afterAll(() => removeDirectory(directory));

/** As users run them: from the command line. */
const tool = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'node_modules', '.bin', name), ...args], { cwd: directory });

it('generates code that compiles: openapi-typescript, hey-api and orval with Zod', { timeout: 300_000 }, async () => {
  const document = buildOpenApi({ version: '1.0.0', serverUrl: 'https://brickwork.example.com' });
  const input = join(directory, 'openapi.json');
  writeFileSync(input, JSON.stringify(document));
  await Promise.all([
    tool('openapi-typescript', input, '--output', join(directory, 'openapi-typescript.ts')),
    tool('openapi-ts', '--input', input, '--output', join(directory, 'hey-api'), '--silent'),
    tool('orval', '--input', input, '--output', join(directory, 'orval-zod.ts'), '--client', 'zod', '--mode', 'single'),
  ]);
  for (const file of ['openapi-typescript.ts', 'orval-zod.ts', join('hey-api', 'sdk.gen.ts')])
    expect([file, statSync(join(directory, file)).size > 10_000]).toEqual([file, true]);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    paths: { zod: [join(ROOT, 'node_modules', 'zod')] },
  };
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'hey-api/**/*.ts'] }),
  );
  const faults = await tool('tsc', '-p', directory).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  expect(faults).toBe('');
});
