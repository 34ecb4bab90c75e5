import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

let service: TestService;
let workspaces = 0;

beforeAll(async () => {
  service = await startTestService(
    {},
    {
      async evaluate(work) {
        const { confidence = 0.9 } = JSON.parse(work.input) as { confidence?: number };
        const bricks = { solved: { value: true, confidence }, mood: { value: 'good', confidence: 0.95 } };
        const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks };
        return { output, warnings: [], usage: { ...NO_USAGE, engine: 'local' } };
      },
    },
  );
});
afterAll(() => service.stop());

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`queue-${workspaces}`);
  const admin = await service.key(workspaceId);
  const reviewer = await service.key(workspaceId, 'live', 'reviewer');
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const path = `/v1/kits/${kit.kit_id}`;
  const run = async (input: object = {}, more: object = {}): Promise<string> => {
    const { body } = await service.call('POST', '/v1/runs', {
      key: admin,
      body: { kit_code: kit.kit_code, input: { transcript: 'Agent: Hello.', ...input }, ...more },
    });
    await untilStatus(service, admin, body.run_id, 'succeeded');
    return body.run_id;
  };
  const call = (method: string, rest: string, { as = reviewer, body }: { as?: string; body?: unknown } = {}) =>
    service.call(method, rest, { key: as, ...(body === undefined ? {} : { body }) });
  const policy = (body: object) => call('PUT', `${path}/review-policy`, { as: admin, body });
  const next = async (name?: string, as = reviewer) =>
    (await call('POST', `${path}/review-queue/next${name === undefined ? '' : `?reviewer=${name}`}`, { as })).body;
  const review = (runId: string, verdict = 'correct', name = '', brick = 'solved') =>
    call('POST', `/v1/runs/${runId}/reviews${name === '' ? '' : `?reviewer=${name}`}`, { body: [{ brick, verdict }] });
  const queue = async () => (await call('GET', `${path}/review-queue`)).body;
  return { workspaceId, admin, reviewer, kit, path, run, call, policy, next, review, queue };
}

const LONG_AGO = '2020-01-01T00:00:00Z';
/** Everybody may wait for a lease to run out: it is moved into the past. */
const expireLeases = () =>
  service.testDatabase.database.query(
    `UPDATE review_items SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL`,
  );

