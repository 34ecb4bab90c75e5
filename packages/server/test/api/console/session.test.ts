import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let other: TestNode;
beforeAll(async () => {
  service = await startTestService();
  other = await service.node();
});
afterAll(() => service.stop());

interface SignedIn {
  cookie: string;
  csrf: string;
}

async function signIn(key: string, headers: Record<string, string> = {}) {
  return service.call('POST', '/console/session', { body: { key }, headers });
}

async function signedIn(key: string): Promise<SignedIn> {
  const { status, headers, body } = await signIn(key);
  expect(status).toBe(201);
  return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', csrf: body.csrf_token };
}

const withSession = ({ cookie, csrf }: SignedIn) => ({ cookie, 'x-csrf-token': csrf });

describe('POST /console/session', () => {
  it('201: a cookie that scripts cannot read and other sites cannot send; only its hash is stored', async () => {
    const { status, headers, body } = await signIn(service.adminKey);
    expect(status).toBe(201);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^brickwork_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ signed_in: true, csrf_token: expect.stringMatching(/^[\w-]{43}$/) });
    const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
    expect(JSON.stringify(body)).not.toContain(token);
    const { rows } = await service.testDatabase.database.query<{ row: string }>(
      `SELECT encode(hash, 'base64') || ' ' || encode(hash, 'escape') AS row FROM console_sessions`,
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });

  it('is Secure where the browser came by https, if the proxy in front is trusted', async () => {
    const proxied = await service.node({ BRICKWORK_TRUST_PROXY: '1' });
    const answer = await proxied.call('POST', '/console/session', {
      body: { key: service.adminKey },
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' },
    });
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
    const plain = await signIn(service.adminKey, { 'x-forwarded-proto': 'https' });
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('401: a wrong, revoked or expired key, or none; no cookie', async () => {
    const expired = await service.key(service.workspaceId, 'live', 'admin', new Date(1_000));
    for (const [key, code] of [
      ['svc_live_wrong', 'invalid_api_key'],
      [expired, 'api_key_expired'],
      ['', 'missing_bearer_token'],
    ] as const) {
      const { status, body, headers } = await signIn(key);
      expect([status, body.error]).toEqual([401, code]);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('403: started by another site', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.org' },
    ])
      expect((await signIn(service.adminKey, headers)).body.error).toBe('forbidden');
    const own = await signIn(service.adminKey, { origin: service.url, 'sec-fetch-site': 'same-origin' });
    expect(own.status).toBe(201);
  });
});

describe('a session', () => {
  it('is what its key is, on every node', async () => {
    const key = await service.key(service.workspaceId, 'test', 'viewer');
    const session = await signedIn(key);
    for (const node of [service, other]) {
      const { status, body } = await node.call('GET', '/v1/me', { headers: withSession(session) });
      expect([status, body.role, body.environment]).toEqual([200, 'viewer', 'test']);
      const refused = await node.call('POST', '/v1/kits', { headers: withSession(session), body: {} });
      expect(refused.status).toBe(403);
    }
    const { body } = await other.call('GET', '/console/session', { headers: { cookie: session.cookie } });
    expect(body).toEqual({ signed_in: true, csrf_token: session.csrf, workspaces: [] });
  });

  it('401: without its CSRF token, or with that of another session, also for reading', async () => {
    const session = await signedIn(service.adminKey);
    const { csrf } = await signedIn(service.adminKey);
    for (const headers of [
      { cookie: session.cookie },
      { cookie: session.cookie, 'x-csrf-token': csrf },
      { cookie: session.cookie, 'x-csrf-token': '' },
    ]) {
      for (const [method, path] of [
        ['GET', '/v1/runs'],
        ['POST', '/v1/keys'],
        ['DELETE', '/v1/keys/key_1'],
      ] as const) {
        const { status, body } = await service.call(method, path, { headers });
        expect([status, body.error]).toEqual([401, 'missing_bearer_token']);
      }
    }
    expect((await service.call('DELETE', '/console/session', { headers: { cookie: session.cookie } })).status).toBe(
      401,
    );
    expect((await service.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(200);
  });

  it('never wins over a key, and opens the API alone', async () => {
    const session = await signedIn(service.adminKey);
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    const { body } = await service.call('GET', '/v1/me', { key: viewer, headers: withSession(session) });
    expect(body.role).toBe('viewer');
    const wrong = await service.call('GET', '/v1/me', { key: 'svc_live_wrong', headers: withSession(session) });
    expect(wrong.status).toBe(401);
    expect((await service.call('POST', '/mcp', { headers: withSession(session), body: {} })).status).toBe(401);
  });

  it('ends everywhere when its key is revoked', async () => {
    const key = await service.key(service.workspaceId, 'live', 'admin');
    const sessions = [await signedIn(key), await signedIn(key)];
    for (const session of sessions)
      for (const node of [service, other])
        expect((await node.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(200);
    const { key_id } = (await service.call('GET', '/v1/me', { key })).body;
    await service.call('DELETE', `/v1/keys/${key_id}`, { key: service.adminKey });
    for (const session of sessions)
      for (const node of [service, other])
        await vi.waitFor(
          async () => expect((await node.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(401),
          { timeout: 20_000 },
        );
    const { rows } = await service.testDatabase.database.query(
      'SELECT 1 FROM console_sessions s JOIN api_keys k ON k.id = s.key_id WHERE k.revoked_at IS NOT NULL',
    );
    expect(rows).toEqual([]);
    const { body } = await service.call('GET', '/console/session', { headers: { cookie: sessions[0]?.cookie ?? '' } });
    expect(body).toEqual({ signed_in: false });
  });

  it('ends on every node when somebody signs out; others of the same key go on', async () => {
    const [one, two] = [await signedIn(service.adminKey), await signedIn(service.adminKey)];
    expect((await other.call('GET', '/v1/me', { headers: withSession(one) })).status).toBe(200);
    const { headers, body } = await service.call('DELETE', '/console/session', { headers: withSession(one) });
    expect(headers.get('set-cookie')).toMatch(/^brickwork_session=; Path=\/; Max-Age=0; /);
    expect(body).toEqual({ signed_in: false });
    await vi.waitFor(
      async () => expect((await other.call('GET', '/v1/me', { headers: withSession(one) })).status).toBe(401),
      { timeout: 20_000 },
    );
    expect((await other.call('GET', '/v1/me', { headers: withSession(two) })).status).toBe(200);
  });

  it('is the oldest of its key that ends when a 21st begins', async () => {
    const key = await service.key(service.workspaceId);
    const sessions: SignedIn[] = [];
    for (let count = 0; count < 21; count += 1) {
      sessions.push(await signedIn(key));
      // Apart from each other, however quickly they begin.
      await service.testDatabase.database.query(
        `UPDATE console_sessions SET created_at = created_at - interval '1 minute'`,
      );
    }
    const answers = await Promise.all(
      sessions.map((session) => service.call('GET', '/v1/me', { headers: withSession(session) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, ...Array.from({ length: 20 }, () => 200)]);
  });

  it('expires, and never outlives its key', async () => {
    const session = await signedIn(service.adminKey);
    await service.testDatabase.database.query(`UPDATE console_sessions SET expires_at = now() - interval '1 second'`);
    expect((await service.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(401);
    const soon = new Date(Date.now() + 60_000);
    const { headers } = await signIn(await service.key(service.workspaceId, 'live', 'admin', soon));
    expect(Number(/Max-Age=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1])).toBeLessThanOrEqual(60);
    const { rows } = await service.testDatabase.database.query(
      'SELECT 1 FROM console_sessions WHERE expires_at < now()',
    );
    expect(rows, 'expired sessions are deleted when another begins').toEqual([]);
  });
});
