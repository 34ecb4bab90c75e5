/** GET /v1/kits/:kitId/insights, and the counts it is made of. */
import { createClient } from '@brickwork/client';
import { decodeId, newUuid } from '@brickwork/server/core/ids';
import { rebuildInsights } from '@brickwork/server/insights/store/rebuild-insights';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { differencesOfCounts, recountInsights, storedCounts } from '../../../../../test/support/recount-insights.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let kit: { kit_id: string; kit_code: string };
const told: [tell: Record<string, unknown> | undefined, more: object][] = [
  [
    {
      score: { value: 3, confidence: 0.8 },
      solved: { value: true },
      mood: { value: 'good' },
      caller: { value: 'Ann' },
    },
    { metadata: { team: 'emea' } },
  ],
  [
    { score: { value: 7, confidence: 0.6 }, solved: { value: true }, mood: { value: 'bad' }, caller: { value: 'Bob' } },
    { metadata: { team: 'emea' } },
  ],
  [
    { score: { value: 7.1234 }, solved: { value: false }, mood: { value: ['good', 'bad'] }, caller: { value: '' } },
    { metadata: { team: 'apac' } },
  ],
  [{ score: { value: null, applicability: 'not_applicable' }, solved: { value: null }, mood: { value: 'good' } }, {}],
  [{ score: { value: 10 }, solved: { value: false } }, { type: 'sandbox' }],
  [undefined, {}],
];

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  kit = await publishedKit(service, kitDocument('review'));
  for (const [tell, more] of told) await toldRun(service, service.adminKey, kit.kit_code, tell, more);
});
afterAll(() => service.stop());

const get = (query = '', key = service.adminKey, id = kit.kit_id) =>
  service.call('GET', `/v1/kits/${id}/insights${query}`, { key });
const brick = (group: { bricks: { key: string }[] }, key: string) => group.bricks.find((each) => each.key === key);

/** Only the total says how right the answers are. */
const withoutReviewed = (bricks: Record<string, unknown>[]) => bricks.map(({ reviewed: _, ...brick }) => brick);