describe('PUT and DELETE /v1/kits/:kitId/review-policy', () => {
  it('200: says what is drawn; runs from before count only with `since`', async () => {
    const { run, policy, path, call, admin, queue } = await setUp();
    await run();
    expect((await policy({ random: 1 })).body).toMatchObject({ open: 0, caught_up: true, policy: { random: 1 } });
    await run();
    expect(await queue()).toMatchObject({ open: 1, leased: 0, reviewed: 0 });
    const earlier = await policy({ random: 1, second_review: 0.5, since: LONG_AGO });
    expect(earlier.status).toBe(200);
    expect(earlier.body.policy).toMatchObject({ random: 1, match: [], second_review: 0.5 });
    expect(earlier.body.open).toBeGreaterThanOrEqual(2);
    const dropped = await call('DELETE', `${path}/review-policy`, { as: admin });
    expect([dropped.status, dropped.body]).toEqual([
      200,
      { kit_id: expect.any(String), open: 0, leased: 0, reviewed: 0, appeals: [], caught_up: true },
    ]);
  });

  it.each([
    ['a share above one', { random: 1.1 }],
    ['an unknown member', { every: 1 }],
    ['a match that names nothing', { match: [{ value: true }] }],
    ['a match on an unknown brick', { match: [{ brick: 'solvd', value: true }] }],
    ['a match on a value that cannot be', { match: [{ brick: 'mood', value: 'awful' }] }],
    [
      'a match on an unknown dimension',
      { match: [{ dimension: 'tema', value: 'emea' }] },
      /^match\[0\]\.dimension: .*"team"/,
    ],
    ['a moment that is none', { since: 'yesterday' }],
  ])('400: %s', async (_what, policyBody, detail = /./) => {
    const { policy } = await setUp();
    const { status, body } = await policy(policyBody);
    expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('403: for a reviewer; 404: for an unknown kit', async () => {
    const { call, path, admin } = await setUp();
    expect((await call('PUT', `${path}/review-policy`, { body: {} })).status).toBe(403);
    expect((await call('DELETE', `${path}/review-policy`)).status).toBe(403);
    expect((await call('PUT', '/v1/kits/unknown/review-policy', { as: admin, body: {} })).status).toBe(404);
    expect((await call('DELETE', '/v1/kits/unknown/review-policy', { as: admin })).status).toBe(404);
    expect((await call('GET', '/v1/kits/unknown/review-queue')).status).toBe(404);
  });
});

describe('POST /v1/kits/:kitId/review-queue/next', () => {
  it('200: hands out a run with why and how likely it was drawn; a review finishes it', async () => {
    const { run, policy, next, review, queue } = await setUp();
    await policy({ below_confidence: 0.6 });
    await run();
    const low = await run({ confidence: 0.4 });
    const { item, open } = await next();
    expect(item).toEqual({
      item_id: expect.stringMatching(/^rvi_[0-9a-z]{26}$/),
      run_id: low,
      kit_id: expect.any(String),
      reasons: [{ kind: 'low_confidence', brick: 'solved' }],
      probability: 1,
      second: false,
      leased_until: expect.any(String),
    });
    expect(open).toBe(0);
    const minutes = (Date.parse(item.leased_until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThan(16);
    expect((await next()).item.item_id).toBe(item.item_id);
    expect(await queue()).toMatchObject({ open: 0, leased: 1, reviewed: 0 });
    expect((await review(low)).status).toBe(201);
    expect(await queue()).toMatchObject({ open: 0, leased: 0, reviewed: 1 });
    expect(await next()).toEqual({ open: 0 });
  });

  it('200: draws by metadata, by answer and at random, and never a sandbox run', async () => {
    const { run, policy, next } = await setUp();
    await policy({
      match: [
        { metadata: 'team', value: 'emea' },
        { brick: 'mood', value: 'bad' },
      ],
    });
    await run();
    const emea = await run({}, { metadata: { team: 'emea' } });
    await run({}, { type: 'sandbox', metadata: { team: 'emea' } });
    expect((await next('anna')).item).toMatchObject({ run_id: emea, reasons: [{ kind: 'match', metadata: 'team' }] });
    expect((await next('ben')).item).toBeUndefined();
    await policy({ random: 1 });
    const any = await run();
    expect((await next('ben')).item).toMatchObject({ run_id: any, probability: 1, reasons: [{ kind: 'random' }] });
  });

  it('200: draws by dimension, and says when there is none of that name any more', async () => {
    const { run, policy, next, queue, call, admin } = await setUp();
    await call('PUT', '/v1/dimensions/desk', { as: admin, body: { metadata_key: 'queue_name', label: 'Desk' } });
    await policy({ match: [{ dimension: 'desk', value: 'claims' }] });
    await run({}, { metadata: { desk: 'claims' } });
    const claims = await run({}, { metadata: { queue_name: 'claims' } });
    expect(await queue()).toMatchObject({ open: 1, policy: { match: [{ dimension: 'desk', value: 'claims' }] } });
    expect((await next()).item).toMatchObject({ run_id: claims, reasons: [{ kind: 'match', dimension: 'desk' }] });
    expect((await queue()).policy).not.toHaveProperty('problem');
    await call('DELETE', '/v1/dimensions/desk', { as: admin });
    expect((await queue()).policy.problem).toContain('The dimension “desk” no longer exists');
  });

  it('gives no item to two people, however many ask at once on two nodes', async () => {
    const { run, policy, path, reviewer, queue } = await setUp();
    await policy({ random: 1 });
    await Promise.all(Array.from({ length: 12 }, () => run()));
    const second = await service.node();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? service : second).call('POST', `${path}/review-queue/next?reviewer=person${index}`, {
          key: reviewer,
        }),
      ),
    );
    const items = answers.flatMap(({ body }) => (body.item === undefined ? [] : [body.item.item_id]));
    expect(items).toHaveLength(12);
    expect(new Set(items).size).toBe(12);
    expect(await queue()).toMatchObject({ open: 0, leased: 12 });
  });

  it('gives one person one item, however often they ask at once', async () => {
    const { run, policy, next, queue } = await setUp();
    await policy({ random: 1, second_review: 1 });
    await Promise.all(Array.from({ length: 4 }, () => run()));
    const answers = await Promise.all(Array.from({ length: 10 }, () => next('anna')));
    expect(new Set(answers.map(({ item }) => item.item_id)).size).toBe(1);
    expect(await queue()).toMatchObject({ open: 7, leased: 1 });
  });

  it('hands an abandoned item to the next person', async () => {
    const { run, policy, next } = await setUp();
    await policy({ random: 1 });
    await run();
    const first = (await next('anna')).item;
    expect((await next('ben')).item).toBeUndefined();
    await expireLeases();
    expect((await next('ben')).item.item_id).toBe(first.item_id);
  });

  it('asks two people where the policy says so, never the same one twice', async () => {
    const { run, policy, next, review, queue } = await setUp();
    await policy({ random: 1, second_review: 1 });
    const runId = await run();
    expect((await next('anna')).item).toMatchObject({ run_id: runId, second: false });
    await review(runId, 'correct', 'anna');
    expect((await next('anna')).item).toBeUndefined();
    expect((await next('ben')).item).toMatchObject({ run_id: runId, second: true });
    await review(runId, 'wrong', 'ben');
    expect(await queue()).toMatchObject({ open: 0, leased: 0, reviewed: 2 });
  });

  it('drops what was erased', async () => {
    const { run, policy, next, queue, call, admin } = await setUp();
    await policy({ random: 1 });
    const runId = await run();
    expect(await queue()).toMatchObject({ open: 1 });
    await call('DELETE', `/v1/runs/${runId}`, { as: admin });
    expect(await next()).toEqual({ open: 0 });
  });

  it('403: without reviews:write; 404: for an unknown kit', async () => {
    const { workspaceId, path, call } = await setUp();
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await call('POST', `${path}/review-queue/next`, { as: viewer })).status).toBe(403);
    expect((await call('POST', '/v1/kits/unknown/review-queue/next')).body.error).toBe('kit_not_found');
  });
});

