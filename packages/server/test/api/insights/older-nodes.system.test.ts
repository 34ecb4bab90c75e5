/** Nodes of a release from before migration 32 leave no rows for runs that failed or were cancelled: insights count these at once all the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldEvaluator, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { RunFault } from '../../../src/runs/run-fault.ts';

const engine = heldEvaluator();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: engine.evaluate });
});
afterAll(() => service.stop());

it('counts what an older node has ended, beside it and after it', async () => {
  const { database } = service.testDatabase;
  const { kit_code: kitCode } = await publishKit(service);
  const create = async () => {
    const body = { kit_code: kitCode, input: { transcript: TRANSCRIPT } };
    return (await service.call('POST', '/v1/runs', { key: service.adminKey, body })).body.run_id as string;
  };
  const [failed, cancelled] = [await create(), await create()];
  for (const index of [0, 1]) {
    const run = await engine.next(index);
    if (run.work.runId === failed)
      run.fail(new RunFault({ code: 'input_too_long', message: 'too long', userMessage: 'Too long.' }));
  }
  await service.call('POST', `/v1/runs/${cancelled}/cancel`, { key: service.adminKey });
  await untilStatus(service, service.adminKey, failed, 'failed');
  await untilStatus(service, service.adminKey, cancelled, 'cancelled');
  const counted = async () => {
    const { status, body } = await service.call('GET', `/v1/kits/${kitCode}/insights`, { key: service.adminKey });
    expect(status, JSON.stringify(body)).toBe(200);
    return [body.total.runs.failed, body.total.runs.cancelled];
  };
  await expect.poll(counted, { timeout: 30_000 }).toEqual([1, 1]);

  // An older node, which would have told nobody.
  const older = newUuid();
  await database.query('DELETE FROM run_answers');
  await database.query(`INSERT INTO nodes (id, role, seen_at) VALUES ($1, 'all', now() + interval '1 hour')`, [older]);
  await expect.poll(counted, { timeout: 30_000 }).toEqual([1, 1]);
  // What it ended last.
  await database.query('DELETE FROM run_answers');
  await database.query('DELETE FROM nodes WHERE id = $1', [older]);
  await expect.poll(counted, { timeout: 30_000 }).toEqual([1, 1]);

  // As after an upgrade with all nodes stopped: the first that leads counts them.
  await service.service.background.stop();
  await database.query('DELETE FROM run_answers');
  await service.node();
  await expect.poll(counted, { timeout: 30_000 }).toEqual([1, 1]);
}, 120_000);
