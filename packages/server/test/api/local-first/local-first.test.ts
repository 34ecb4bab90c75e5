/** What a kit could answer without a model: sixty runs, thirty of them reviewed, and one brick that is often wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantClaims } from '../../../../../test/support/planted-claims.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator } from '../../../../../test/support/told-evaluator.ts';

const RUNS = 60;
const REVIEWED = 30;

let service: TestService;
let workspaces = 0;

beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
});
afterAll(() => service.stop());

async function setUp(runs: number, reviewed: number) {
  workspaces += 1;
  const workspaceId = await service.workspace(`local-first-${workspaces}`);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown, as = key) =>
    service.call(method, path, { key: as, ...(body === undefined ? {} : { body }) });
  await plantClaims(service, key, runs, reviewed);
  const reader = await service.key(workspaceId, 'live', 'viewer');
  return {
    call,
    preview: async (query = '') => (await call('GET', `/v1/kits/claims/local-first${query}`)).body,
    reader,
  };
}

type Preview = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['preview']>>;
const brickIn = (preview: Preview, key: string) => preview.bricks.find(({ brick }: { brick: string }) => brick === key);

describe('GET /v1/kits/:kitId/local-first', () => {
  it('keeps what the reviews find right, brick by brick, and never the one that is often wrong', async () => {
    const { preview, call, reader } = await setUp(RUNS, REVIEWED);
    const found = await preview();
    expect(found).toMatchObject({ version: 1, target: 0.95, runs: RUNS, reviewed: 4 * REVIEWED });
    expect(found.bricks.map(({ brick }: { brick: string }) => brick)).toEqual([
      'solved',
      'polite',
      'urgent',
      'angry',
      'worded',
      'rare',
    ]);
    expect(brickIn(found, 'polite')).toMatchObject({
      ...{ now: 0.9, local_from: 0.8, basis: 'reviews' },
      kept: { share: 1, high: 1 },
      right: { n: 30, accuracy: 1, low: expect.closeTo(0.886, 3), high: 1 },
    });
    expect(brickIn(found, 'angry')).toMatchObject({
      ...{ local_from: 1, basis: 'reviews', kept: { share: 0 } },
      right: { n: 30, accuracy: 0.667 },
    });
    // Words alone are never kept, whatever is proposed.
    expect(brickIn(found, 'worded').kept.share).toBe(0);
    expect(found.bricks.every(({ expected_right: right = 1 }) => right >= 0.95)).toBe(true);
    // By default nothing was kept; now all of polite and urgent. Fifteen of solved were right of fifteen, too few beside a brick that is often wrong.
    expect(found.now).toMatchObject({ kept: { share: 0 }, cost_saved: 0, runs_without_model: 0 });
    expect(found.now.expected_right).toBeUndefined();
    expect(found.proposed.kept.share).toBeCloseTo((2 * RUNS) / (5 * RUNS + 1), 3);
    expect(found.proposed.kept.low).toBeLessThan(found.proposed.kept.share);
    expect(found.proposed.right).toMatchObject({ accuracy: 1, low: expect.any(Number) });
    expect(found.proposed.wrong_per_100_runs.high).toBeGreaterThan(found.proposed.wrong_per_100_runs.value);
    expect(found.proposed.cost_saved).toBeGreaterThan(0.2);
    // No model is set up, so nobody can say what it would charge.
    expect(found.proposed.credits_saved_per_1000_runs).toBeUndefined();
    expect((await call('GET', '/v1/kits/claims/local-first', undefined, reader)).status).toBe(200);
  });

  it('keeps nearly nothing where nobody reviewed: claims alone do not say that .95 are right', async () => {
    const { preview } = await setUp(5, 0);
    const found = await preview();
    expect(found).toMatchObject({ runs: 5, reviewed: 0, proposed: { kept: { share: 0 } } });
    expect(brickIn(found, 'polite')).toMatchObject({ basis: 'calibration' });
    expect(found.proposed.right).toBeUndefined();
  });

  it('keeps more for a lower target', async () => {
    const { preview } = await setUp(20, 12);
    const [strict, loose] = [await preview('?target=0.99'), await preview('?target=0.8')];
    expect(loose.proposed.kept.share).toBeGreaterThan(strict.proposed.kept.share);
    expect(loose.target).toBe(0.8);
  });

  it('400 and 404', async () => {
    const { call } = await setUp(0, 0);
    expect((await call('GET', '/v1/kits/claims/local-first?target=1.5')).status).toBe(400);
    expect((await call('GET', '/v1/kits/unknown/local-first')).body.error).toBe('kit_not_found');
    expect((await call('GET', '/v1/kits/claims/local-first')).body).toMatchObject({ runs: 0, reviewed: 0, now: {} });
  });
});

describe('POST /v1/kits/:kitId/local-first', () => {
  it('201: writes the thresholds into a draft; 200 where they are there already; 403 for a reader', async () => {
    const { call, preview, reader } = await setUp(REVIEWED, REVIEWED);
    const proposed = await preview();
    const made = await call('POST', '/v1/kits/claims/local-first', {});
    expect([made.status, made.body]).toMatchObject([201, { version: 2, status: 'draft' }]);
    const { document } = (await call('GET', '/v1/kits/claims/versions/2')).body;
    const from = (key: string) => document.bricks.find((brick: { key: string }) => brick.key === key).local_from;
    expect(from('polite')).toBe(brickIn(proposed, 'polite').local_from);
    expect([from('angry'), from('fixed')]).toEqual([1, undefined]);
    expect((await call('POST', '/v1/kits/claims/publish', { version: 2 })).status).toBe(200);
    const published = await preview();
    expect(published.now).toEqual(published.proposed);
    expect((await call('POST', '/v1/kits/claims/local-first', {})).status).toBe(200);
    expect((await call('POST', '/v1/kits/claims/local-first', {}, reader)).status).toBe(403);
  });
});
