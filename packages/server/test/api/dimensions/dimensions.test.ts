/** Dimensions: declaring them, their values, filters and groupings; and the workspace's time zone. */
import { buildDays } from '@brickwork/server/insights/store/build-days';
import { settleAllAnswers } from '@brickwork/server/runs/store/answers/waiting-answers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let key: string;
let workspaceId: string;
let code: string;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  workspaceId = await service.workspace('dimensions');
  key = await service.key(workspaceId);
  code = (await publishedKit(service, kitDocument('review'), key)).kit_code;
  const made: [string, string, string][] = [
    ['Porto', 'q1', '2026-10-01T23:30:00Z'],
    ['Porto', 'q2', '2026-10-02T10:00:00Z'],
    ['porto alegre', 'q1', '2026-10-03T10:00:00Z'],
    ['Lisbon', 'q1', '2026-10-03T10:00:00Z'],
  ];
  for (const [team, queue_name, occurred_at] of made)
    await toldRun(service, key, code, { solved: { value: true } }, { metadata: { team, queue_name }, occurred_at });
});
afterAll(() => service.stop());

const call = (method: string, path: string, body?: object, as = key) =>
  service.call(method, path, { key: as, ...(body && { body }) });
const names = async () => (await call('GET', '/v1/dimensions')).body.data.map(({ name }: { name: string }) => name);
const insights = async (query: string) =>
  (await call('GET', `/v1/kits/${code}/insights?from=2026-09-01&${query}`)).body;
const groups = ({ data }: { data: { group?: string; runs: { succeeded: number } }[] }) =>
  data.map(({ group, runs }) => [group, runs.succeeded]);

describe('dimensions', () => {
  it('four exist from the start; others are declared, changed and deleted', async () => {
    expect(await names()).toEqual(['agent', 'channel', 'customer', 'team']);
    const put = await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue_name', label: 'Queue' });
    expect([put.status, put.body]).toEqual([201, { name: 'queue', metadata_key: 'queue_name', label: 'Queue' }]);
    expect((await call('PUT', '/v1/dimensions/queue', { metadata_key: 'queue_name' })).status).toBe(200);
    expect(groups(await insights('group_by=queue'))).toEqual([
      ['q1', 3],
      ['q2', 1],
    ]);
    expect((await call('DELETE', '/v1/dimensions/customer')).status).toBe(200);
    expect(await names()).toEqual(['agent', 'channel', 'queue', 'team']);
    expect((await call('DELETE', '/v1/dimensions/customer')).body.error).toBe('not_found');
    expect((await call('PUT', '/v1/dimensions/customer', { metadata_key: 'customer' })).status).toBe(201);
  });

  it('is new once, and there are never too many, whoever declares at the same moment', async () => {
    const put = (name: string, metadata_key: string) => call('PUT', `/v1/dimensions/${name}`, { metadata_key });
    const twice = await Promise.all(Array.from({ length: 6 }, () => put('at_once', 'at_once')));
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    const sameKey = await Promise.all([put('one', 'shared'), put('two', 'shared')]);
    expect(sameKey.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const many = await Promise.all(Array.from({ length: 9 }, (_, index) => put(`many_${index}`, `many_${index}`)));
    expect(many.map(({ status }) => status).filter((status) => status === 409).length).toBeGreaterThan(0);
    const all = await names();
    expect(all).toHaveLength(12);
    for (const name of all.filter((each: string) => /^(at_once|one|two|many_\d)$/.test(each)))
      await call('DELETE', `/v1/dimensions/${name}`);
  });

  it('400, 403, 409: names of parameters, keys that are taken, too many, keys that may not', async () => {
    const put = async (name: string, metadata_key = name) =>
      (await call('PUT', `/v1/dimensions/${name}`, { metadata_key })).body.error;
    expect(await put('status')).toBe('invalid_parameter');
    expect(await put('week')).toBe('invalid_parameter');
    expect(await put('Team')).toBe('invalid_parameter');
    expect(await put('crew', 'team')).toBe('conflict');
    const own = Array.from({ length: 7 }, (_, index) => `own_${index}`);
    for (const name of own) expect(await put(name)).toBeUndefined();
    expect(await put('own_8')).toBe('conflict');
    for (const name of own) await call('DELETE', `/v1/dimensions/${name}`);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('PUT', '/v1/dimensions/x', { metadata_key: 'x' }, viewer)).status).toBe(403);
    expect((await call('GET', '/v1/dimensions', undefined, viewer)).status).toBe(200);
  });

  it('have values with counts, found by how they begin whatever the case, also from days that are added up', async () => {
    const values = async (query = '') =>
      (await call('GET', `/v1/dimensions/team/values?${query}`)).body.data.map(
        ({ value, runs }: { value: string; runs: number }) => [value, runs],
      );
    const all = [
      ['Porto', 2],
      ['Lisbon', 1],
      ['porto alegre', 1],
    ];
    const { database } = service.testDatabase;
    for (const isBuilt of [false, true]) {
      if (isBuilt) {
        await settleAllAnswers(database, () => false);
        await buildDays(database, { keysOf: async () => ['agent', 'channel', 'customer', 'queue_name', 'team'] }, 100);
      }
      expect(await values()).toEqual(all);
      expect(await values('prefix=PO')).toEqual([all[0], all[2]]);
      expect(await values('prefix=po&limit=1')).toEqual([all[0]]);
      expect(await values('prefix=%25')).toEqual([]);
      expect(await values(`kit=${code}&prefix=l`)).toEqual([all[1]]);
    }
    expect((await call('GET', '/v1/dimensions/tem/values')).body.detail).toContain('did you mean "team"?');
    expect((await call('GET', '/v1/dimensions/team/values?limit=0')).body.error).toBe('invalid_limit');
  });

  it('filter lists, exports and insights; a name that is none is refused with the nearest', async () => {
    const listed = async (query: string) => (await call('GET', `/v1/runs?${query}`)).body;
    expect((await listed('team=Porto')).data).toHaveLength(2);
    expect((await listed('team=porto')).data).toHaveLength(0);
    expect((await listed('team=not:Porto')).data).toHaveLength(2);
    expect((await listed('tem=Porto')).detail).toContain('did you mean "team"?');
    expect((await listed('tem=Porto')).error).toBe('invalid_parameter');
    expect((await insights('team=Porto')).total.runs.succeeded).toBe(2);
    expect((await insights('group_by=tem')).detail).toContain('did you mean "team"?');
    expect((await insights('group_by=week,team,agent')).error).toBe('invalid_parameter');
    expect((await insights('kit_code=x')).error).toBe('invalid_parameter');
    const lines = String((await call('GET', `/v1/runs/export?team=Porto&kit_code=${code}&answer.solved=true`)).body);
    const rows = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ metadata }) => metadata.team)).toEqual(['Porto', 'Porto']);
    expect((await call('GET', '/v1/runs/export?kit=x')).body.error).toBe('invalid_parameter');
    expect(String((await call('GET', '/v1/runs/export?status=failed')).body)).toBe('');
  });
});

