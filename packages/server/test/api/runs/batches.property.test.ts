import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../../../test/support/draws.ts';
import { heldEvaluator, publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

/** In `npm test` a tenth of what one request may have. */
const RUNS = draws(1_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: heldEvaluator().evaluate });
});
afterAll(() => service.stop());

describe('POST /v1/batches', () => {
  it('200: as many at once as there may be; 400: more, or none', async () => {
    const { kit_code } = await publishKit(service);
    const run = { kit_code, input: { transcript: 'A: b', instant: true } };
    const { body } = await service.call('POST', '/v1/batches', {
      key: service.adminKey,
      body: { runs: Array.from({ length: RUNS }, () => run) },
    });
    expect(new Set(body.data.map((line: { run_id: string }) => line.run_id)).size).toBe(RUNS);
    for (const runs of [[], Array.from({ length: 1_001 }, () => run)]) {
      expect((await service.call('POST', '/v1/batches', { key: service.adminKey, body: { runs } })).body.error).toBe(
        'invalid_parameter',
      );
    }
    await expect
      .poll(async () => (await service.testDatabase.database.query('SELECT 1 FROM jobs')).rowCount, { timeout: 20_000 })
      .toBe(0);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });
});
