import { changePlan, changeRetention } from '@brickwork/server/access/manage-workspaces';
import { createHousekeepingStore } from '@brickwork/server/runs/store/housekeeping-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let engine: ReturnType<typeof heldEvaluator>;
beforeAll(async () => {
  engine = heldEvaluator();
  service = await startTestService(
    {
      BRICKWORK_PLANS: JSON.stringify({
        tiny: { run_creations_per_minute: 6, reads_per_minute: 600, runs_at_once: 2, sync_waits_at_once: 1 },
      }),
    },
    { evaluate: engine.evaluate },
  );
});
afterAll(() => service.stop());

const input = { transcript: TRANSCRIPT };
async function tenant(name: string, plan: string) {
  const id = await service.workspace(name, plan);
  const key = await service.key(id);
  const { kit_code } = await publishKit(service, key);
  const create = (more: object = {}, headers: Record<string, string> = {}) =>
    service.call('POST', '/v1/runs', { key, body: { kit_code, input, ...more }, headers });
  return { id, key, kit_code, create };
}

describe('creation', () => {
  it('429 beyond the plan, with Retry-After = retry_after_seconds and RateLimit fields; replays are free', async () => {
    const { create } = await tenant('quick', 'tiny');
    const first = await create({}, { 'idempotency-key': 'a' });
    expect(first.headers.get('ratelimit-policy')).toBe('"create";q=6;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"create";r=5;t=\d+$/);
    for (let replay = 0; replay < 10; replay += 1)
      expect((await create({}, { 'idempotency-key': 'a' })).status).toBe(202);
    for (let request = 0; request < 5; request += 1) expect((await create()).status).toBe(202);
    const { status, body, headers } = await create();
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(headers.get('retry-after')).toBe(String(body.retry_after_seconds));
    expect(body.retry_after_seconds).toBeGreaterThanOrEqual(1);
    expect(headers.get('ratelimit')).toMatch(/^"create";r=0;t=\d+$/);
    // A request that was rate-limited has not used its idempotency key.
    expect((await create({}, { 'idempotency-key': 'a' })).status).toBe(429);
  });

  it('counts reads separately, and other workspaces not at all', async () => {
    const { key } = await tenant('reader', 'tiny');
    const { headers } = await service.call('GET', '/v1/runs', { key });
    expect(headers.get('ratelimit-policy')).toBe('"read";q=600;w=60');
    const free = await service.call('GET', '/v1/runs', { key: service.adminKey });
    expect(free.headers.get('ratelimit')).toBeNull();
  });

  it('accepts a batch as a whole or not at all', async () => {
    const { key, kit_code } = await tenant('batch', 'tiny');
    const runs = Array.from({ length: 7 }, () => ({ kit_code, input }));
    expect((await service.call('POST', '/v1/batches', { key, body: { runs } })).status).toBe(429);
    expect((await service.call('POST', '/v1/batches', { key, body: { runs: runs.slice(0, 5) } })).status).toBe(200);
  });
});

describe('runs at once', () => {
  it('keep further runs queued, and start them one by one', async () => {
    const { create, key } = await tenant('narrow', 'tiny');
    const before = engine.held.length;
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await create()).body.run_id);
    await engine.next(before + 1);
    const statuses = async () =>
      Promise.all(ids.map(async (id) => (await service.call('GET', `/v1/runs/${id}`, { key })).body.status));
    expect(await statuses()).toEqual(['running', 'running', 'queued', 'queued']);
    expect(engine.held).toHaveLength(before + 2);
    (await engine.next(before)).succeed();
    await engine.next(before + 2);
    expect((await statuses()).sort()).toEqual(['queued', 'running', 'running', 'succeeded']);
    for (let index = 1; index < 4; index += 1) (await engine.next(before + index)).succeed();
    for (const id of ids) await untilStatus(service, key, id, 'succeeded');
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('are freed at once by a larger plan', async () => {
    const { create } = await tenant('grows', 'tiny');
    const before = engine.held.length;
    for (let index = 0; index < 4; index += 1) await create();
    await engine.next(before + 1);
    await changePlan(service.service.access, 'grows', 'unlimited');
    await engine.next(before + 3);
    for (const run of engine.held) run.succeed();
  });

  it('of a full workspace do not delay another workspace', async () => {
    const busy = await tenant('busy', 'scale');
    const quiet = await tenant('quiet', 'scale');
    const runs = Array.from({ length: 300 }, () => ({ kit_code: busy.kit_code, input }));
    await service.call('POST', '/v1/batches', { key: busy.key, body: { runs } });
    const mine = (await quiet.create()).body.run_id;
    // Release the busy workspace's runs one by one: the quiet workspace's run must start long before they are done.
    let released = 0;
    await expect
      .poll(
        () => {
          const index = engine.held.findIndex(({ work }) => work.runId === mine);
          if (index >= 0) return true;
          for (const run of engine.held) run.succeed();
          released = engine.held.length;
          return false;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe(true);
    expect(released).toBeLessThan(250);
    const drain = setInterval(() => engine.held.forEach((run) => void run.succeed()), 5);
    await expect
      .poll(async () => (await service.testDatabase.database.query(`SELECT 1 FROM jobs WHERE kind = 'run'`)).rowCount, {
        timeout: 20_000,
      })
      .toBe(0);
    clearInterval(drain);
  });
});

describe('sync waits at once', () => {
  it('429 beyond the plan', async () => {
    const { create } = await tenant('waits', 'tiny');
    const before = engine.held.length;
    const first = create({ mode: 'sync' });
    const run = await engine.next(before);
    const { status, body } = await create({ mode: 'sync' });
    expect([status, body.error, body.retry_after_seconds]).toEqual([429, 'rate_limited', 1]);
    run.succeed();
    expect((await first).status).toBe(200);
  });
});

describe('retention', () => {
  it('clears inputs and outputs, deletes runs, and never touches runs in progress', async () => {
    const { create, key } = await tenant('forgets', 'unlimited');
    const ended = (await create({ input: { ...input, instant: true } })).body.run_id;
    await untilStatus(service, key, ended, 'succeeded');
    const before = engine.held.length;
    const open = (await create()).body.run_id;
    await engine.next(before);
    const house = (days: number) =>
      createHousekeepingStore(service.testDatabase.database, () => new Date(Date.now() + days * 86_400_000));
    await changeRetention(service.service.access, 'forgets', { inputDays: 1, outputDays: 2, runDays: 30 });
    const look = async (id: string) => (await service.call('GET', `/v1/runs/${id}?include=input`, { key })).body;
    await house(0).purge(100);
    expect(await look(ended)).toHaveProperty('input');
    await house(1.5).purge(100);
    expect(await look(ended)).not.toHaveProperty('input');
    expect(await look(ended)).toHaveProperty('output');
    expect(await look(ended)).not.toHaveProperty('erased_at');
    await house(3).purge(100);
    expect(await look(ended)).not.toHaveProperty('output');
    expect(await look(ended)).toMatchObject({ status: 'succeeded', erased_at: expect.any(String) });
    expect(await look(open)).not.toHaveProperty('erased_at');
    expect(await look(open)).toHaveProperty('input');
    await house(31).purge(100);
    expect((await look(ended)).error).toBe('run_not_found');
    (await engine.next(before)).succeed();
    await untilStatus(service, key, open, 'succeeded');
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });
});