describe('POST /v1/kits/:kitId/review-queue/items', () => {
  it('200: what somebody chose comes first, counts in no estimate, and stays when the policy goes', async () => {
    const { run, policy, path, call, admin, next, review, queue } = await setUp();
    // From before the policy, which draws neither.
    const [chosen, later] = [await run(), await run()];
    await policy({ random: 1 });
    const drawn = [await run(), await run(), await run()];
    expect(await queue()).toMatchObject({ open: 3 });
    const add = (run_ids: string[], more: object = {}) =>
      call('POST', `${path}/review-queue/items`, { body: { run_ids, ...more } });
    expect((await add([chosen, drawn[0] ?? '', chosen])).body).toMatchObject({ added: 1, already: 1, open: 4 });
    const { item } = await next();
    expect(item).toMatchObject({ run_id: chosen, reasons: [{ kind: 'chosen' }] });
    expect(item).not.toHaveProperty('probability');
    await review(chosen, 'wrong');
    const quality = await call('GET', `${path}/quality`);
    expect(quality.body.data[0].bricks).toMatchObject([{ brick: 'solved', n: 0, reviewed: 1, wrong: 1 }]);
    expect((await add([later], { second: true })).body).toMatchObject({ added: 1, open: 5 });
    await call('DELETE', `${path}/review-policy`, { as: admin });
    expect(await queue()).toMatchObject({ open: 2, reviewed: 1 });
  });

  it('404: for a run that is not one of the kit, and then none is queued; 400: for none; 403: without reviews:write', async () => {
    const { run, path, call, admin, queue, workspaceId } = await setUp();
    const other = await setUp();
    const foreign = await other.run();
    const own = await run();
    for (const wrong of [foreign, 'run_x', own.replace(/.$/, (end) => (end === '0' ? '1' : '0'))]) {
      const refused = await call('POST', `${path}/review-queue/items`, { body: { run_ids: [own, wrong] } });
      expect([refused.status, refused.body.error]).toEqual([404, 'run_not_found']);
    }
    expect((await call('POST', `${path}/review-queue/items`, { body: { run_ids: [] } })).status).toBe(400);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    const body = { run_ids: [own] };
    expect((await call('POST', `${path}/review-queue/items`, { as: viewer, body })).status).toBe(403);
    expect((await call('POST', '/v1/kits/unknown/review-queue/items', { as: admin, body })).status).toBe(404);
    expect(await queue()).toMatchObject({ open: 0 });
  });
});

