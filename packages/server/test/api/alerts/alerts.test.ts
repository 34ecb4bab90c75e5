/** Alerts: rules over HTTP, and what the watcher makes of them. */
import { decodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';

let service: TestService;
let workspaces = 0;

beforeAll(async () => {
  service = await startTestService(
    { ...WEBHOOK_ENVIRONMENT, BRICKWORK_ALERTS_MS: '200' },
    { evaluate: tellingEvaluator },
  );
});
afterAll(() => service.stop());

const RULE = {
  kit: 'review',
  brick: 'solved',
  aggregate: 'share',
  value: false,
  window: '7d',
  above: 0.5,
  hysteresis: 0.1,
  min_runs: 3,
};

/** A workspace with a kit, and runs of it that are told their answers. */
async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`alerts-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('review'), admin);
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const answer = async (values: readonly unknown[], brick = 'solved', more: object = {}) => {
    for (const value of values)
      await toldRun(service, admin, kit.kit_code, { [brick]: { value } }, { metadata: { team: 'emea' }, ...more });
  };
  const put = (rule: object = RULE, name = 'unsolved', key = admin) => call('PUT', `/v1/alerts/${name}`, rule, key);
  const events = async () =>
    (await call('GET', '/v1/events')).body.data.filter(({ type }: { type: string }) => type.startsWith('alert.'));
  /** Waits for a check that began after this call. */
  const checked = async (name = 'unsolved') => {
    const since = new Date().toISOString();
    return vi.waitFor(
      async () => {
        const { body } = await call('GET', `/v1/alerts/${name}`);
        expect(body.checked_at > since).toBe(true);
        return body;
      },
      { timeout: 20_000, interval: 50 },
    );
  };
  return { workspaceId, admin, kit, call, answer, put, events, checked };
}

describe('PUT /v1/alerts/:name', () => {
  it('200: stores a rule; the same again changes nothing, another one is checked at once', async () => {
    const { put, kit, checked, call } = await setUp();
    const { status, body } = await put();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'unsolved',
      kit_id: kit.kit_id,
      kit_code: kit.kit_code,
      rule: RULE,
      state: 'ok',
    });
    await checked();
    const again = await put({ ...RULE, kit: RULE.kit });
    expect(again.body.updated_at).toBe(body.updated_at);
    expect(again.body).toHaveProperty('checked_at');
    const other = await put({ ...RULE, above: 0.6 });
    expect(other.body.rule.above).toBe(0.6);
    expect(other.body.updated_at > body.updated_at).toBe(true);
    expect((await call('GET', '/v1/alerts')).body.data).toHaveLength(1);
  });

  it.each([
    [{ ...RULE, brick: 'solvd' }, 'brick: the kit has no brick solvd. Did you mean "solved"?'],
    [{ ...RULE, value: 'good' }, 'value: must be true or false.'],
    [{ ...RULE, brick: 'mood', value: 'goood' }, 'value: "goood" is not one of the categories. Did you mean "good"?'],
    [{ ...RULE, above: 30 }, 'above: a share is between 0 and 1, so it can never be above 30. For 30 %, write 0.3.'],
    [{ ...RULE, above: 1 }, 'above: a share is between 0 and 1, so it can never be above 1.'],
    [
      { ...RULE, brick: 'score', aggregate: 'mean', value: undefined, above: 11 },
      'above: the answers of score are from 0 to 10, so it can never be above 11.',
    ],
    [{ ...RULE, where: { tema: 'emea' } }, 'where.tema: there is no such dimension; did you mean "team"?'],
    [{ ...RULE, where: { agent: 'lt:3' } }, 'agent: must be a value, or not: and a value.'],
    [{ ...RULE, where: { 'answer.mood': 'awful' } }, 'answer.mood: "awful" is not one of the categories.'],
  ])('400: %j', async (rule, detail) => {
    const { put, call } = await setUp();
    const { status, body } = await put(rule);
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toContain(detail);
    expect((await call('GET', '/v1/alerts')).body.data).toEqual([]);
  });

  it('watches the bricks of the live version, not those of a draft', async () => {
    const { put, admin } = await setUp();
    const bricks = [{ key: 'calmed', type: 'boolean', question: 'Did the customer calm down?' }];
    expect((await push(service, kitDocument('review', { bricks }), { key: admin })).status).toBe(201);
    expect((await put()).status).toBe(200);
    expect((await put({ ...RULE, brick: 'calmed' }, 'calmed')).body.detail).toContain('the kit has no brick calmed');
  });

  it.each([
    [{ ...RULE, value: undefined }, /value/],
    [{ ...RULE, aggregate: 'mean', value: undefined }, /numbers/],
    [{ ...RULE, brick: 'score', value: 3 }, /yes\/no/],
    [{ ...RULE, brick: 'caller', value: 'x' }, /yes\/no/],
    [{ ...RULE, aggregate: 'no_value' }, /value/],
    [{ ...RULE, quantile: 0.5 }, /quantile/],
  ])('422: %j', async (rule, detail) => {
    const { put, call } = await setUp();
    const { status, body } = await put(rule);
    expect([status, body.error]).toEqual([422, 'alert_invalid']);
    expect(body.detail).toMatch(detail);
    expect((await call('GET', '/v1/alerts')).body.data).toEqual([]);
  });

  it.each([
    { ...RULE, above: undefined },
    { ...RULE, below: 0.1 },
    { ...RULE, window: '49h' },
    { ...RULE, window: '91d' },
    { ...RULE, window: '0d' },
    { ...RULE, min_runs: 0 },
    { ...RULE, hysteresis: -1 },
    { ...RULE, where: { 'answer.score': 'lt:many' } },
    { ...RULE, where: { 'answer.scor': '1' } },
    { ...RULE, treshold: 1 },
  ])('400: %j', async (rule) => {
    const { put } = await setUp();
    const { status, body } = await put(rule);
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
  });

  it('400: a name that is none; 403: a key that may not write; 404: an unknown kit', async () => {
    const { put, workspaceId } = await setUp();
    expect((await put(RULE, 'Not%20a%20name')).status).toBe(400);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await put(RULE, 'unsolved', viewer)).status).toBe(403);
    expect((await put({ ...RULE, kit: 'unknown' })).body.error).toBe('kit_not_found');
  });

  it('409: more than 200 alerts', async () => {
    const { put, call, workspaceId } = await setUp();
    await put({ ...RULE, min_runs: 100 }, 'a0');
    await service.testDatabase.database.query(
      `INSERT INTO alerts (workspace_id, environment, name, kit_id, rule, since, next_check_at, created_at, updated_at)
       SELECT workspace_id, environment, 'a' || n, kit_id, rule, since, 'infinity', created_at, updated_at
       FROM alerts, generate_series(1, 199) n WHERE workspace_id = $1`,
      [decodeId('ws', workspaceId)],
    );
    const { status, body } = await put(RULE, 'one-more');
    expect([status, body]).toMatchObject([409, { error: 'conflict', detail: expect.stringContaining('Delete one') }]);
    expect((await put({ ...RULE, above: 0.7 }, 'a7')).status).toBe(200);
    expect((await call('GET', '/v1/alerts')).body.data).toHaveLength(200);
  });
});

describe('GET and DELETE /v1/alerts/:name', () => {
  it('404: of another workspace or environment, and unknown', async () => {
    const { put, call, workspaceId } = await setUp();
    await put();
    const stranger = await setUp();
    const test = await service.key(workspaceId, 'test');
    for (const key of [stranger.admin, test])
      for (const [method, path] of [
        ['GET', '/v1/alerts/unsolved'],
        ['GET', '/v1/alerts/unsolved/changes'],
        ['DELETE', '/v1/alerts/unsolved'],
      ] as const)
        expect((await call(method, path, undefined, key)).body.error).toBe('not_found');
    expect((await call('GET', '/v1/alerts', undefined, stranger.admin)).body.data).toEqual([]);
    expect((await call('GET', '/v1/alerts/unknown')).status).toBe(404);
    expect((await call('GET', '/v1/alerts/unsolved')).status).toBe(200);
    expect((await call('GET', '/v1/alerts/unsolved/changes')).body).toEqual({ data: [] });
  });

  it('200: a viewer reads; 403: but does not delete', async () => {
    const { put, call, workspaceId } = await setUp();
    await put();
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('GET', '/v1/alerts/unsolved', undefined, viewer)).status).toBe(200);
    expect((await call('DELETE', '/v1/alerts/unsolved', undefined, viewer)).status).toBe(403);
    expect((await call('DELETE', '/v1/alerts/unsolved')).body).toEqual({ name: 'unsolved', deleted: true });
    expect((await call('GET', '/v1/alerts/unsolved')).status).toBe(404);
  });

  it('200: deleting one that is raised tells that it is resolved', async () => {
    const { put, call, answer, events } = await setUp();
    await answer([false, false, false]);
    await put();
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), { timeout: 20_000 });
    await call('DELETE', '/v1/alerts/unsolved');
    expect(await events()).toMatchObject([
      { type: 'alert.raised' },
      { type: 'alert.resolved', data: { name: 'unsolved', state: 'ok', deleted: true } },
    ]);
  });
});

describe('POST /v1/alerts/check', () => {
  it('200: says what a rule would say, and stores nothing', async () => {
    const { call, answer, kit, events } = await setUp();
    await answer([false, false, true]);
    await answer([9, 1], 'score', { metadata: { team: 'apac' } });
    const check = async (rule: object) => (await call('POST', '/v1/alerts/check', { ...RULE, ...rule })).body;
    const said = await check({});
    expect(said).toMatchObject({
      state: 'raised',
      n: 3,
      enough: true,
      figure: { value: 0.666667, low: 0.20766, high: 0.938508 },
    });
    const { body: runs } = await call('GET', said.runs_url);
    expect(runs.data).toHaveLength(2);
    expect(said.runs_url).toContain(`kit_code=${kit.kit_code}`);
    expect(await check({ above: 0.7 })).toMatchObject({ state: 'ok', enough: true });
    expect(await check({ min_runs: 4 })).toMatchObject({ state: 'ok', enough: false, n: 3 });
    expect(await check({ window: '1h' })).toMatchObject({ state: 'raised', n: 3 });
    expect(await check({ where: { 'metadata.team': 'apac' } })).toMatchObject({ n: 0, enough: false });
    expect(await check({ where: { team: 'emea' } })).toMatchObject({ n: 3, enough: true });
    const others = await check({ where: { team: 'not:emea' }, min_runs: 1 });
    expect(others).toMatchObject({ n: 0, runs_url: expect.stringContaining('&team=not%3Aemea') });
    expect((await call('GET', others.runs_url)).status).toBe(200);
    const mean = { brick: 'score', aggregate: 'mean', value: undefined, min_runs: 1 };
    expect(await check({ ...mean, above: 4.9 })).toMatchObject({ state: 'raised', figure: { value: 5 }, n: 2 });
    expect(await check({ ...mean, above: undefined, below: 4.9 })).toMatchObject({ state: 'ok' });
    expect(await check({ ...mean, aggregate: 'quantile', quantile: 0.9, above: 8 })).toMatchObject({
      state: 'raised',
      figure: { value: 9 },
    });
    expect(await check({ aggregate: 'no_value', value: undefined, above: 0 })).toMatchObject({ n: 3, state: 'ok' });
    expect((await call('GET', '/v1/alerts')).body.data).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('200: with the corrections of reviewers', async () => {
    const { call, answer } = await setUp();
    await answer([false, false, false]);
    const { body } = await call('GET', '/v1/runs');
    for (const { run_id } of body.data)
      await call('POST', `/v1/runs/${run_id}/reviews`, [{ brick: 'solved', verdict: 'wrong', value: true }]);
    expect((await call('POST', '/v1/alerts/check', RULE)).body).toMatchObject({ state: 'raised' });
    expect((await call('POST', '/v1/alerts/check', { ...RULE, as: 'reviewed' })).body).toMatchObject({
      state: 'ok',
      figure: { value: 0 },
    });
  });

  it('404: the kit of another workspace; 400: a brick that it does not have', async () => {
    const { kit } = await setUp();
    const { call } = await setUp();
    expect((await call('POST', '/v1/alerts/check', { ...RULE, kit: kit.kit_id })).body.error).toBe('kit_not_found');
    expect((await call('POST', '/v1/alerts/check', { ...RULE, brick: 'x' })).body.error).toBe('invalid_parameter');
  });
});

describe('the watcher', () => {
  it('counts a dimension by the key that it has by then, and says when it is gone', async () => {
    const { put, answer, checked, call } = await setUp();
    await answer([false, false, false], 'solved', { metadata: { team: 'emea', squad: 'apac' } });
    await put({ ...RULE, where: { team: 'emea' } });
    expect(await checked()).toMatchObject({ state: 'raised', found: { n: 3 } });
    await call('PUT', '/v1/dimensions/team', { metadata_key: 'squad', label: 'Team' });
    expect(await checked()).toMatchObject({ state: 'raised', found: { n: 0 } });
    await call('DELETE', '/v1/dimensions/team');
    const problem = 'where.team: there is no such dimension; there are agent, channel, customer';
    expect(await checked()).toMatchObject({ state: 'raised', problem: expect.stringContaining(problem) });
  });

  it('raises once, stays within the hysteresis, and resolves', async () => {
    const { put, answer, checked, events, call } = await setUp();
    await put();
    await answer([false, false]);
    expect(await checked()).toMatchObject({ state: 'ok', found: { n: 2, enough: false } });
    await answer([false]);
    await vi.waitFor(async () => expect((await checked()).state).toBe('raised'), { timeout: 20_000 });
    await checked();
    await answer([true, true, true]);
    expect(await checked()).toMatchObject({ state: 'raised', found: { n: 6, figure: { value: 0.5 } } });
    await answer([true, true]);
    await vi.waitFor(async () => expect((await checked()).state).toBe('ok'), { timeout: 20_000 });
    await checked();
    const [raised, resolved, ...more] = await events();
    expect(more).toEqual([]);
    expect(raised).toMatchObject({
      type: 'alert.raised',
      thin: false,
      data: {
        name: 'unsolved',
        state: 'raised',
        rule: RULE,
        found: { n: 3, figure: { value: 1, low: expect.any(Number), high: 1 }, runs_url: expect.any(String) },
      },
    });
    expect(resolved).toMatchObject({ type: 'alert.resolved', data: { state: 'ok', found: { n: 8 } } });
    expect((await call('GET', raised.data.found.runs_url)).body.data).toHaveLength(3);
    const { body: changes } = await call('GET', '/v1/alerts/unsolved/changes');
    expect(changes.data).toEqual([
      { event_id: resolved.id, at: resolved.created_at, state: 'ok', found: resolved.data.found },
      { event_id: raised.id, at: raised.created_at, state: 'raised', found: raised.data.found },
    ]);
  }, 90_000);

  it('is one of many: two nodes raise an alert once', async () => {
    const { put, answer, events, checked } = await setUp();
    const second = await service.node();
    try {
      await answer([false, false, false]);
      await put();
      await vi.waitFor(async () => expect(await events()).toHaveLength(1), { timeout: 20_000 });
      await checked();
      await checked();
      expect(await events()).toHaveLength(1);
    } finally {
      await second.stop();
    }
  }, 60_000);

  it('delivers its events to the webhook', async () => {
    const { put, answer, call } = await setUp();
    const receiver = await startReceiver();
    try {
      await call('POST', '/v1/webhooks', { url: receiver.url });
      await answer([false, false, false]);
      await put();
      await vi.waitFor(
        () =>
          expect(receiver.got.map(({ event }) => event)).toContainEqual(
            expect.objectContaining({
              type: 'alert.raised',
              data: expect.objectContaining({ name: 'unsolved', state: 'raised' }),
            }),
          ),
        { timeout: 20_000 },
      );
    } finally {
      await receiver.stop();
    }
  }, 60_000);

  it('says what is wrong when a brick is gone, and keeps the state', async () => {
    const { put, checked } = await setUp();
    await put({ ...RULE, brick: 'mood', value: 'good' });
    await checked();
    const { database } = service.testDatabase;
    await database.query(`UPDATE alerts SET rule = replace(rule, '"mood"', '"moods"') WHERE rule LIKE '%"mood"%'`);
    expect(await checked()).toMatchObject({ state: 'ok', problem: 'The kit no longer has this brick.' });
  });
});
