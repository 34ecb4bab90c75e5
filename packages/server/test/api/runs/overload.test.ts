import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldEvaluator, publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestResponse, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let kitCode: string;
let engine: ReturnType<typeof heldEvaluator>;
beforeAll(async () => {
  engine = heldEvaluator();
  service = await startTestService(
    // Longer than a busy machine needs for any of it: what is refused here is refused for its number.
    { BRICKWORK_ANSWER_WITHIN_MS: '600000', BRICKWORK_SYNC_WAIT_MS: '300000' },
    { evaluate: engine.evaluate },
  );
  kitCode = (await publishKit(service)).kit_code;
});
afterAll(() => service.stop());

const MANY = 300;
const create = (more: object = {}) =>
  service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: kitCode, input: { transcript: TRANSCRIPT }, ...more },
  });
const get = async (path: string) => (await service.call('GET', path, { key: service.adminKey })).status;

async function storedRuns(): Promise<number> {
  const { rows } = await service.testDatabase.database.query<{ count: number }>('SELECT count(*)::int FROM runs');
  return rows[0]?.count ?? 0;
}

it('refuses what it cannot answer soon, says when to come back, and finishes what it accepted', async () => {
  const answers: TestResponse[] = [];
  let sent: Promise<unknown> = Promise.resolve();
  await service.testDatabase.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE runs IN EXCLUSIVE MODE'); // Reads go on.
    sent = Promise.all(Array.from({ length: MANY }, async () => answers.push(await create())));
    await expect.poll(() => answers.length, { timeout: 25_000 }).toBeGreaterThanOrEqual(MANY / 2);
    for (const path of ['/healthz', '/readyz', '/metrics', '/v1/runs', '/v1/kits']) expect(await get(path)).toBe(200);
    for (const { status, body, headers } of answers) {
      expect([status, body.error]).toEqual([503, 'unavailable']);
      expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
      expect(body.retry_after_seconds).toBeGreaterThanOrEqual(1);
    }
  });
  await sent;
  const accepted = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status === 503);
  expect(accepted.length + refused.length).toBe(MANY);
  expect(accepted.length).toBeGreaterThanOrEqual(32);
  expect(await storedRuns()).toBe(accepted.length);
  expect((await create()).status).toBe(202);
});

it('takes those who only wait for their run for no load', async () => {
  const before = await storedRuns();
  const waiting: Promise<TestResponse>[] = [];
  for (let at = 0; at < MANY; at += 50) {
    waiting.push(...Array.from({ length: 50 }, () => create({ mode: 'sync' })));
    await expect.poll(storedRuns, { timeout: 25_000 }).toBe(before + at + 50);
  }
  expect((await create()).status).toBe(202);
  service.service.drain(); // Ends the waits.
  for (const { status, body } of await Promise.all(waiting)) expect([status, body.sync_fallback]).toEqual([202, true]);
});