describe('POST /v1/kits/:kitId/review-policy/draw', () => {
  it('200: draws from past runs as the policy does, the same ones again; a preview queues nothing', async () => {
    const { run, policy, path, call, admin, queue, next } = await setUp();
    const low = await run({ confidence: 0.4 }, { occurred_at: '2026-11-01T08:00:00Z', metadata: { team: 'Porto' } });
    await run({}, { occurred_at: '2026-11-03T08:00:00Z' });
    await run({}, { occurred_at: '2026-10-01T08:00:00Z' });
    const draw = (body: object) => call('POST', `${path}/review-policy/draw`, { as: admin, body });
    const filter = { occurred_after: '2026-10-15T00:00:00Z' };
    const wanted = { below_confidence: 0.6, second_review: 1 };
    const preview = await draw({ policy: wanted, filter, dry_run: true });
    expect([preview.status, preview.body]).toEqual([
      200,
      {
        ...{ kit_id: expect.any(String), runs: 2, complete: true, drawn: 1, second: 1, added: 0 },
        ...{ reasons: { random: 0, low_confidence: 1, match: 0 }, days: 2, per_day: 0.5 },
      },
    ]);
    expect(await queue()).toMatchObject({ open: 0 });
    expect((await draw({ policy: wanted, filter: { team: 'Faro' }, dry_run: true })).body.runs).toBe(0);
    expect((await draw({ policy: wanted, filter })).body).toMatchObject({ drawn: 1, added: 1 });
    expect((await draw({ policy: wanted, filter })).body).toMatchObject({ drawn: 1, added: 0 });
    expect(await next()).toMatchObject({ item: { run_id: low, probability: 1 }, open: 1 });
    expect((await draw({})).status).toBe(400);
    await policy({ random: 1 });
    expect((await draw({})).body).toMatchObject({ runs: 3, drawn: 3, added: 2 });
  });

  it('400: for a match that no answer can meet or an unknown condition; 403: for a reviewer; 404: for an unknown kit', async () => {
    const { path, call, admin } = await setUp();
    const draw = (body: object, as = admin) => call('POST', `${path}/review-policy/draw`, { as, body });
    expect((await draw({ policy: { match: [{ brick: 'solvd', value: true }] } })).status).toBe(400);
    const refused = await draw({ policy: { random: 1 }, filter: { tem: 'Porto' } });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('"tem"')]);
    expect((await call('POST', `${path}/review-policy/draw`, { body: {} })).status).toBe(403);
    const body = { policy: { random: 1 } };
    expect((await call('POST', '/v1/kits/unknown/review-policy/draw', { as: admin, body })).status).toBe(404);
  });
});

describe('POST /v1/review-items/:itemId/renew and /return', () => {
  it('200: for whoever has it; 409: once somebody else has it or it is reviewed; 404: for an unknown one', async () => {
    const { run, policy, next, call, review } = await setUp();
    await policy({ random: 1 });
    const runId = await run();
    const { item } = await next('anna');
    const renew = (name: string, id = item.item_id) => call('POST', `/v1/review-items/${id}/renew?reviewer=${name}`);
    await expireLeases();
    const renewed = await renew('anna');
    expect([renewed.status, Date.parse(renewed.body.leased_until) > Date.now()]).toEqual([200, true]);
    expect((await renew('ben')).body.error).toBe('lease_lost');
    expect((await call('POST', `/v1/review-items/${item.item_id}/return?reviewer=ben`)).status).toBe(409);
    const returned = await call('POST', `/v1/review-items/${item.item_id}/return?reviewer=anna`);
    expect(returned.body).toEqual({ item_id: item.item_id, returned: true });
    expect((await renew('anna')).status).toBe(409);
    expect((await next('ben')).item.item_id).toBe(item.item_id);
    await review(runId, 'correct', 'ben');
    expect((await renew('ben')).body.error).toBe('lease_lost');
    for (const id of ['rvi_01hqz0000000000000000000zz', 'none'])
      for (const what of ['renew', 'return'])
        expect((await call('POST', `/v1/review-items/${id}/${what}`)).status).toBe(404);
  });
});

