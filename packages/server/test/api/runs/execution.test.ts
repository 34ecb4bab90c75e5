/** Runs on several nodes, with workers that die, stall, stop and fail. */
import { RunFault } from '@brickwork/server/runs/run-fault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

const input = { transcript: TRANSCRIPT };
/** Each is waited for longer than the one before. */
const ATTEMPTS = 2;

describe('faults', () => {
  let service: TestService;
  let engine: ReturnType<typeof heldEvaluator>;
  let code: string;
  beforeAll(async () => {
    engine = heldEvaluator();
    service = await startTestService(
      { BRICKWORK_RUN_ATTEMPTS: String(ATTEMPTS), BRICKWORK_LEASE_MS: '1000' },
      { evaluate: engine.evaluate },
    );
    code = (await publishKit(service)).kit_code;
  });
  afterAll(() => service.stop());
  const create = async () =>
    (await service.call('POST', '/v1/runs', { key: service.adminKey, body: { kit_code: code, input } })).body.run_id;

  it('a transient fault puts the run back as queued, until its retry is due', async () => {
    const before = engine.held.length;
    const id = await create();
    (await engine.next(before)).fail(
      new RunFault({ code: 'provider_rate_limited', message: 'later', userMessage: 'later', retryAfterMs: 300 }),
    );
    const queued = await untilStatus(service, service.adminKey, id, 'queued');
    expect(queued.waiting).toEqual({
      reason: 'provider_rate_limited',
      attempt: 2,
      next_attempt_at: expect.stringMatching(/^\d{4}-/),
    });
    (await engine.next(before + 1)).succeed();
    const run = await untilStatus(service, service.adminKey, id, 'succeeded');
    expect(run.waiting).toBeUndefined();
    expect(run.duration_ms).toBeGreaterThanOrEqual(300);
  });

  it('an unexpected error is retried, then fails the run without repeating its message', async () => {
    const before = engine.held.length;
    const id = await create();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      (await engine.next(before + attempt)).fail(new TypeError('my conversation text'));
    const run = await untilStatus(service, service.adminKey, id, 'failed');
    expect(run).toMatchObject({ error_code: 'run_request_failed', error_user_message: expect.any(String) });
    expect(JSON.stringify(run)).not.toContain('conversation text');
  });

  it('a worker that stalls past its lease loses the run; its late result changes nothing', async () => {
    const before = engine.held.length;
    const id = await create();
    const first = await engine.next(before);
    // The worker loses its lease without noticing, as if the machine had been asleep.
    await service.testDatabase.database.query(
      `UPDATE jobs SET run_at = now() - interval '1 second', token = gen_random_uuid()`,
    );
    const second = await engine.next(before + 1);
    await expect.poll(() => first.signal.aborted, { timeout: 5_000 }).toBe(true);
    first.succeed();
    expect((await service.call('GET', `/v1/runs/${id}`, { key: service.adminKey })).body.status).toBe('running');
    second.succeed();
    await untilStatus(service, service.adminKey, id, 'succeeded');
  });

  it('a run whose worker is lost every time fails instead of looping', async () => {
    const before = engine.held.length;
    const id = await create();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await engine.next(before + attempt);
      await service.testDatabase.database.query(
        `UPDATE jobs SET run_at = now() - interval '1 second', token = gen_random_uuid()`,
      );
    }
    const run = await untilStatus(service, service.adminKey, id, 'failed');
    expect(run).toMatchObject({
      error_code: 'run_request_failed',
      error_message: expect.stringContaining(`${ATTEMPTS} times`),
    });
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('a deadline ends a run that takes too long', async () => {
    const node = await startTestService({ BRICKWORK_RUN_DEADLINE_MS: '200' }, { evaluate: heldEvaluator().evaluate });
    try {
      const kit = await publishKit(node);
      const { body } = await node.call('POST', '/v1/runs', {
        key: node.adminKey,
        body: { kit_code: kit.kit_code, input, mode: 'sync' },
      });
      expect(body).toMatchObject({
        status: 'failed',
        error_code: 'run_request_failed',
        error_message: expect.stringContaining('200 ms'),
      });
    } finally {
      await node.stop();
    }
  });
});

describe('two nodes on one database', () => {
  it('share the work, wake each other, and hand over when one stops', async () => {
    const engine = heldEvaluator();
    const service = await startTestService({ BRICKWORK_RUN_SLOTS: '4' }, { evaluate: engine.evaluate });
    try {
      const { kit_code } = await publishKit(service);
      const second = await service.node();
      const made: string[] = [];
      for (let index = 0; index < 8; index += 1) {
        const node = index % 2 === 0 ? service : second;
        made.push(
          (await node.call('POST', '/v1/runs', { key: service.adminKey, body: { kit_code, input } })).body.run_id,
        );
      }
      await engine.next(7);
      expect(new Set(engine.held.map(({ work }) => work.runId))).toEqual(new Set(made));
      await second.stop(); // Puts its runs back uncounted; the first has no free slot for them yet.
      const onFirst = engine.held.filter(({ signal }) => !signal.aborted);
      expect(onFirst).toHaveLength(4);
      for (const run of onFirst) run.succeed();
      await engine.next(11);
      for (const run of engine.held) run.succeed();
      for (const id of made) await untilStatus(service, service.adminKey, id, 'succeeded');
      expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  it('an API node without workers is notified of the end by a worker node', async () => {
    const service = await startTestService({ BRICKWORK_ROLE: 'api' });
    try {
      const { kit_code } = await publishKit(service);
      const waiting = service.call('POST', '/v1/runs', {
        key: service.adminKey,
        body: { kit_code, input, mode: 'sync' },
      });
      await service.node({ BRICKWORK_ROLE: 'worker' });
      expect((await waiting).body).toMatchObject({ status: 'succeeded', output: { bricks: { turns: { value: 3 } } } });
    } finally {
      await service.stop();
    }
  });

  it('no waiting request is lost when the notification connection breaks', async () => {
    const engine = heldEvaluator();
    const service = await startTestService({}, { evaluate: engine.evaluate });
    try {
      const { kit_code } = await publishKit(service);
      const api = await service.node({ BRICKWORK_ROLE: 'api' });
      const waiting = api.call('POST', '/v1/runs', { key: service.adminKey, body: { kit_code, input, mode: 'sync' } });
      const run = await engine.next(0);
      await service.testDatabase.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      );
      run.succeed();
      expect((await waiting).body.status).toBe('succeeded');
    } finally {
      await service.stop();
    }
  });
});