describe('time zones and groups', () => {
  it('days begin where the request or the workspace says', async () => {
    const days = async (query = '') => groups(await insights(`group_by=day${query}`));
    const utc = [
      ['2026-10-01', 1],
      ['2026-10-02', 1],
      ['2026-10-03', 2],
    ];
    const lisbon = [
      ['2026-10-02', 2],
      ['2026-10-03', 2],
    ];
    expect(await days()).toEqual(utc);
    expect(await days('&timezone=Europe/Lisbon')).toEqual(lisbon);
    expect((await call('PUT', '/v1/settings', { timezone: 'Mars/Olympus' })).body.error).toBe('invalid_parameter');
    expect((await call('PUT', '/v1/settings', { timezone: 'Europe/Lisbon' })).status).toBe(200);
    expect(await days()).toEqual(lisbon);
    expect(await days('&timezone=UTC')).toEqual(utc);
    expect((await call('GET', '/v1/settings')).body).toMatchObject({ timezone: 'Europe/Lisbon' });
    for (const zone of ['+01:00', 'Nowhere', ''])
      expect((await insights(`timezone=${encodeURIComponent(zone)}`)).error).toBe('invalid_parameter');
    await call('PUT', '/v1/settings', { timezone: 'UTC' });
  });

  it('two groupings have both values; CSV has the same figures', async () => {
    const body = await insights('group_by=month,team');
    expect(body.data.map(({ groups: by }: { groups: object }) => by)).toEqual([
      { month: '2026-10-01', team: 'Porto' },
      { month: '2026-10-01', team: 'Lisbon' },
      { month: '2026-10-01', team: 'porto alegre' },
    ]);
    const csv = String(
      (await call('GET', `/v1/kits/${code}/insights?from=2026-09-01&group_by=month,team&format=csv`)).body,
    );
    const [head = '', first, ...rest] = csv.trim().split('\r\n');
    expect(head).toMatch(/^month,team,succeeded,failed,cancelled,brick_key,/);
    expect(first).toMatch(/^2026-10-01,Porto,2,0,0,solved,/);
    expect(rest.at(-1)).toMatch(/^\*total,\*total,4,0,0,solved,/);
  });

  it('more than 200 groups end in other, with its size and a cursor', async () => {
    const { database } = service.testDatabase;
    await database.query(
      `INSERT INTO run_answers (workspace_id, environment, kit_id, run_id, kit_version, type, status, occurred_at, answers, metadata)
       SELECT a.workspace_id, a.environment, a.kit_id, gen_random_uuid(), 1, 'api', 'succeeded', a.occurred_at, a.answers, jsonb_build_object('u', 'u' || n)
       FROM (SELECT * FROM run_answers WHERE metadata ->> 'team' = 'Lisbon' LIMIT 1) a, generate_series(1, 450) n`,
    );
    const first = await insights('group_by=metadata.u');
    expect(first.data).toHaveLength(201);
    expect(first.data.at(-1)).toMatchObject({ group: 'other', size: 251, runs: { succeeded: 251 } });
    expect(first.total.runs.succeeded).toBe(454);
    const seen = new Set(first.data.slice(0, 200).map(({ group }: { group?: string }) => group));
    let next = first.next_cursor;
    while (next !== undefined) {
      const page = await insights(`group_by=metadata.u&cursor=${next}`);
      expect(page.total).toEqual(first.total);
      for (const { group, size } of page.data) if (size === undefined) seen.add(group);
      next = page.next_cursor;
    }
    expect(seen.size).toBe(451);
    expect((await insights('cursor=nonsense')).error).toBe('invalid_cursor');
  });
});