describe('GET /v1/kits/:kitId/quality', () => {
  it('200: says what the bricks of the live version learned', async () => {
    const { admin, run, review, path, call } = await setUp();
    const learned = {
      ...{ version: 'reader-1', labels: 34, classes: [false, true], reader: '0'.repeat(16), read: 1, words: 0 },
      ...{ scale: 0.1, cells: 'AAA=', calibration: { bias: 0, slope: 1 }, accuracy: { before: 0.74, after: 0.86 } },
    };
    const { bricks } = kitDocument('support') as { bricks: { key: string }[] };
    const taught = bricks.map((brick) => (brick.key === 'solved' ? { ...brick, learned } : brick));
    await publishedKit(service, kitDocument('support', { bricks: taught }), admin);
    await review(await run(), 'correct', 'anna');
    const { body } = await call('GET', `${path}/quality`);
    expect(body.data[0].bricks).toEqual([
      expect.objectContaining({ brick: 'solved', learned: { labels: 34, before: 0.74, after: 0.86 } }),
    ]);
  });

  it('200: weighs what was drawn, counts what was reviewed, and groups', async () => {
    const { run, policy, review, path, call, workspaceId } = await setUp();
    await policy({ below_confidence: 0.6, second_review: 1 });
    const low = [await run({ confidence: 0.4 }, { metadata: { team: 'a' } }), await run({ confidence: 0.5 })];
    const high = await run({}, { metadata: { team: 'a' } });
    await call('GET', `${path}/review-queue`);
    await review(low[0] ?? '', 'wrong', 'anna');
    await review(low[0] ?? '', 'wrong', 'ben');
    await review(low[1] ?? '', 'correct', 'anna');
    await review(low[1] ?? '', 'wrong', 'ben');
    await review(high, 'correct', 'anna');
    const analyst = await service.key(workspaceId, 'live', 'analyst');
    const get = async (query = '') => (await call('GET', `${path}/quality${query}`, { as: analyst })).body;
    const { data, threshold } = await get('?threshold=0.45');
    expect([threshold, data.length]).toEqual([0.45, 1]);
    expect(data[0].bricks).toEqual([
      expect.objectContaining({
        brick: 'solved',
        n: 1,
        accuracy: 0,
        low: 0,
        reviewed: 3,
        correct: 1,
        wrong: 1,
        disputed: [low[1]],
        agreement: {
          method: 'cohen_kappa',
          value: expect.any(Number),
          n: 2,
          reviewers: 2,
          same: { value: 0.5, low: expect.any(Number), high: expect.any(Number) },
        },
        confusion: [{ answer: true, expected: true, n: 1 }],
        reliability: [{ from: 0.4, to: 0.5, n: 1, confidence: 0.4, accuracy: 0 }],
        share_above_threshold: 0,
      }),
    ]);
    const groups = async (query: string) => (await get(query)).data.map(({ group }: { group?: string }) => group);
    expect(await groups('?group_by=version')).toEqual(['1']);
    expect(await groups('?group_by=metadata.team')).toEqual(['a', undefined]);
    const [week] = await groups('?group_by=week');
    expect(new Date(week).getUTCDay()).toBe(1);
    expect((await get('?version=2')).data[0].bricks).toEqual([]);
    expect((await get(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).data[0].bricks).toEqual([]);
    expect((await get(`?until=${new Date(Date.now() + 60_000).toISOString()}`)).data[0].bricks).toHaveLength(1);
  });

  it('400: for a parameter that is none; 404: for an unknown kit', async () => {
    const { path, call } = await setUp();
    for (const query of [
      'version=0',
      'since=x',
      'group_by=year',
      'group_by=week,team',
      'tema=a',
      'timezone=Mars',
      'threshold=2',
    ])
      expect((await call('GET', `${path}/quality?${query}`)).status).toBe(400);
    expect((await call('GET', '/v1/kits/unknown/quality')).body.error).toBe('kit_not_found');
  });
});
