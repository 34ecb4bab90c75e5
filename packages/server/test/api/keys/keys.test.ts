import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const keys = (key: string) => service.call('GET', '/v1/keys', { key });

describe('POST /v1/keys', () => {
  it('201: creates a key that works, and shows it only in this response', async () => {
    const created = await service.call('POST', '/v1/keys', {
      key: service.adminKey,
      body: { name: 'crm', role: 'admin', environment: 'live' },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'crm',
      role: 'admin',
      environment: 'live',
      hint: expect.stringMatching(/^svc_live_…/),
    });
    expect(created.body.key).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    const list = await keys(created.body.key);
    expect(list.status).toBe(200);
    expect(JSON.stringify(list.body)).not.toContain(created.body.key);
    const { rows } = await service.testDatabase.database.query<{ all: string }>(
      'SELECT string_agg(k::text, chr(10)) AS all FROM api_keys k',
    );
    expect(rows[0]?.all).not.toContain(created.body.key.slice(9, -6));
  });

  it('201: has defaults for everything', async () => {
    const { status, body } = await service.call('POST', '/v1/keys', { key: service.adminKey });
    expect([status, body.role, body.environment]).toEqual([201, 'developer', 'live']);
  });

  it.each([
    ['an unknown role', { role: 'king' }, 'role'],
    ['an unknown environment', { environment: 'prod' }, 'environment'],
    ['a date that is none', { expires_at: 'tomorrow' }, 'expires_at'],
    ['a date in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a NUL in the name', { name: 'a\0b' }, 'name'],
    ['a body that is not an object', [], ''],
  ])('400: %s', async (_name, body, field) => {
    const answer = await service.call('POST', '/v1/keys', { key: service.adminKey, body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.detail).toContain(field);
  });

  it('403: a test key creates and sees only test keys', async () => {
    const test = await service.key(service.workspaceId, 'test');
    const refused = await service.call('POST', '/v1/keys', { key: test, body: { environment: 'live' } });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    const made = await service.call('POST', '/v1/keys', { key: test });
    expect(made.body.environment).toBe('test');
    const environments = new Set((await keys(test)).body.data.map((each: { environment: string }) => each.environment));
    expect([...environments]).toEqual(['test']);
  });
});

describe('DELETE /v1/keys/:keyId', () => {
  it('404: unknown, malformed, already revoked, of another workspace, or live with a test key', async () => {
    const other = await service.workspace('other');
    const otherKey = await service.key(other);
    const foreign = (await keys(otherKey)).body.data[0].id;
    const live = (await keys(service.adminKey)).body.data[0].id;
    const made = await service.call('POST', '/v1/keys', { key: service.adminKey });
    await service.call('DELETE', `/v1/keys/${made.body.id}`, { key: service.adminKey });
    const test = await service.key(service.workspaceId, 'test');
    const bodies = new Set<string>();
    for (const [key, id] of [
      [service.adminKey, foreign],
      [service.adminKey, 'nonsense'],
      [service.adminKey, `key_${'0'.repeat(26)}`],
      [service.adminKey, made.body.id],
      [test, live],
    ] as const) {
      const { status, body } = await service.call('DELETE', `/v1/keys/${id}`, { key });
      expect([status, body.error]).toEqual([404, 'not_found']);
      bodies.add(JSON.stringify(body));
    }
    expect(bodies.size).toBe(1);
    expect((await keys(otherKey)).status).toBe(200);
  });
});

describe('GET /v1/keys', () => {
  it('200: shows when a key was last used, and only its own workspace', async () => {
    const workspace = await service.workspace('lonely');
    const key = await service.key(workspace);
    await keys(key);
    await expect
      .poll(async () => (await keys(key)).body.data[0].last_used_at, { timeout: 5_000 })
      .toMatch(/^\d{4}-.*Z$/);
    expect((await keys(key)).body.data).toHaveLength(1);
  });
});
