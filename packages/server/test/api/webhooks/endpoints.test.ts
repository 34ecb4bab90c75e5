import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_URLS } from '../../../../../test/support/hostile-urls.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let answers: Record<string, readonly string[]> = {};
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      resolve: async (hostname) => {
        const addresses = answers[hostname];
        if (addresses === undefined) throw new Error('ENOTFOUND');
        return [...addresses];
      },
    },
  );
});
afterAll(() => service.stop());

let count = 0;
const freshKey = async (environment: 'live' | 'test' = 'live') => {
  count += 1;
  return service.key(await service.workspace(`endpoints-${count}`), environment);
};
const put = (key: string, url?: unknown) =>
  service.call('POST', '/v1/webhooks', { key, body: url === undefined ? {} : { url } });

describe('POST /v1/webhooks', () => {
  it('201 for the first, 200 for a replacement; no other response shows the secret', async () => {
    const key = await freshKey();
    const first = await put(key, 'https://hooks.example.com/a');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ url: 'https://hooks.example.com/a', enabled: true });
    expect(first.body.id).toMatch(/^whe_[0-9a-z]{26}$/);
    expect(first.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const same = await put(key, 'https://HOOKS.example.com:443/a');
    expect([same.status, same.body]).toEqual([200, first.body]);
    const other = await put(key, 'https://hooks.example.com/b');
    expect([other.status, other.body.id, other.body.created_at]).toEqual([200, first.body.id, first.body.created_at]);
    expect(other.body.secret).not.toBe(first.body.secret);
    const list = (await service.call('GET', '/v1/webhooks', { key })).body;
    expect(list.data).toHaveLength(1);
    expect(list.data[0]).toMatchObject({ id: other.body.id, url: 'https://hooks.example.com/b', enabled: true });
    expect(list.data[0].secret).toBeUndefined();
    expect(other.body.secret.endsWith(list.data[0].secret_hint.split('…')[1])).toBe(true);
    const { rows } = await service.testDatabase.database.query<{ secret: Buffer }>(
      'SELECT secret FROM webhook_endpoints',
    );
    const plain = Buffer.from(other.body.secret.slice(6), 'base64');
    expect(rows.some(({ secret }) => secret.includes(plain) || secret.includes(other.body.secret))).toBe(false);
  });

  it('the same URL again changes nothing: a disabled endpoint stays disabled, and only rotate rotates', async () => {
    const key = await freshKey();
    const url = 'https://hooks.example.com/deployed';
    const { id } = (await put(key, url)).body;
    await service.call('POST', `/v1/webhooks/${id}/disable`, { key });
    const { secret } = (await service.call('POST', `/v1/webhooks/${id}/rotate`, { key })).body;
    for (const _start of [1, 2, 3]) {
      const { status, body } = await put(key, url);
      expect([status, body]).toEqual([200, expect.objectContaining({ id, secret, enabled: false })]);
    }
  });

  it('makes a new secret where the stored one cannot be opened any more', async () => {
    const key = await freshKey();
    const url = 'https://hooks.example.com/unreadable';
    const first = (await put(key, url)).body;
    await service.testDatabase.database.query(`UPDATE webhook_endpoints SET secret = '\\x00' WHERE url = $1`, [url]);
    const second = (await put(key, url)).body;
    expect(second.id).toBe(first.id);
    expect(second.secret).toMatch(/^whsec_/);
    expect(second.secret).not.toBe(first.secret);
    expect((await put(key, url)).body.secret).toBe(second.secret);
  });

  it('takes a public address and any port from 1024 on', async () => {
    const key = await freshKey();
    answers = { '8.8.8.8': ['8.8.8.8'] };
    for (const url of ['https://8.8.8.8/hook', 'https://[2606:4700:4700::1111]:9443/', 'https://example.com:3000/'])
      expect((await put(key, url)).body.url).toBe(url);
  });

  it('remembers include_sandbox until it is told otherwise or the URL changes', async () => {
    const key = await freshKey();
    const save = async (body: object) => (await service.call('POST', '/v1/webhooks', { key, body })).body;
    const url = 'https://hooks.example.com/sandbox';
    expect((await save({ url })).include_sandbox).toBe(false);
    expect((await save({ url, include_sandbox: true })).include_sandbox).toBe(true);
    expect((await save({ url })).include_sandbox).toBe(true);
    expect((await save({ url: `${url}/2` })).include_sandbox).toBe(false);
    expect((await save({ url, include_sandbox: 'yes' })).error).toBe('invalid_parameter');
  });

  it('keeps live and test separate, with one endpoint each', async () => {
    const workspaceId = await service.workspace('both-sides');
    const live = await service.key(workspaceId, 'live');
    const test = await service.key(workspaceId, 'test');
    await put(live, 'https://hooks.example.com/live');
    const { body } = await put(test, 'https://hooks.example.com/test');
    expect((await service.call('GET', '/v1/webhooks', { key: live })).body.data[0].url).toMatch(/live$/);
    expect((await service.call('DELETE', `/v1/webhooks/${body.id}`, { key: live })).status).toBe(404);
    expect((await service.call('DELETE', `/v1/webhooks/${body.id}`, { key: test })).body).toEqual({
      id: body.id,
      deleted: true,
    });
  });

  it('400 without a URL, or with an invalid one; nothing is stored', async () => {
    const key = await freshKey();
    for (const [url, code] of [
      [undefined, 'webhook_url_required'],
      ['', 'webhook_url_required'],
      [42, 'invalid_webhook_url'],
      [null, 'invalid_webhook_url'],
      [['https://example.com'], 'invalid_webhook_url'],
    ] as const) {
      const { status, body } = await put(key, url);
      expect([status, body.error]).toEqual([400, code]);
    }
    expect((await service.call('GET', '/v1/webhooks', { key })).body.data).toEqual([]);
  });

  it('400 or 422 for every hostile URL', async () => {
    const key = await freshKey();
    for (const url of HOSTILE_URLS) {
      const { status, body } = await put(key, url);
      expect([400, 422], url).toContain(status);
      expect(['invalid_webhook_url', 'webhook_url_not_public'], url).toContain(body.error);
    }
    expect((await service.call('GET', '/v1/webhooks', { key })).body.data).toEqual([]);
  });

  it('422 when any address of the name is not public; a name that does not resolve yet is accepted', async () => {
    const key = await freshKey();
    answers = {
      'private.example.com': ['10.0.0.1'],
      'mixed.example.com': ['93.184.216.34', '127.0.0.1'],
      'mapped.example.com': ['::ffff:169.254.169.254'],
      'public.example.com': ['93.184.216.34', '2606:4700:4700::1111'],
    };
    for (const name of ['private', 'mixed', 'mapped']) {
      const { status, body } = await put(key, `https://${name}.example.com/`);
      expect([status, body.error]).toEqual([422, 'webhook_url_not_public']);
    }
    expect((await put(key, 'https://public.example.com/')).status).toBe(201);
    expect((await put(key, 'https://not-yet.example.com/')).status).toBe(200);
  });

  it('403 for roles without the permission', async () => {
    const workspaceId = await service.workspace('roles');
    for (const role of ['runner', 'viewer'] as const) {
      const key = await service.key(workspaceId, 'live', role);
      const { status, body } = await put(key, 'https://hooks.example.com/');
      expect([status, body.error]).toEqual([403, 'forbidden']);
      expect(body.detail).toContain('webhooks:manage');
    }
  });
});

