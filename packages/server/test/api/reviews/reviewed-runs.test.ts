/** `as=reviewed`: corrections reach what rests on them, and every place that shows answers shows the same ones. */
import type { BrickDocument, BrickOutput, BrickValue, KitDocument } from '@brickwork/contract';
import { isScore } from '@brickwork/engine/bricks/numeric/is-score';
import { applyCorrections, type Correction } from '@brickwork/engine/evaluation/apply-corrections';
import { decodeId } from '@brickwork/server/core/ids';
import { rebuildInsights } from '@brickwork/server/insights/store/rebuild-insights';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { computeReviewed } from '@brickwork/server/runs/store/answers/compute-reviewed';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arbitraryScorecard, arbitraryValue } from '../../../../../test/support/arbitrary-kit.ts';
import { type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
});
afterAll(() => service.stop());

const question = 'Was it so?';
const BRICKS: BrickDocument[] = [
  { key: 'is_refund', type: 'boolean', question },
  { key: 'policy_read', type: 'boolean', question, applies_when: { brick: 'is_refund', is: true } },
  { key: 'greeted', type: 'boolean', question },
  {
    key: 'total',
    type: 'numeric',
    score: {
      items: [
        { brick: 'greeted', points: 50 },
        { brick: 'policy_read', points: 50 },
      ],
    },
  },
];
const TOLD = {
  is_refund: { value: true, confidence: 0.9 },
  policy_read: { value: false, confidence: 0.8 },
  greeted: { value: true, confidence: 0.9 },
  total: { value: 50, confidence: 0.7 },
};

const get = async (path: string) => {
  const { status, body } = await service.call('GET', path, { key: service.adminKey });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const review = (runId: string, body: unknown, reviewer = 'ann') =>
  service.call('POST', `/v1/runs/${runId}/reviews?reviewer=${reviewer}`, { key: service.adminKey, body });

async function refundRun(slug: string): Promise<{ kit: Pushed; runId: string }> {
  const kit = await publishedKit(service, { kit: slug, bricks: BRICKS });
  return { kit, runId: await toldRun(service, service.adminKey, kit.kit_code, TOLD) };
}

describe('POST /v1/runs/:runId/reviews/preview', () => {
  it('200: says what a review would change, and what follows from it, and stores nothing', async () => {
    const { runId } = await refundRun('previewed');
    const preview = (body: unknown, reviewer = 'ann') =>
      service.call('POST', `/v1/runs/${runId}/reviews/preview?reviewer=${reviewer}`, { key: service.adminKey, body });
    const corrected = [{ brick: 'is_refund', verdict: 'wrong', value: false }];
    const { status, body } = await preview(corrected);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            brick: 'is_refund',
            before: { value: true, confidence: 0.9 },
            after: { value: false },
            reviewed: 'corrected',
          },
          expect.objectContaining({
            brick: 'policy_read',
            after: expect.objectContaining({ value: null, applicability: 'not_applicable' }),
            reviewed: 'recomputed',
          }),
          expect.objectContaining({ brick: 'total', after: expect.objectContaining({ value: 100 }) }),
        ],
      },
    ]);
    expect((await get(`/v1/runs/${runId}?include=reviews`)).reviews).toEqual([]);
    await review(runId, corrected);
    // The own word is replaced; against another's it is a tie, which changes nothing back.
    expect((await preview([{ brick: 'is_refund', verdict: 'correct' }])).body.data).toHaveLength(3);
    expect((await preview([{ brick: 'is_refund', verdict: 'wrong', value: false }], 'ben')).body.data).toEqual([]);
    expect((await preview([{ brick: 'nothing', verdict: 'correct' }])).status).toBe(422);
    expect((await preview([])).status).toBe(400);
  });
});

