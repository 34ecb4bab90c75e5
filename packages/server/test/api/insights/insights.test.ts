/** GET /v1/kits/:kitId/insights, and the counts it is made of. */
import { decodeId, newUuid } from '@brickwork/server/core/ids';
import { checkInvariants } from '@brickwork/server/storage/check-invariants';
import { rebuildInsights } from '@brickwork/server/storage/insights/rebuild-insights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
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

/** Counted a second time, by SQL and from the outputs themselves. */
async function recount(): Promise<unknown[]> {
  const { rows } = await service.testDatabase.database.query(`
    WITH answers AS (
      SELECT r.workspace_id, r.environment, r.kit_id, (r.created_at AT TIME ZONE 'UTC')::date AS day, r.kit_version, b.key AS brick, b.value AS output
      FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
        CROSS JOIN LATERAL jsonb_each(e.output::jsonb -> 'bricks') b WHERE r.type = 'api'),
    labels AS (
      SELECT a.*, l.answer, l.is_first FROM answers a CROSS JOIN LATERAL (
        SELECT CASE WHEN a.output -> 'value' = 'null' THEN 'null' || coalesce(':' || (a.output ->> 'applicability'), '')
            WHEN a.brick = 'caller' THEN '"*"'
            WHEN jsonb_typeof(a.output -> 'value') = 'array' THEN '[]'
            WHEN jsonb_typeof(a.output -> 'value') = 'number' THEN trim_scale(round((a.output ->> 'value')::numeric, 2))::text
            ELSE (a.output -> 'value')::text END AS answer, true AS is_first
        UNION ALL SELECT DISTINCT '[]' || item::text, false FROM jsonb_array_elements(
          CASE WHEN jsonb_typeof(a.output -> 'value') = 'array' THEN a.output -> 'value' ELSE '[]' END) item) l)
    SELECT workspace_id, environment, kit_id, day::text, kit_version, brick, answer, count(*)::int AS count,
      coalesce(sum(CASE WHEN jsonb_typeof(output -> 'value') = 'number' THEN (output ->> 'value')::numeric END), 0)::float8 AS total,
      coalesce(sum(CASE WHEN is_first THEN (output ->> 'confidence')::numeric END), 0)::float8 AS confidence
    FROM labels GROUP BY 1, 2, 3, 4, 5, 6, 7
    UNION ALL SELECT r.workspace_id, r.environment, r.kit_id, (r.created_at AT TIME ZONE 'UTC')::date::text, r.kit_version, '', e.status, count(*)::int, 0, 0
    FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
    WHERE r.type = 'api' GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7`);
  return rows;
}

async function counted(): Promise<unknown[]> {
  const { rows } = await service.testDatabase.database.query(`
    SELECT workspace_id, environment, kit_id, day::text, kit_version, brick, answer, count::int, total::float8, confidence::float8
    FROM insight_counts ORDER BY 1, 2, 3, 4, 5, 6, 7`);
  return rows;
}

describe('GET /v1/kits/:kitId/insights', () => {
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
    expect(body.data[0].bricks).toEqual(total.bricks);
  });

  it.each(['week', 'month', 'version'])('200: by %s', async (group) => {
    const { body } = await get(`?group_by=${group}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].group).toMatch(group === 'version' ? /^1$/ : /^\d{4}-\d\d-\d\d$/);
    expect(body.data[0].bricks).toEqual(body.total.bricks);
  });

  it('200: by metadata, the largest group first; and with conditions', async () => {
    const { body } = await get('?group_by=metadata.team');
    expect(
      body.data.map(({ group, runs }: { group?: string; runs: { succeeded: number } }) => [group, runs.succeeded]),
    ).toEqual([
      ['emea', 2],
      ['apac', 1],
      [undefined, 1],
    ]);
    const { body: some } = await get('?group_by=day&answer.solved=true&metadata.team=emea&answer.score=gt:3');
    expect(some.total.runs.succeeded).toBe(1);
    expect(brick(some.total, 'mood')).toMatchObject({ values: [{ value: 'bad', count: 1 }] });
    const { body: all } = await get('?group_by=week&answer.mood=not:none');
    expect(all.data[0].group).toBe((await get('?group_by=week')).body.data[0].group);
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

describe('the counts', () => {
  it('are those of a recount, after runs that ended together, were cancelled or erased, and after a rebuild', async () => {
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
    expect(await counted()).toEqual(await recount());
    await Promise.all(
      more.slice(0, 9).map((id) => service.call('DELETE', `/v1/runs/${id}`, { key: service.adminKey })),
    );
    const exact = await counted();
    expect(exact).toEqual(await recount());
    const { database } = service.testDatabase;
    await database.query('UPDATE insight_counts SET count = count + 1');
    await database.query('DELETE FROM run_answers');
    const [rebuilt, late] = await Promise.all([
      rebuildInsights(database),
      toldRun(service, service.adminKey, kit.kit_code, { score: { value: 5 } }),
    ]);
    expect(rebuilt.runs).toBeGreaterThanOrEqual(46);
    expect(await counted()).toEqual(await recount());
    await service.call('DELETE', `/v1/runs/${late}`, { key: service.adminKey });
    expect(await counted()).toEqual(await recount());
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM run_answers WHERE workspace_id = $1`,
      [decodeId('ws', service.workspaceId)],
    );
    expect(rows).toEqual([{ count: 5 + 31 }]);
    expect(await checkInvariants(database)).toEqual([]);
  });
});
