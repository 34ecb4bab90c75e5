import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { silentLogger } from '@brickwork/server/core/logger';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { registerConsole } from '../../../src/http/console-files.ts';
import { sendError, toServiceError } from '../../../src/http/send-error.ts';
import { readConsole } from '../../../src/main/read-console.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

/** Sends the path unchanged; fetch would normalise it. */
function raw(
  path: string,
  method = 'GET',
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const scriptOf = (page: string) => /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';

describe('GET /console', () => {
  it.each(['/console', '/console/', '/console/runs/run_1', '/console/kits/support_qa?tab=diff'])(
    'serves the page at %s, under a strict policy and never cached',
    async (path) => {
      const { status, headers, body } = await raw(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(scriptOf(body)).not.toBe('');
      expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|https?:\/\//);
    },
  );

  it('serves hashed files for a year, gzipped for clients that accept it', async () => {
    const path = scriptOf((await raw('/console')).body);
    const plain = await raw(path);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const gzipped = await fetch(service.url + path, { headers: { 'accept-encoding': 'gzip' } });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(await gzipped.text()).toBe(plain.body);
  });

  it('answers HEAD without a body, and refuses other methods', async () => {
    expect(await raw('/console', 'HEAD')).toMatchObject({ status: 200, body: '' });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await raw('/console/runs', method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
      expect(JSON.parse(body).error).toBe('method_not_allowed');
    }
  });

  it.each([
    '/console/assets/nothing.js',
    '/console/assets/',
    '/console/favicon.ico',
    '/console/../package.json',
    '/console/%2e%2e/package.json',
    '/console/..%2f..%2fpackage.json',
    '/console/assets/..%2findex.html',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/console/%00.html',
    '/console/index.html%00',
    '/consoles',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await raw(path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain('"name"');
  });
});

describe('GET /docs', () => {
  it.each(['/docs', '/docs/createRun'])('serves a page at %s under the same policy, and nothing else', async (path) => {
    const { status, headers, body } = await raw(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|https?:\/\//);
    expect((await raw(`${path}/openapi.json`)).status).toBe(404);
    expect((await raw(path, 'POST')).status).toBe(405);
  });

  it('has the document that the service answers with, kept by browsers for a year', async () => {
    const script = /src="(\/console\/assets\/reference-[^"]+\.js)"/.exec((await raw('/docs')).body)?.[1] ?? '';
    const [, file = ''] = /(openapi-[\w-]+\.json)/.exec((await raw(script)).body) ?? [];
    const { headers, body } = await raw(`/console/assets/${file}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(JSON.parse(body).paths).toEqual(JSON.parse((await raw('/openapi.json')).body).paths);
  });
});

describe('GET /guides', () => {
  it.each([
    ['/guides', 'Guides'],
    ['/guides/', 'Guides'],
    ['/guides/kits', 'Writing a kit'],
    ['/guides/intake/zoom', 'Zoom Meetings'],
    ['/guides/reference/settings?x=1', 'Settings'],
  ])('serves %s to everybody, whole without a script, under the same policy', async (path, title) => {
    const { status, headers, body } = await raw(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
    expect(body).toMatch(new RegExp(`<h1[^>]*>${title}`));
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|<[^>]+\s(?:on\w+|style)=|\{\{/);
    expect((await raw(path, 'POST')).status).toBe(405);
  });

  it('answers with a page that says so where there is none, and has no other files', async () => {
    const { status, headers, body } = await raw('/guides/reference/nothing');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>There is no such page</h1>');
    for (const path of ['/guides/kits.html', '/guides/kits.md', '/guides/../assets', '/guides/..%2findex.html'])
      expect([path, (await raw(path)).status]).toEqual([path, 404]);
  });
});

describe('a service whose console was not built', () => {
  let bare: FastifyInstance;
  beforeAll(async () => {
    bare = Fastify();
    bare.setErrorHandler((error, _request, reply) => {
      const known = toServiceError(error);
      if (known === undefined) silentLogger.error({}, 'unexpected');
      else sendError(reply, known);
    });
    registerConsole(bare, readConsole('/nowhere'));
    await bare.ready();
  });
  afterAll(() => bare.close());

  it('says how to build it', async () => {
    const answer = await bare.inject({ url: '/console', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.statusCode).toBe(200);
    expect(gunzipSync(answer.rawPayload).toString()).toContain('npm run build');
    expect((await bare.inject('/guides/kits')).body).toContain('npm run build');
    expect((await bare.inject('/console/assets/index.js')).statusCode).toBe(404);
  });
});
