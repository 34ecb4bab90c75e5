/** The client as others get it: packed, installed in a project of their own, used in Node and in a real browser. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../../test/support/chromium.ts';
import { ROOT, removeDirectory, temporaryDirectory } from '../../../test/support/run-brickwork.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

const run = promisify(execFile);
const DIST = join(ROOT, 'packages', 'client', 'dist');

let directory: string;
let installed: string;
let pages: Server;
let origin: string;
let service: TestService;
let kitCode: string;

beforeAll(async () => {
  directory = temporaryDirectory('brickwork-client-');
  await run(process.execPath, [join(ROOT, 'tools', 'build-client.ts')]);
  await run('npm', ['pack', DIST, '--pack-destination', directory], { cwd: directory });
  const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? '';
  const project = join(directory, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'scratch', version: '1.0.0', type: 'module' }));
  await run('npm', ['install', '--offline', '--ignore-scripts', join('..', tarball)], { cwd: project });
  installed = join(project, 'node_modules', '@brickwork', 'client');
  pages = await servePackage(installed);
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  service = await startTestService({ BRICKWORK_CORS_ORIGINS: origin });
  ({ kit_code: kitCode } = await publishKit(service));
}, 120_000);
afterAll(async () => {
  pages?.close();
  await service?.stop();
  removeDirectory(directory);
});

/** A page and the package beside it, as any web server would hand them out. */
async function servePackage(home: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>');
    else if (/^\/client\/[\w/-]+\.js$/.test(path))
      response
        .setHeader('content-type', 'text/javascript')
        .end(readFileSync(join(home, path.slice('/client/'.length))));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const SCRIPT = `
import { createClient, isTerminal, keyFrom } from '@brickwork/client';
import { fileStore } from '@brickwork/client/node';
const { URL_OF_SERVICE: baseUrl, KEY: apiKey, KIT: kit_code, TRANSCRIPT: transcript } = process.env;
const client = createClient({ apiKey, baseUrl });
const idempotencyKey = await keyFrom({ source: 'scratch', recordId: '1', kit: kit_code });
const run = await client.runs.createAndWait({ kit_code, input: { transcript } }, { idempotencyKey });
const store = await fileStore('state.jsonl');
const many = [];
for await (const { run } of client.runs.many([{ id: 'a', request: { kit_code, input: { transcript } } }], { store })) many.push(run.status);
await store.close();
console.log(JSON.stringify({ turns: run.output.bricks.turns.value, ended: isTerminal(run.status), many }));
`;

const TYPED = `
import { createClient, isApiError, type Run, toSignalRows, type WebhookEvent } from '@brickwork/client';
interface Shape { bricks: { turns: { value: number } } }
export async function turns(id: string): Promise<number | undefined> {
  try {
    const run: Run<Shape> = await createClient({ apiKey: 'x' }).runs.get<Shape>(id);
    return run.output?.bricks.turns.value;
  } catch (error) {
    if (isApiError(error, 'run_not_found')) return undefined;
    throw error;
  }
}
export const runOf = (event: WebhookEvent): string => (event.type === 'run.succeeded' ? event.data.run_id : '');
// @ts-expect-error a run has no such member
export const wrong = (run: Run) => run.nonsense;
export const rows = (run: Run) => toSignalRows(run).map(({ value_number }) => value_number);
`;

/** As text: the test runner would rewrite its import. */
const PAGE_SCRIPT = `async ({ baseUrl, apiKey, kit_code, transcript }) => {
  const { createClient, isApiError, keyFrom, verifyWebhook } = await import('/client/index.js');
  const client = createClient({ apiKey, baseUrl });
  const idempotencyKey = await keyFrom({ source: 'page', recordId: '1', kit: kit_code });
  const run = await client.runs.createAndWait({ kit_code, input: { transcript } }, { idempotencyKey });
  const missing = await client.runs.get('run_none').catch((error) => error);
  const forged = await verifyWebhook('{}', {}, { secret: 'whsec_AAAA' }).catch((error) => error);
  const rows = (await new Response(await client.runs.export()).text()).trim().split('\\n').length;
  return {
    turns: run.output.bricks.turns.value,
    missing: isApiError(missing, 'run_not_found'),
    requestId: typeof missing.requestId,
    forged: forged.fault,
    hasRows: rows > 0,
  };
}`;

describe('the packed client', () => {
  it('is what publint and a reader expect: no dependency, no source, no secret files', async () => {
    const { messages } = await publint({ pkgDir: DIST, strict: true });
    expect(messages).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    expect(files.filter((name) => !/(\.js|\.d\.ts|package\.json|README\.md)$/.test(name))).toEqual([]);
    expect(files.some((name) => name.includes('.test.'))).toBe(false);
  });

  it('works in Node', async () => {
    const project = join(directory, 'project');
    writeFileSync(join(project, 'script.mjs'), SCRIPT);
    const env = {
      PATH: process.env.PATH,
      URL_OF_SERVICE: service.url,
      KEY: service.adminKey,
      KIT: kitCode,
      TRANSCRIPT,
    };
    const { stdout } = await run(process.execPath, ['script.mjs'], { cwd: project, env });
    expect(JSON.parse(stdout)).toEqual({ turns: 3, ended: true, many: ['succeeded'] });
  });

  it('brings types that hold in a strict project without Node’s types', async () => {
    const project = join(directory, 'project');
    writeFileSync(join(project, 'typed.ts'), TYPED);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const faults = await run(tsc, ['-p', project]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(faults).toBe('');
  }, 60_000);

  it('works in a browser, across origins', async () => {
    const page = await (await sharedBrowser()).newPage();
    try {
      await page.goto(origin);
      const settings = { baseUrl: service.url, apiKey: service.adminKey, kit_code: kitCode, transcript: TRANSCRIPT };
      const result = await page.evaluate(`(${PAGE_SCRIPT})(${JSON.stringify(settings)})`);
      expect(result).toEqual({
        turns: 3,
        missing: true,
        requestId: 'string',
        forged: 'missing_headers',
        hasRows: true,
      });
    } finally {
      await page.close();
    }
  }, 120_000);
});
