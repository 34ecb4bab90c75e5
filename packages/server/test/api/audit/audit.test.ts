/** The audit log over HTTP: who may read it, what it tells, filters, pages and the export. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
});
afterAll(() => service.stop());

/** A workspace of its own for each test, so that the log holds what the test did. */
async function workspace(name: string) {
  const workspaceId = await service.workspace(name);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: object, as = key) =>
    service.call(method, path, { key: as, ...(body && { body }) });
  const audit = async (query = '') => (await call('GET', `/v1/audit?${query}`)).body;
  return { workspaceId, key, call, audit };
}

async function signIn(key: string) {
  const { headers, body } = await service.call('POST', '/console/session', { body: { key } });
  return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': body.csrf_token as string };
}

describe('GET /v1/audit', () => {
  it('200: who did what, when and from where, with what a setting was before; newest first', async () => {
    const { workspaceId, call, audit } = await workspace('settings');
    await call('PUT', '/v1/settings', { timezone: 'Europe/Lisbon' });
    await call('PUT', '/v1/settings', { timezone: 'Europe/Lisbon' }); // Changes nothing, so it leaves nothing.
    await call('PUT', '/v1/settings', { timezone: 'Asia/Tokyo' });
    const { data, has_more } = await audit('action=settings.changed');
    expect(has_more).toBe(false);
    expect(data.map(({ details }: { details: unknown }) => details)).toEqual([
      { changes: { timezone: { from: 'Europe/Lisbon', to: 'Asia/Tokyo' } } },
      { changes: { timezone: { from: 'UTC', to: 'Europe/Lisbon' } } },
    ]);
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^aud_/),
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      address: '127.0.0.1',
      request_id: expect.any(String),
      target: { type: 'workspace', id: workspaceId },
    });
  });

  it('filters by actor, kind of action, target and time; pages follow each other', async () => {
    const { call, audit } = await workspace('filters');
    const created = await call('POST', '/v1/keys', { environment: 'live', role: 'developer', name: 'Ana' });
    await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue' }, created.body.key);
    await call('PUT', '/v1/dimensions/shop', { metadata_key: 'shop' });
    const actions = ({ data }: { data: { action: string }[] }) => data.map(({ action }) => action);
    expect(actions(await audit('actor=Ana'))).toEqual(['dimension.saved']);
    expect(actions(await audit('actor=aN'))).toEqual(['dimension.saved']);
    expect(actions(await audit('actor=A%25'))).toEqual([]);
    expect(actions(await audit('target=UEU&action=dimension'))).toEqual(['dimension.saved']);
    expect(actions(await audit(`actor=${created.body.id}`))).toEqual(['dimension.saved']);
    expect(actions(await audit(`target=${created.body.id}`))).toEqual(['key.created']);
    expect(actions(await audit('target=queue&action=dimension'))).toEqual(['dimension.saved']);
    expect(actions(await audit('after=2999-01-01T00:00:00Z'))).toEqual([]);
    const all = actions(await audit());
    const pages: string[] = [];
    let cursor = '';
    do {
      const page = await audit(`limit=1${cursor}`);
      pages.push(...actions(page));
      cursor = page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(pages).toEqual(all);
    expect(all.length).toBeGreaterThanOrEqual(4);
  });

  it('400, 403: unknown actions, parameters and cursors; roles that may not, and test keys', async () => {
    const { workspaceId, call, audit } = await workspace('refused');
    expect((await audit('action=key.creatd')).detail).toContain('key.created');
    expect((await audit('acter=Ana')).error).toBe('invalid_parameter');
    expect((await audit('cursor=no')).error).toBe('invalid_cursor');
    const analyst = await service.key(workspaceId, 'live', 'analyst');
    const test = await service.key(workspaceId, 'test', 'admin');
    for (const path of ['/v1/audit', '/v1/audit/export', '/v1/audit/verification'])
      for (const key of [analyst, test]) expect((await call('GET', path, undefined, key)).status).toBe(403);
    const refused = (await audit('action=permission.refused')).data;
    expect(
      refused.map(({ target, outcome }: { target: { id: string }; outcome: string }) => [target.id, outcome]),
    ).toEqual([
      ['verifyAudit', 'refused'],
      ['exportAudit', 'refused'],
      ['listAudit', 'refused'],
    ]);
  });

  it('tells nothing of another workspace', async () => {
    const one = await workspace('one');
    const other = await workspace('other');
    await one.call('PUT', '/v1/dimensions/secret_plan', { metadata_key: 'x' });
    expect(JSON.stringify(await other.audit())).not.toContain('secret_plan');
  });
});

describe('reads of conversations', () => {
  it('by a person every one, by a key those of the conversation itself; once an hour', async () => {
    const { key, call, audit } = await workspace('reads');
    const { kit_code } = await publishedKit(service, kitDocument('review'), key);
    const first = await toldRun(service, key, kit_code, { solved: { value: true } });
    const second = await toldRun(service, key, kit_code, { solved: { value: true } });
    const reads = async () =>
      (await audit('action=conversation.read')).data.map(
        ({ target, details }: { target: { id: string }; details: { read: string } }) => [target.id, details.read],
      );
    await call('GET', `/v1/runs/${first}`);
    expect(await reads()).toEqual([]);
    const get = () => call('GET', `/v1/runs/${first}?include=input`);
    expect((await Promise.all([get(), get(), get()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await reads()).toEqual([[first, 'conversation']]);
    const headers = await signIn(key);
    expect((await audit('action=key.signed_in')).data).toMatchObject([
      { actor: { kind: 'key', name: expect.stringMatching(/^svc_live_/) }, address: '127.0.0.1' },
    ]);
    expect((await service.call('GET', `/v1/runs/${second}`, { headers })).status).toBe(200);
    expect(await reads()).toEqual([
      [second, 'quotes'],
      [first, 'conversation'],
    ]);
    expect((await call('GET', '/v1/runs/run_00000000000000000000000000?include=input')).status).toBe(404);
    expect((await reads()).length).toBe(2);
  });

  it('are refused where they cannot be recorded', async () => {
    const { key, call } = await workspace('unrecorded');
    const { kit_code } = await publishedKit(service, kitDocument('review'), key);
    const run = await toldRun(service, key, kit_code, { solved: { value: true } });
    const { database } = service.testDatabase;
    await database.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (action <> 'conversation.read') NOT VALID`,
    );
    const refused = await call('GET', `/v1/runs/${run}?include=input`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([500, expect.not.stringContaining('transcript')]);
    await database.query('ALTER TABLE audit_entries DROP CONSTRAINT broken');
    expect((await call('GET', `/v1/runs/${run}?include=input`)).status).toBe(200);
  });

  it('exports leave an entry each, without the words that were searched for', async () => {
    const { call, audit } = await workspace('exports');
    for (const path of ['/v1/runs/export?q=refund&status=succeeded', '/v1/reviews/export', '/v1/audit/export'])
      expect((await call('GET', path)).status).toBe(200);
    const { data } = await audit();
    expect(data.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      'audit.exported',
      'reviews.exported',
      'runs.exported',
    ]);
    expect(data[2].details.query).toMatchObject({ q: '(given)', status: 'succeeded' });
  });
});

describe('GET /v1/audit/export', () => {
  it('200: JSON lines, oldest first', async () => {
    const { key, call } = await workspace('exported');
    await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue' });
    const answer = await fetch(`${service.url}/v1/audit/export`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'workspace.created',
      'key.created',
      'dimension.saved',
      'audit.exported',
    ]);
  });
});