describe('every webhook endpoint', () => {
  it('answers another workspace, and the other environment, as if it did not exist', async () => {
    const workspaceId = await service.workspace('owner');
    const owner = await service.key(workspaceId);
    const { id } = (await put(owner, 'https://hooks.example.com/')).body;
    const { delivery_id } = (await service.call('POST', `/v1/webhooks/${id}/test`, { key: owner })).body;
    const strangers = [await freshKey(), await service.key(workspaceId, 'test')];
    for (const key of strangers) {
      for (const [method, path] of [
        ['DELETE', `/v1/webhooks/${id}`],
        ['POST', `/v1/webhooks/${id}/rotate`],
        ['POST', `/v1/webhooks/${id}/enable`],
        ['POST', `/v1/webhooks/${id}/disable`],
        ['POST', `/v1/webhooks/${id}/test`],
        ['POST', `/v1/webhooks/${id}/recover`],
        ['GET', `/v1/webhooks/${id}/deliveries`],
        ['POST', `/v1/deliveries/${delivery_id}/replay`],
      ] as const) {
        const foreign = await service.call(method, path, { key });
        const unknown = await service.call(
          method,
          path.replace(/(whe|dlv)_[0-9a-z]+/, '$1_00000000000000000000000000'),
          { key },
        );
        const odd = await service.call(method, path.replace(/(whe|dlv)_[0-9a-z]+/, 'nope'), { key });
        expect([foreign.status, foreign.body], `${method} ${path}`).toEqual([404, unknown.body]);
        expect([odd.status, odd.body]).toEqual([404, unknown.body]);
      }
      expect((await service.call('GET', '/v1/webhooks', { key })).body.data).toEqual([]);
      expect((await service.call('GET', '/v1/events', { key })).body.data).toEqual([]);
    }
    expect((await service.call('GET', '/v1/webhooks', { key: owner })).body.data).toHaveLength(1);
  });
});

describe('GET /v1/webhooks/:id/deliveries', () => {
  it('pages, filters and refuses bad parameters', async () => {
    const key = await freshKey();
    const { id } = (await put(key, 'https://hooks.example.com/')).body;
    await service.call('POST', `/v1/webhooks/${id}/disable`, { key });
    const sent: string[] = [];
    for (let index = 0; index < 5; index += 1)
      sent.push((await service.call('POST', `/v1/webhooks/${id}/test`, { key })).body.delivery_id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const path = `/v1/webhooks/${id}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await service.call('GET', path, { key });
      seen.push(...body.data.map((delivery: { id: string }) => delivery.id));
      cursor = body.next_cursor ?? '';
      expect(body.has_more).toBe(cursor !== '');
    } while (cursor !== '');
    expect([...seen].sort()).toEqual([...sent].sort());
    const path = `/v1/webhooks/${id}/deliveries`;
    expect((await service.call('GET', `${path}?status=dead`, { key })).body.data).toEqual([]);
    for (const [query, code] of [
      ['limit=0', 'invalid_limit'],
      ['limit=101', 'invalid_limit'],
      ['cursor=bm9wZQ', 'invalid_cursor'],
      ['status=late', 'invalid_parameter'],
    ]) {
      const { status, body } = await service.call('GET', `${path}?${query}`, { key });
      expect([status, body.error]).toEqual([400, code]);
    }
  });
});