describe('GET /v1/kits/:kitId/insights', () => {
  it('200: no interval of a mean leaves the range of its brick', async () => {
    const own = await publishedKit(service, kitDocument('ranged'));
    for (const value of [10, 0])
      await toldRun(service, service.adminKey, own.kit_code, { score: { value, confidence: 0.7 } }, {});
    const { total } = (await get('', service.adminKey, own.kit_id)).body;
    expect(brick(total, 'score')).toMatchObject({ mean: { value: 5, low: 0, high: 10 } });
    expect(brick(total, 'score')).not.toHaveProperty('range');
  });

  it('200: counts, shares and quantiles with intervals; what has no value is counted apart', async () => {
    const { status, body } = await get('?group_by=day');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kit_id: kit.kit_id, kit_code: kit.kit_code, group_by: 'day' });
    expect(body.data).toHaveLength(1);
    const { total } = body;
    expect(total.runs).toEqual({ succeeded: 4, failed: 1, cancelled: 0 });
    expect(total.bricks.map(({ key }: { key: string }) => key)).toEqual(['score', 'solved', 'mood', 'caller']);
    const score = brick(total, 'score');
    expect(score).toMatchObject({ answered: 3, not_applicable: 1, abstained: 0, confidence: 0.7 });
    expect(score).toMatchObject({ mean: { value: expect.closeTo((3 + 7 + 7.1234) / 3, 4) } });
    expect(score).toMatchObject({
      quantiles: expect.arrayContaining([{ quantile: 0.5, value: 7, low: 3, high: 7.12 }]),
    });
    expect(brick(total, 'solved')).toMatchObject({
      answered: 3,
      not_applicable: 0,
      abstained: 1,
      not_sure: 0,
      no_answer: 1,
      values: [
        { value: true, count: 2, share: { value: 0.666667, low: 0.20766, high: 0.938508 } },
        { value: false, count: 1 },
      ],
    });
    expect(brick(total, 'mood')).toMatchObject({
      answered: 4,
      values: [
        { value: 'good', count: 3, share: { value: 0.75 } },
        { value: 'bad', count: 2, share: { value: 0.5 } },
      ],
    });
    expect(brick(total, 'caller')).toMatchObject({ answered: 3 });
    expect(brick(total, 'caller')).not.toHaveProperty('values');
    expect(JSON.stringify(body)).not.toContain('Ann');
    expect(body.data[0].bricks).toEqual(withoutReviewed(total.bricks));
  });

  it.each(['week', 'month', 'version'])('200: by %s', async (group) => {
    const { body } = await get(`?group_by=${group}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].group).toMatch(group === 'version' ? /^1$/ : /^\d{4}-\d\d-\d\d$/);
    expect(body.data[0].bricks).toEqual(withoutReviewed(body.total.bricks));
    // Nobody has reviewed an answer of this kit.
    expect(body.total.bricks[0].reviewed).toEqual({ n: 0 });
  });

  it('200: a score is not reviewed itself', async () => {
    const scored = kitDocument('scored');
    const points = { key: 'points', type: 'numeric', score: { items: [{ brick: 'solved', points: 1 }] } };
    const own = await publishedKit(service, { ...scored, bricks: [...(scored.bricks as object[]), points] });
    await toldRun(
      service,
      service.adminKey,
      own.kit_code,
      { solved: { value: true }, points: { value: 100, confidence: 0 } },
      {},
    );
    const { total } = (await get('', service.adminKey, own.kit_id)).body;
    expect(brick(total, 'solved')).toMatchObject({ reviewed: { n: 0 } });
    expect(brick(total, 'points')).toMatchObject({ mean: { value: 100 } });
    expect(brick(total, 'points')).not.toHaveProperty('reviewed');
    expect(brick(total, 'points')).not.toHaveProperty('isScore');
    // It is computed: 0 would read as a doubt.
    expect(brick(total, 'points')).not.toHaveProperty('confidence');
  });

  it('200: the pages of a CSV, joined, have every group once and the total', async () => {
    // So many values that a page has two groups.
    const categories = Array.from({ length: 50 }, (_, index) => ({ value: `v${index}` }));
    const bricks = Array.from({ length: 180 }, (_, index) => ({
      ...{ key: `mood_${index}`, type: 'categorical', question: 'How did it go?', categories },
    }));
    const own = await publishedKit(service, { ...kitDocument('wide'), bricks });
    for (const team of ['*total', 'Lisbon', 'Por\r\nto', 'say "hi"', 'Rome'])
      await toldRun(service, service.adminKey, own.kit_code, { mood_0: { value: 'v1' } }, { metadata: { team } });
    const { headers, body } = await get('?group_by=team&format=csv', service.adminKey, own.kit_id);
    expect(headers.get('x-next-cursor')).not.toBeNull();
    expect(body).toContain('*other (3),');
    const client = createClient({ apiKey: service.adminKey, baseUrl: service.url });
    const csv = await new Response(await client.insights.csv(own.kit_id, { group_by: 'team' })).text();
    expect(csv.match(/^team,succeeded,/gm)).toHaveLength(1);
    const rows = [...csv.matchAll(/^("(?:[^"]|"")*"|[^,\r\n]*),1,0,0,mood_0,/gm)].map(([, team]) => team);
    expect(rows.toSorted()).toEqual(["'*total", 'Lisbon', '"Por\r\nto"', '"say ""hi"""', 'Rome'].toSorted());
    expect(csv.match(/^\*.*$/gm)).toEqual([expect.stringMatching(/^\*total,5,0,0,mood_0,/)]);
  });

  it('200: by metadata, the largest group first; and with conditions', async () => {
    const { body } = await get('?group_by=metadata.team');
    expect(
      body.data.map(({ group, runs }: { group?: string; runs: { succeeded: number } }) => [group, runs.succeeded]),
    ).toEqual([
      ['emea', 2],
      [undefined, 1], // And one that failed.
      ['apac', 1],
    ]);
    const { body: some } = await get('?group_by=day&answer.solved=true&metadata.team=emea&answer.score=gt:3');
    expect(some.total.runs.succeeded).toBe(1);
    expect(brick(some.total, 'mood')).toMatchObject({ values: [{ value: 'bad', count: 1 }] });
    const { body: all } = await get('?group_by=week&answer.mood=not:bad');
    expect(all.data[0].group).toBe((await get('?group_by=week')).body.data[0].group);
  });

  it('200: categories have the names that the newest version gives them', async () => {
    const named = await publishedKit(service, kitDocument('named'));
    await toldRun(service, service.adminKey, named.kit_code, { mood: { value: 'good' }, solved: { value: true } });
    await toldRun(service, service.adminKey, named.kit_code, { mood: { value: ['good', 'bad'] } });
    const values = async () => {
      const { body } = await get('', service.adminKey, named.kit_id);
      return Object.fromEntries(
        body.total.bricks.map((each: { key: string; values: object }) => [each.key, each.values]),
      );
    };
    expect((await values()).mood).toMatchObject([{ value: 'good', count: 2 }, { value: 'bad' }]);
    expect(JSON.stringify(await values())).not.toContain('"name"');
    const bricks = (kitDocument('named').bricks as { key: string }[]).map((each) =>
      each.key === 'mood'
        ? { ...each, categories: [{ value: 'good', name: 'In good spirits' }, { value: 'bad' }] }
        : each,
    );
    await publishedKit(service, kitDocument('named', { bricks }));
    expect((await values()).mood).toMatchObject([{ value: 'good', name: 'In good spirits' }, { value: 'bad' }]);
    expect((await values()).mood[1]).not.toHaveProperty('name');
    expect((await values()).solved[0]).not.toHaveProperty('name');
  });

  it('200: how right the answers of the shown days are, as the quality page has it', async () => {
    const judged = await publishedKit(service, kitDocument('judged'));
    const runId = await toldRun(service, service.adminKey, judged.kit_code, { solved: { value: true } }, {});
    await review(runId, 'anna', [{ brick: 'solved', verdict: 'correct' }]);
    const { body } = await get('?group_by=day', undefined, judged.kit_id);
    const { body: quality } = await service.call('GET', `/v1/kits/${judged.kit_id}/quality`, { key: service.adminKey });
    const [{ reviewed, accuracy, low, high }] = quality.data[0].bricks;
    expect(brick(body.total, 'solved')).toMatchObject({
      reviewed: JSON.parse(JSON.stringify({ n: reviewed, accuracy, low, high })),
    });
    expect(reviewed).toBe(1);
    const { body: earlier } = await get('?from=2020-01-01&to=2020-01-02', undefined, judged.kit_id);
    expect(earlier.total.bricks).toEqual([]);
  });

  it('200: by code and slug; days without runs are empty', async () => {
    for (const name of [kit.kit_code, 'review']) expect((await get('', service.adminKey, name)).status).toBe(200);
    const { body } = await get('?from=2020-01-01&to=2020-02-01');
    expect([body.data, body.total.runs.succeeded]).toEqual([[], 0]);
  });

  it.each([
    '?group_by=year',
    '?group_by=metadata.',
    '?from=2026-02-01&to=2026-01-01',
    '?from=2000-01-01&to=2026-01-01',
    '?from=yesterday',
    '?answer.solvd=true',
    '?answer.score=lt:many',
  ])('400: %s', async (query) => {
    const { status, body } = await get(query);
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
  });

  it('404: an unknown kit, and one of another workspace', async () => {
    const stranger = await service.key(await service.workspace('stranger'));
    for (const [key, id] of [
      [service.adminKey, newUuid()],
      [service.adminKey, 'nonsense'],
      [stranger, kit.kit_id],
    ] as const) {
      const { status, body } = await get('', key, id);
      expect([status, body.error]).toEqual([404, 'kit_not_found']);
    }
    const test = await service.key(service.workspaceId, 'test');
    expect((await get('', test)).body.total).toEqual({ runs: { succeeded: 0, failed: 0, cancelled: 0 }, bricks: [] });
  });
});

/** Reviews by several people: the key names them. */
const review = (runId: string, reviewer: string, reviews: object[]) =>
  service.call('POST', `/v1/runs/${runId}/reviews?reviewer=${reviewer}`, { key: service.adminKey, body: reviews });

describe('as=reviewed', () => {
  let fresh: { kit_id: string; kit_code: string };
  const runs: string[] = [];
  const reviewed = async (query = '') => (await get(`?group_by=day&as=reviewed${query}`, undefined, fresh.kit_id)).body;
  const wrong = (brick: string, value?: unknown) => ({ brick, verdict: 'wrong', value });

  beforeAll(async () => {
    fresh = await publishedKit(service, kitDocument('reviewed'));
    for (const [tell, more] of told) runs.push(await toldRun(service, service.adminKey, fresh.kit_code, tell, more));
  });

  it('200: what most reviewers hold to be right; ties stay as given', async () => {
    const [a = '', b = '', c = ''] = runs;
    expect(await reviewed()).toMatchObject({
      as: 'reviewed',
      total: { bricks: (await get('', undefined, fresh.kit_id)).body.total.bricks },
    });
    expect((await review(a, 'ann', [wrong('score', 5), wrong('solved', false), wrong('caller', 'Anna')])).status).toBe(
      201,
    );
    expect((await review(b, 'ann', [{ brick: 'score', verdict: 'not_applicable' }, wrong('mood')])).status).toBe(201);
    expect((await review(c, 'ann', [wrong('solved', true)])).status).toBe(201);
    expect((await review(c, 'bob', [{ brick: 'solved', verdict: 'correct' }])).status).toBe(201);
    const { total } = await reviewed();
    expect(brick(total, 'score')).toMatchObject({
      answered: 2,
      not_applicable: 2,
      mean: { value: expect.closeTo((5 + 7.1234) / 2, 4) },
    });
    expect(brick(total, 'score')).not.toHaveProperty('confidence');
    expect(brick(total, 'solved')).toMatchObject({
      values: [
        { value: false, count: 2 },
        { value: true, count: 1 },
      ],
    });
    expect(brick(total, 'mood')).toMatchObject({ answered: 3, abstained: 1 });
    expect(brick(total, 'caller')).toMatchObject({ answered: 3 });
    expect(await differencesOfCounts(service.testDatabase.database)).toEqual([]);
  });

  it('200: as they were given without it, and the other way round when a reviewer changes their mind', async () => {
    const given = (await get('?group_by=day', undefined, fresh.kit_id)).body;
    expect(given).toMatchObject({ as: 'given' });
    expect(brick(given.total, 'score')).toMatchObject({ answered: 3, not_applicable: 1, confidence: 0.7 });
    const [a = ''] = runs;
    await review(a, 'ann', [{ brick: 'score', verdict: 'correct' }]);
    expect(brick((await reviewed()).total, 'score')).toMatchObject({ answered: 2, confidence: 0.8 });
    await review(a, 'ann', [wrong('score', 5)]);
    expect(brick((await reviewed()).total, 'score')).toMatchObject({
      answered: 2,
      mean: { value: expect.closeTo(6.0617, 4) },
    });
    expect(await differencesOfCounts(service.testDatabase.database)).toEqual([]);
  });

  it('200: conditions look at the corrected answers, and by whether there is a review', async () => {
    expect((await reviewed('&answer.score=5')).total.runs.succeeded).toBe(1);
    expect((await reviewed('&answer.score=3')).total.runs.succeeded).toBe(0);
    expect((await get('?answer.score=3', undefined, fresh.kit_id)).body.total.runs.succeeded).toBe(1);
    expect((await reviewed('&reviewed=true')).total.runs.succeeded).toBe(3);
    expect((await reviewed('&reviewed=false')).total.runs.succeeded).toBe(1);
    const { body } = await get('?group_by=metadata.team&as=reviewed', undefined, fresh.kit_id);
    expect(brick(body.data[0], 'solved')).toMatchObject({
      answered: 2,
      values: [
        { value: false, count: 1 },
        { value: true, count: 1 },
      ],
    });
  });

  it.each(['?as=corrected', '?reviewed=maybe'])('400: %s', async (query) => {
    expect((await get(query, undefined, fresh.kit_id)).body).toMatchObject({ error: 'invalid_parameter' });
  });
});

describe('the counts', () => {
  it('are those of a recount, after runs that ended together, were reviewed, erased and deleted, and after a rebuild', async () => {
    const more = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        toldRun(service, service.adminKey, kit.kit_code, {
          score: { value: 1 + index / 7, confidence: index / 40 },
          solved: { value: index % 3 === 0 },
          mood: { value: index % 2 === 0 ? 'good' : ['bad'] },
          caller: { value: `caller ${index}` },
        }),
      ),
    );
    const { database } = service.testDatabase;
    expect(await differencesOfCounts(database)).toEqual([]);
    await Promise.all([
      ...more.slice(0, 20).map((id) =>
        review(id, 'ann', [
          { brick: 'solved', verdict: 'not_applicable' },
          { brick: 'score', verdict: 'wrong', value: 2 },
        ]),
      ),
      ...more.slice(5, 20).map((id) => review(id, 'bob', [{ brick: 'mood', verdict: 'wrong', value: null }])),
      ...more.slice(10, 15).map((id) => review(id, 'cara', [{ brick: 'solved', verdict: 'unsure' }])),
    ]);
    expect(await differencesOfCounts(database)).toEqual([]);
    expect(await storedCounts(database, 'reviewed')).not.toEqual(await storedCounts(database, 'given'));
    await Promise.all([
      ...more.slice(0, 9).map((id) => service.call('DELETE', `/v1/runs/${id}`, { key: service.adminKey })),
      ...more.slice(4, 12).map((id) => review(id, 'dan', [{ brick: 'score', verdict: 'wrong', value: 4 }])),
    ]);
    expect(await differencesOfCounts(database)).toEqual([]);
    await database.query('UPDATE insight_cells SET count = count + 1');
    await database.query('DELETE FROM run_answers');
    expect(await differencesOfCounts(database)).not.toEqual([]);
    const [rebuilt, late, said] = await Promise.all([
      rebuildInsights(database),
      toldRun(service, service.adminKey, kit.kit_code, { score: { value: 5 } }),
      review(more[30] ?? '', 'ann', [{ brick: 'score', verdict: 'wrong', value: 8 }]),
    ]);
    expect(rebuilt.runs).toBeGreaterThanOrEqual(45 - 9);
    expect(said.status).toBe(201);
    expect(await differencesOfCounts(database)).toEqual([]);
    await review(late, 'ann', [{ brick: 'score', verdict: 'wrong', value: 6 }]);
    expect(await differencesOfCounts(database)).toEqual([]);
    await service.call('DELETE', `/v1/runs/${late}`, { key: service.adminKey });
    expect(await differencesOfCounts(database)).toEqual([]);
    expect((await recountInsights(database, 'reviewed')).size).toBeGreaterThan(20);
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM run_answers WHERE workspace_id = $1 AND kit_id = $2`,
      [decodeId('ws', service.workspaceId), kit.kit_id],
    );
    expect(rows).toEqual([{ count: 6 + 31 }]);
    expect(await checkInvariants(database)).toEqual([]);
  });
});