describe('as=reviewed', () => {
  it('computes conditions and scores again from corrected answers', async () => {
    const { kit, runId } = await refundRun('refunds');
    expect((await get(`/v1/runs/${runId}?as=reviewed`)).output).toEqual((await get(`/v1/runs/${runId}`)).output);
    expect((await review(runId, [{ brick: 'is_refund', verdict: 'wrong', value: false }])).status).toBe(201);
    const given = await get(`/v1/runs/${runId}`);
    const reviewed = await get(`/v1/runs/${runId}?as=reviewed`);
    expect(given.output.bricks.total).toEqual({ value: 50, confidence: 0.7 });
    expect(reviewed).toMatchObject({
      as: 'reviewed',
      output: {
        bricks: {
          is_refund: { value: false, reviewed: 'corrected' },
          policy_read: { value: null, applicability: 'not_applicable', reviewed: 'recomputed' },
          greeted: { value: true, confidence: 0.9 },
          total: { value: 100, reviewed: 'recomputed' },
        },
      },
    });
    expect(reviewed.output.bricks.is_refund).not.toHaveProperty('confidence');
    const list = (query: string) => get(`/v1/runs?kit_code=${kit.kit_code}&${query}`);
    expect((await list('answer.total=100')).data).toEqual([]);
    expect((await list('answer.total=100&as=reviewed&include=answers')).data).toMatchObject([
      { run_id: runId, answers: { total: { value: 100 }, policy_read: { applicability: 'not_applicable' } } },
    ]);
    const { total } = await get(`/v1/kits/${kit.kit_id}/insights?as=reviewed`);
    expect(total.bricks).toMatchObject([
      { key: 'is_refund', values: [{ value: false, count: 1 }] },
      { key: 'policy_read', answered: 0, not_applicable: 1 },
      { key: 'greeted', answered: 1 },
      { key: 'total', mean: { value: 100 } },
    ]);
  });

  it('tells the whole reviewed output as an event, also when the correction is withdrawn', async () => {
    const { runId } = await refundRun('events');
    await review(runId, [{ brick: 'is_refund', verdict: 'wrong', value: false }]);
    await review(runId, [{ brick: 'greeted', verdict: 'correct' }]);
    await review(runId, [{ brick: 'is_refund', verdict: 'correct' }]);
    const events = (await get('/v1/events?limit=100')).data.filter(
      ({ type, data }: { type: string; data: { run_id: string } }) => type === 'run.reviewed' && data.run_id === runId,
    );
    const told = events.map(({ data }: { data: { reviews: object[]; output: { bricks: typeof TOLD } } }) => data);
    expect(told).toMatchObject([
      { reviews: [{ brick: 'is_refund', verdict: 'wrong' }], output: { bricks: { total: { value: 100 } } } },
      { reviews: [{ brick: 'is_refund', verdict: 'correct' }], output: { bricks: { total: { value: 50 } } } },
    ]);
    expect((await get(`/v1/runs/${runId}?as=reviewed`)).output).toEqual((await get(`/v1/runs/${runId}`)).output);
    await service.call('DELETE', `/v1/runs/${runId}`, { key: service.adminKey });
    const [thin] = (await get('/v1/events?limit=100')).data.filter(
      ({ type, data }: { type: string; data: { run_id: string } }) => type === 'run.reviewed' && data.run_id === runId,
    );
    expect(thin).toMatchObject({ thin: true });
    expect(thin.data).not.toHaveProperty('output');
  });

  it('400: a value for a score, which is computed', async () => {
    const { runId } = await refundRun('scores');
    const refused = await review(runId, [{ brick: 'total', verdict: 'wrong', value: 80 }]);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_parameter']);
    expect(refused.body.detail).toBe('total is computed from other answers. Correct greeted, policy_read instead.');
  });

  it('reaches runs that were reviewed under an earlier release', async () => {
    const { kit, runId } = await refundRun('earlier');
    await review(runId, [{ brick: 'is_refund', verdict: 'wrong', value: false }]);
    const { database } = service.testDatabase;
    const counted = () => get(`/v1/kits/${kit.kit_id}/insights?as=reviewed`);
    const expected = await counted();
    // As that release left it: the corrected answer alone.
    await database.query(`UPDATE run_answers SET corrections = '{"is_refund": {"value": false}}' WHERE kit_id = $1`, [
      kit.kit_id,
    ]);
    await database.query(`DELETE FROM insight_corrections WHERE kit_id = $1 AND brick <> 'is_refund'`, [kit.kit_id]);
    expect(await counted()).not.toEqual(expected);
    await database.query(
      'INSERT INTO reviewed_runs_to_compute SELECT workspace_id, environment, id FROM runs WHERE id = $1',
      [decodeId('run', runId)],
    );
    await computeReviewed(database, () => false);
    expect(await counted()).toEqual(expected);
    expect((await database.query('SELECT 1 FROM reviewed_runs_to_compute')).rows).toEqual([]);
  });
});

