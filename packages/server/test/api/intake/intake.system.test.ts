/** Expressions that take for ever, and their process when it is killed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyProcess } from '../../../../../test/support/busy-process.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { INTAKE, payload, pushing } from './support/pushing.ts';

let service: TestService;
const setUp = () => pushing(service);
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('a machine that fails', () => {
  it('costs an accepted delivery nothing but time: it is retried', { timeout: 120_000 }, async () => {
    const { put, send, settle, call } = await setUp();
    const slow = '($f := function($n) { $n = 0 ? call.transcript : $f($n - 1) }; { "transcript": $f(10000) })';
    expect((await put({ ...INTAKE, map: { input: slow } })).status).toBe(200);
    const sent = await send(payload('c-1'));
    process.kill(await busyProcess('expression-process'), 'SIGKILL');
    const { body } = await settle(sent);
    expect(body).toMatchObject({ outcome: 'accepted', runs: [{ kit: 'calls' }] });
    expect((await call('GET', `/v1/runs/${body.runs[0].run_id}`)).status).toBe(200);
  });
});

describe('a hostile expression', () => {
  it('that never ends fails, and the service answers others meanwhile', async () => {
    const { push, put } = await setUp();
    const other = await setUp();
    await put({ ...INTAKE, map: { input: '($f := function($x) { $f($x + 1) }; $f(0))' } });
    const [hostile, ...others] = await Promise.all([
      push(payload('c-1')),
      other.push(payload('c-1')),
      other.call('GET', '/v1/intakes'),
    ]);
    expect(hostile.body).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/took too long/) });
    expect(others.map(({ status }) => status)).toEqual([202, 200]);
  }, 30_000);
});
