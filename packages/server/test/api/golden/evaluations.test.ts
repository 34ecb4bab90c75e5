/** Evaluations that share the machine, are cancelled, and lose their golden set. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants } from '@brickwork/server/queue/store/check-invariants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
/** Lines of sets named `slow` take this long; tests wait for states, not for times. */
const LINE_MS = 40;
let asked: string[] = [];

beforeAll(async () => {
  service = await startTestService(
    {},
    {
      async answerLine(_kit, input, { signal }) {
        const name = String(input.transcript);
        asked.push(name);
        if (name.startsWith('slow')) await sleep(LINE_MS, undefined, { signal });
        const outcomes = [
          { key: 'solved', value: true, confidence: 0.9, reason: '', evidence: [], basis: 'lexical' as const },
        ];
        return { evaluation: { outcomes, warnings: [], engine: 'local' }, microCredits: 0 };
      },
    },
  );
  await publishedKit(service, { kit: 'shared', bricks: [{ key: 'solved', type: 'boolean', question: 'Solved?' }] });
});
afterAll(() => service.stop());
beforeEach(() => {
  asked = [];
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: service.adminKey, ...(body !== undefined && { body }) });

async function start(set: string, count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) => ({
    input: { transcript: `${set} ${index}` },
    expected: { solved: true },
  }));
  expect((await call('PUT', `/v1/kits/shared/golden-sets/${set}`, { lines })).status).toBe(200);
  const { status, body } = await call('POST', '/v1/kits/shared/evaluations', { set });
  expect(status).toBe(202);
  return body.evaluation_id;
}

const get = async (id: string) => (await call('GET', `/v1/evaluations/${id}`)).body;
const until = (id: string, status: string) =>
  expect.poll(async () => (await get(id)).status, { timeout: 30_000, interval: 50 }).toBe(status);

describe('evaluations', () => {
  it('take turns: one line does not wait for thousands, and nothing is asked twice', async () => {
    const long = await start('slow-long', 400);
    await expect.poll(async () => (await get(long)).done, { timeout: 10_000 }).toBeGreaterThan(0);
    const short = await start('quick', 1);
    await until(short, 'succeeded');
    expect(await get(long)).toMatchObject({ status: 'running', total: 400 });
    await until(long, 'succeeded');
    expect(await get(long)).toMatchObject({ done: 400, total: 400 });
    expect(new Set(asked).size).toBe(asked.length);
  }, 60_000);

  it('are cancelled at once, with what they did; 409: one that has ended, 404: none', async () => {
    const id = await start('slow-cancelled', 500);
    await expect.poll(async () => (await get(id)).done, { timeout: 10_000 }).toBeGreaterThan(0);
    const { status, body } = await call('POST', `/v1/evaluations/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ evaluation_id: id, status: 'cancelled', completed_at: expect.any(String) });
    const next = await start('quick', 1);
    await until(next, 'succeeded');
    expect(asked.length).toBeLessThan(500);
    const { done, status: after, report } = await get(id);
    expect([after, report]).toEqual(['cancelled', undefined]);
    expect(done).toBeLessThan(500);
    const again = await call('POST', `/v1/evaluations/${id}/cancel`);
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('it is cancelled')]);
    expect((await call('POST', `/v1/evaluations/${next}/cancel`)).status).toBe(409);
    expect((await call('POST', '/v1/evaluations/evl_01m7er7dfgeqcrm640y1251418/cancel')).status).toBe(404);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('say so when their set is deleted; their progress is that of the lines that there are', async () => {
    const id = await start('slow-deleted', 500);
    await expect.poll(async () => (await get(id)).done, { timeout: 10_000 }).toBeGreaterThan(0);
    expect((await call('DELETE', '/v1/kits/shared/golden-sets/slow-deleted')).status).toBe(200);
    await until(id, 'failed');
    expect(await get(id)).toMatchObject({ error: 'The golden set was deleted while it was evaluated.', total: 0 });
    expect(asked.length).toBeLessThan(500);
  });
});
