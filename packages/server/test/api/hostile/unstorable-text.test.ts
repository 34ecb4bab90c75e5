/** A NUL: JSON can write it and PostgreSQL cannot hold it. In what a conversation makes of its answers, and in what people say of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';

let service: TestService;
let kit: Awaited<ReturnType<typeof publishedKit>>;

beforeAll(async () => {
  service = await sharedTestService(tellingEvaluator);
  kit = await publishedKit(service, kitDocument('review'));
});
afterAll(() => service.stop());

async function call(method: string, path: string, body?: unknown, status = 200) {
  const answer = await service.call(method, path, { key: service.adminKey, ...(body === undefined ? {} : { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body;
}

const run = () =>
  toldRun(service, service.adminKey, kit.kit_code, { solved: { value: true }, caller: { value: 'Ann\0Lee' } });

describe('an answer with a NUL', () => {
  it('is listed and counted without it, and read as it was given', async () => {
    const runId = await run();
    const { data } = await call('GET', `/v1/runs?kit_code=${kit.kit_code}&answer.solved=true&include=answers`);
    expect(data).toMatchObject([{ run_id: runId, answers: { caller: { value: 'Ann Lee' } } }]);
    await call('GET', `/v1/kits/${kit.kit_id}/insights`);
    expect((await call('GET', `/v1/runs/${runId}`)).output.bricks.caller.value).toBe('Ann\0Lee');
  });

  it('can be corrected, and erased with all that was said of it', async () => {
    const runId = await run();
    const correction = { brick: 'caller', verdict: 'wrong', value: 'Ann\0Leigh', note: 'Another name.' };
    await call('POST', `/v1/runs/${runId}/reviews`, [correction], 201);
    await call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/said`, { from_reviews: { min_reviewers: 1 } });
    expect(JSON.stringify(await call('GET', '/v1/events'))).toContain('Another name.');
    await call('DELETE', `/v1/runs/${runId}`);
    expect(JSON.stringify(await call('GET', '/v1/events'))).not.toMatch(/Another name|Leigh/);
  });

  it('is refused as the name of a golden line or of a golden set', async () => {
    const line = { external_id: 'a\0b', input: { transcript: 'Ann: hello' }, expected: { solved: true } };
    await call('PUT', `/v1/kits/${kit.kit_id}/golden-sets/named`, { lines: [line] }, 400);
    await call('POST', `/v1/kits/${kit.kit_id}/evaluations`, { set: 'said\0' }, 400);
  });
});
