import { connect } from 'node:net';
import { ENDPOINTS } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const protectedEndpoints = ENDPOINTS.filter(({ access }) => access !== 'public');

describe('authentication', () => {
  it.each(protectedEndpoints.map((endpoint) => [endpoint.method, endpoint.path] as const))(
    '%s %s needs a key',
    async (method, path) => {
      const { status, body, headers } = await service.call(method, path.replace(/:\w+/g, 'x'));
      expect(status).toBe(401);
      expect(body.error).toBe('missing_bearer_token');
      expect(headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it.each([
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no token', 'Bearer'],
    ['an empty token', 'Bearer '],
    ['two tokens', 'Bearer a b'],
    ['no scheme', 'svc_live_abc'],
  ])('refuses %s as missing_bearer_token', async (_name, authorization) => {
    const { status, body } = await service.call('GET', '/v1/keys', { headers: { authorization } });
    expect([status, body.error]).toEqual([401, 'missing_bearer_token']);
  });

  it('refuses two Authorization headers', async () => {
    const header = `Authorization: Bearer ${service.adminKey}\r\n`;
    const answer = await rawRequest(
      service.url,
      `GET /v1/keys HTTP/1.1\r\nHost: x\r\n${header}${header}Connection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('missing_bearer_token');
  });

  it('accepts the scheme in upper or lower case', async () => {
    const { status } = await service.call('GET', '/v1/keys', {
      headers: { authorization: `bEaReR ${service.adminKey}` },
    });
    expect(status).toBe(200);
  });

  it('refuses unknown, mistyped and foreign-prefix keys as invalid_api_key', async () => {
    const other = await startTestService();
    const unknown = other.adminKey;
    await other.stop();
    const last = service.adminKey.at(-1) === 'a' ? 'b' : 'a';
    const mistyped = service.adminKey.slice(0, -1) + last;
    for (const key of [
      unknown,
      mistyped,
      service.adminKey.replace('svc_', 'abc_'),
      service.adminKey.replace('_live_', '_test_'),
      'x',
    ]) {
      const { status, body } = await service.call('GET', '/v1/keys', { key });
      expect([status, body.error]).toEqual([401, 'invalid_api_key']);
    }
  });

  it('refuses an expired key', async () => {
    const key = await service.key(service.workspaceId, 'live', 'admin', new Date(Date.now() - 1_000));
    const { status, body } = await service.call('GET', '/v1/keys', { key });
    expect([status, body.error]).toEqual([401, 'api_key_expired']);
  });

  it('refuses a role that lacks the permission and names it', async () => {
    for (const role of ['developer', 'runner', 'viewer'] as const) {
      const key = await service.key(service.workspaceId, 'live', role);
      const { status, body } = await service.call('GET', '/v1/keys', { key });
      expect([status, body.error]).toEqual([403, 'forbidden']);
      expect(body.detail).toContain('keys:manage');
    }
  });

  it('stops accepting a revoked key at once, on every node', async () => {
    const second = await service.node();
    const key = await service.key(service.workspaceId);
    expect((await service.call('GET', '/v1/keys', { key })).status).toBe(200);
    expect((await second.call('GET', '/v1/keys', { key })).status).toBe(200);
    const { body } = await service.call('GET', '/v1/keys', { key });
    const id = body.data.find((each: { hint: string }) => each.hint.endsWith(key.slice(-4))).id;
    expect((await service.call('DELETE', `/v1/keys/${id}`, { key: service.adminKey })).status).toBe(200);
    const node = (each: Pick<TestService, 'call'>) => async () => {
      const answer = await each.call('GET', '/v1/keys', { key });
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_api_key']);
    };
    await expect.poll(node(service), { timeout: 5_000 }).toBeUndefined();
    await expect.poll(node(second), { timeout: 5_000 }).toBeUndefined();
  });

  it('asks an address that keeps failing to wait, always with 401, and never a valid key', async () => {
    const strict = await startTestService({ BRICKWORK_FAILED_AUTH_PER_MINUTE: '3' });
    try {
      const bad = () => strict.call('GET', '/v1/keys', { key: 'svc_live_wrong' });
      for (let attempt = 0; attempt < 3; attempt += 1) expect((await bad()).status).toBe(401);
      const { status, body, headers } = await bad();
      expect([status, body.error]).toEqual([401, 'invalid_api_key']);
      expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
      expect(body.retry_after_seconds).toBeGreaterThanOrEqual(1);
      expect((await strict.call('GET', '/v1/keys', { key: strict.adminKey })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

function rawRequest(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('behind proxies', () => {
  it('counts an address that many entries from the right, whatever a caller writes on the left', async () => {
    const behind = await startTestService({ BRICKWORK_TRUST_PROXY: '1', BRICKWORK_FAILED_AUTH_PER_MINUTE: '3' });
    const waits: boolean[] = [];
    for (let n = 0; n < 6; n += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` };
      const answer = await behind.call('GET', '/v1/me', { key: 'svc_live_wrong', headers });
      expect(answer.status).toBe(401);
      waits.push(answer.headers.has('retry-after'));
    }
    await behind.stop();
    expect(waits.slice(0, 3)).toEqual([false, false, false]);
    expect(waits.at(-1)).toBe(true);
  });
});
