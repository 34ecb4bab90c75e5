import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_BODY_LIMIT_BYTES: '2048' });
});
afterAll(() => service.stop());

const post = (raw: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  service.call('POST', '/v1/keys', { key: service.adminKey, raw, headers: { 'content-type': type } });

describe('every request', () => {
  it('echoes a well-formed X-Request-Id and replaces any other', async () => {
    const echo = async (id: string) =>
      (await service.call('GET', '/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await echo('order-17/3')).toBe('order-17/3');
    expect(await echo('x'.repeat(128))).toBe('x'.repeat(128));
    for (const odd of ['x'.repeat(129), 'with space']) expect(await echo(odd)).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it('carries security headers and no CORS', async () => {
    const { headers } = await service.call('GET', '/healthz', { headers: { origin: 'https://example.com' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('404 for unknown paths, 405 with Allow for known ones', async () => {
    for (const path of ['/', '/v1', '/v2/keys', '/v1/keys/a/b', '/v1/%zz']) {
      const { status, body } = await service.call('GET', path);
      expect([path, status, body.error]).toEqual([path, 404, 'not_found']);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, body, headers } = await service.call(method, '/v1/keys');
      expect([status, body.error]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')).toBe('GET, POST');
    }
  });
});

describe('a trailing slash', () => {
  it('finds the route', async () => {
    expect((await service.call('GET', '/v1/keys/', { key: service.adminKey })).status).toBe(200);
    expect((await service.call('GET', '/v1/kits/?limit=1', { key: service.adminKey })).status).toBe(200);
    expect((await service.call('PUT', '/v1/keys/')).headers.get('allow')).toBe('GET, POST');
    expect((await service.call('GET', '/')).status).toBe(404);
  });
});

describe('a body', () => {
  it('may be missing where it is optional, whatever its type is said to be', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
      const { status } = await post('', type);
      expect([type, status]).toEqual([type, 201]);
    }
    const { status, body } = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      raw: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([status, body.error]).toEqual([400, 'invalid_json']);
  });

  it.each([
    ['cut off', '{"role":'],
    ['empty', ''],
    ['two documents', '{} {}'],
    ['nested too deep', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['nested too deep, never closed', '['.repeat(1_500)],
    ['polluting', '{"__proto__":{"role":"admin"}}'],
    ['polluting in disguise', '{"\\u005f_proto__":{"role":"admin"}}'],
    ['polluting by constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['not UTF-8', Uint8Array.from([0x22, 0xff, 0x22])],
    ['NaN', '{"name":NaN}'],
  ])('that is %s is invalid_json', async (name, raw) => {
    const { status, body } = await post(raw);
    if (name === 'empty')
      expect(status).toBe(201); // This endpoint's body is optional.
    else expect([status, body.error]).toEqual([400, 'invalid_json']);
  });

  it('does not confuse brackets inside strings with depth', async () => {
    const { status } = await post(JSON.stringify({ name: `${'['.repeat(90)}\\"` }));
    expect(status).toBe(201);
  });

  it('is never quoted in the answer', async () => {
    const { body } = await post('{"name": "my secret words" oops');
    expect(JSON.stringify(body)).not.toContain('secret words');
  });

  it('413 over the limit, 415 for other types', async () => {
    const large = await post(JSON.stringify({ name: 'x'.repeat(3_000) }));
    expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
    expect(large.body.detail).toMatch(/^The limit is \d+ bytes\.$/);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { status, body } = await post('name=x', type);
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('is not read before the key is accepted', async () => {
    const { status } = await service.call('POST', '/v1/keys', {
      raw: 'x'.repeat(3_000),
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(401);
  });
});

describe('what is not HTTP', () => {
  it('gets the error envelope and a closed connection', async () => {
    const { hostname, port } = new URL(service.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('GARBAGE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"invalid_parameter"');
  });
});

describe('health', () => {
  it('distinguishes alive from ready', async () => {
    const node = await service.node();
    expect((await node.call('GET', '/readyz')).body).toEqual({ status: 'ready' });
    node.service.app.drain();
    const ready = await node.call('GET', '/readyz');
    expect([ready.status, ready.body.error, ready.headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    expect((await node.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await node.call('GET', '/v1/keys', { key: service.adminKey })).body.error).toBe('unavailable');
  });

  it('503 until the first kits are there', async () => {
    const node = await service.node();
    node.service.readiness.isSettingUp = true;
    expect((await node.call('GET', '/readyz')).status).toBe(503);
    node.service.readiness.isSettingUp = false;
    expect((await node.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('GET /metrics', () => {
  it('answers this machine, but not requests through a proxy on it', async () => {
    const { status, body } = await service.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(body).toContain('brickwork_http_request_duration_seconds_bucket');
    expect((await service.call('GET', '/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(404);
  });

  it('requires the token when one is set', async () => {
    const node = await service.node({ BRICKWORK_METRICS_TOKEN: 'a-long-enough-token' });
    expect((await node.call('GET', '/metrics')).status).toBe(404);
    expect((await node.call('GET', '/metrics', { key: 'a-long-enough-tokex' })).status).toBe(404);
    expect((await node.call('GET', '/metrics', { key: 'a-long-enough-token' })).status).toBe(200);
  });
});

describe('CORS', () => {
  it('is for the listed origins only', async () => {
    const node = await service.node({ BRICKWORK_CORS_ORIGINS: 'https://app.example.com' });
    const allowed = async (origin: string) =>
      (
        await node.call('OPTIONS', '/v1/keys', { headers: { origin, 'access-control-request-method': 'GET' } })
      ).headers.get('access-control-allow-origin');
    expect(await allowed('https://app.example.com')).toBe('https://app.example.com');
    expect(await allowed('https://evil.example.com')).toBeNull();
  });
});