describe('golden lines from reviews', () => {
  it('have null where a question does not apply, by a verdict or by what follows from one', async () => {
    const { kit, runId } = await refundRun('golden');
    await review(runId, [
      { brick: 'is_refund', verdict: 'wrong', value: false },
      { brick: 'policy_read', verdict: 'correct' },
      { brick: 'greeted', verdict: 'not_applicable' },
    ]);
    const { status } = await service.call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/reviewed`, {
      key: service.adminKey,
      body: { from_reviews: {} },
    });
    expect(status).toBe(200);
    const { rows } = await service.testDatabase.database.query<{ expected: string }>(
      'SELECT l.expected FROM golden_lines l JOIN golden_sets s ON s.id = l.set_id WHERE s.kit_id = $1',
      [kit.kit_id],
    );
    expect(rows.map(({ expected }) => JSON.parse(expected))).toEqual([
      { is_refund: false, policy_read: null, greeted: null },
    ]);
  });
});

/** Kits with what a run could have answered, and what reviewers say of it. */
const history = arbitraryScorecard.chain((document) =>
  fc.record({
    document: fc.constant(document),
    runs: fc.array(
      fc.tuple(
        ...document.bricks.map((brick) =>
          fc.record({
            value: arbitraryValue(brick),
            correction: fc.option(arbitraryValue(brick), { nil: undefined }),
            verdict: fc.constantFrom('wrong', 'wrong', 'not_applicable', 'correct', 'none'),
          }),
        ),
      ),
      { minLength: 3, maxLength: 3 },
    ),
  }),
);

describe('any kit with corrections', () => {
  it('shows the same in a run, in lists, by filter, in the export and in insights', async () => {
    for (const [index, { document, runs }] of fc.sample(history, 4).entries())
      await checkAgreement(index, document, runs);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  }, 120_000);
});

interface Told {
  value: unknown;
  correction: unknown;
  verdict: string;
}

async function checkAgreement(index: number, document: KitDocument, runs: readonly (readonly Told[])[]): Promise<void> {
  const kit = await publishedKit(service, { kit: `any_${index}`, bricks: document.bricks });
  const expected = new Map<string, Record<string, BrickOutput>>();
  for (const answers of runs) {
    const told = Object.fromEntries(
      document.bricks.map(({ key }, at) => [key, { value: answers[at]?.value as BrickValue, confidence: 0.75 }]),
    );
    const runId = await toldRun(service, service.adminKey, kit.kit_code, told);
    expected.set(runId, applyCorrections(document.bricks, told, await reviewAll(runId, document, told, answers)));
  }
  const summary = (bricks: Record<string, BrickOutput>) =>
    Object.fromEntries(Object.entries(bricks).map(([key, each]) => [key, [each.value, each.applicability]]));
  const listed = (await get(`/v1/runs?kit_code=${kit.kit_code}&as=reviewed&include=answers`)).data;
  const exported = ((await get('/v1/runs/export?as=reviewed')) as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [runId, bricks] of expected) {
    const run = await get(`/v1/runs/${runId}?as=reviewed`);
    expect(summary(run.output.bricks)).toEqual(summary(bricks));
    const item = listed.find((each: { run_id: string }) => each.run_id === runId);
    expect(summary(item.answers)).toEqual(summary(bricks));
    const rows = exported.filter((row) => row.run_id === runId);
    expect(summary(Object.fromEntries(rows.map((row) => [row.brick_key, row])))).toEqual(summary(bricks));
  }
  await checkFilters(kit.kit_code, document, expected);
  const insights = async () => (await get(`/v1/kits/${kit.kit_id}/insights?as=reviewed`)).total;
  const total = await insights();
  for (const { key } of document.bricks) {
    const states = [...expected.values()].map((bricks) => bricks[key]);
    expect(total.bricks.find((brick: { key: string }) => brick.key === key)).toMatchObject({
      answered: states.filter((state) => state !== undefined && state.value !== null).length,
      not_applicable: states.filter((state) => state?.applicability === 'not_applicable').length,
    });
  }
  await rebuildInsights(service.testDatabase.database);
  expect(await insights()).toEqual(total);
}

/** Every state and every listed value of every brick finds the runs whose reviewed answers have it, and no others. */
async function checkFilters(
  kitCode: string,
  document: KitDocument,
  expected: ReadonlyMap<string, Record<string, BrickOutput>>,
): Promise<void> {
  const found = async (brick: string, condition: string) =>
    (await get(`/v1/runs?kit_code=${kitCode}&as=reviewed&answer.${brick}=${encodeURIComponent(condition)}`)).data.map(
      ({ run_id }: { run_id: string }) => run_id,
    );
  const where = (brick: string, holds: (output: BrickOutput) => boolean) =>
    [...expected]
      .filter(([, bricks]) => bricks[brick] !== undefined && holds(bricks[brick]))
      .map(([runId]) => runId)
      .sort()
      .toReversed();
  for (const brick of document.bricks) {
    const { key } = brick;
    expect(await found(key, 'is:not_applicable')).toEqual(
      where(key, ({ applicability }) => applicability === 'not_applicable'),
    );
    expect(await found(key, 'is:not_sure')).toEqual(where(key, ({ applicability }) => applicability === 'abstained'));
    const [value] =
      brick.type === 'boolean'
        ? [true]
        : brick.type === 'categorical'
          ? brick.categories.map((each) => each.value)
          : [];
    if (value === undefined) continue;
    const has = (output: BrickOutput) => [output.value].flat().includes(value as never);
    expect(await found(key, `eq:${value}`)).toEqual(where(key, has));
    expect(await found(key, `not:${value}`)).toEqual(where(key, (output) => output.value !== null && !has(output)));
  }
}

async function reviewAll(
  runId: string,
  document: KitDocument,
  told: Record<string, { value: BrickValue }>,
  answers: readonly Told[],
): Promise<Map<string, Correction>> {
  const corrections = new Map<string, Correction>();
  const reviews: object[] = [];
  for (const [at, brick] of document.bricks.entries()) {
    const { verdict = 'none', correction } = answers[at] ?? {};
    if (verdict === 'none') continue;
    const value = isScore(brick) || verdict !== 'wrong' ? undefined : (correction as BrickValue | undefined);
    const review = { brick: brick.key, verdict, ...(value !== undefined && { value }) };
    // Equal values are refused as a correction.
    const { status } = await reviewOne(runId, review);
    if (status !== 201) continue;
    reviews.push(review);
    if (verdict === 'not_applicable') corrections.set(brick.key, { value: null, applicability: 'not_applicable' });
    if (verdict !== 'wrong') continue;
    corrections.set(brick.key, value === undefined ? { value: null, applicability: 'abstained' } : { value });
    expect(told[brick.key]?.value).not.toEqual(value);
  }
  return corrections;
}

const reviewOne = (runId: string, body: object) => review(runId, [body]);
