/** Backfills over HTTP: estimated, started, capped, cancelled, compared, and never asked twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { untilAborted, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { createBackfillStore } from '../../../src/backfills/store/backfill-store.ts';
import { decodeId } from '../../../src/core/ids.ts';
import { LaneClock } from '../../../src/queue/lane-clock.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import type { RunWork } from '../../../src/runs/store/find-runs.ts';
import { createHousekeepingStore } from '../../../src/runs/store/housekeeping-store.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

let service: TestService;
let workspaces = 0;
/** How often each conversation was answered, by version and transcript. */
const asked = new Map<string, number>();
/** Runs of a backfill whose conversation says "wait" wait until the test lets them go. */
let gate: Promise<void> = Promise.resolve();
let open: () => void = () => {};

function close(): void {
  gate = new Promise((resolve) => {
    open = resolve;
  });
}

/** The first version says yes; later ones say yes only where the conversation says "solved". Each run costs half a credit. */
async function evaluate(work: RunWork, signal: AbortSignal) {
  const { transcript } = JSON.parse(work.input) as { transcript: string };
  if (work.type === 'backfill' && transcript.includes('wait')) await Promise.race([gate, untilAborted(signal)]);
  const name = `${work.type} ${transcript}`;
  asked.set(name, (asked.get(name) ?? 0) + 1);
  const solved = work.type === 'api' || transcript.includes('solved');
  const bricks = {
    score: { value: solved ? 8 : 3, confidence: 0.9 },
    solved: { value: solved, confidence: 0.9 },
    mood: { value: 'good', confidence: 0.9 },
  };
  const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks };
  return { output, warnings: [], usage: { ...NO_USAGE, engine: 'local', calls: 1, microCredits: 500_000 } };
}

beforeAll(async () => {
  service = await startTestService({ BRICKWORK_LEASE_MS: '2000' }, { evaluate });
});
afterAll(() => service.stop());

async function setUp(transcripts: readonly string[]) {
  workspaces += 1;
  const workspaceId = await service.workspace(`backfills-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const runs: string[] = [];
  for (const [index, transcript] of transcripts.entries()) {
    const { body } = await call('POST', '/v1/runs', {
      kit_code: kit.kit_code,
      input: { transcript: `${workspaces} ${transcript}` },
      external_id: `call-${index}`,
      metadata: { team: index % 2 === 0 ? 'emea' : 'apac' },
    });
    runs.push(body.run_id);
  }
  for (const runId of runs) await untilStatus(service, admin, runId, 'succeeded');
  const { body: draft } = await push(service, { ...kitDocument('support'), name: 'Second' }, { key: admin });
  const start = (more: object = {}) =>
    call('POST', '/v1/backfills', { kit_version_id: draft.kit_version_id, max_credits: 100, ...more });
  const until = async (backfillId: string, ...statuses: string[]) => {
    let body: { status: string } & Record<string, unknown> = { status: '' };
    await expect
      .poll(
        async () => {
          ({ body } = await call('GET', `/v1/backfills/${backfillId}`));
          return body.status;
        },
        { timeout: 30_000, interval: 50 },
      )
      .toSatisfy((status: string) => (statuses.length === 0 ? status !== 'running' : statuses.includes(status)));
    return body;
  };
  const rescored = async (backfillId: string) =>
    (await call('GET', `/v1/runs?backfill_id=${backfillId}&include=answers`)).body.data;
  return { workspaceId, admin, kit, draft, call, runs, start, until, rescored };
}

const CALLS = ['solved', 'open', 'open again', 'solved too'];
const timesAsked = (transcript: string) => asked.get(`backfill ${workspaces} ${transcript}`) ?? 0;

describe('POST /v1/backfills', () => {
  it('200: a dry run says what it would cost and starts nothing', async () => {
    const { start, call } = await setUp(CALLS);
    const { status, body } = await start({ dry_run: true, max_credits: undefined });
    expect([status, body]).toEqual([
      200,
      {
        runs: 4,
        without_input: 0,
        input_tokens: 0,
        credits: 0,
        most_credits_per_run: 0,
        seconds: expect.any(Number),
      },
    ]);
    expect((await start({ dry_run: true, filter: { 'metadata.team': 'emea' } })).body.runs).toBe(2);
    expect((await start({ dry_run: true, filter: { team: 'emea' } })).body.runs).toBe(2);
    const mistyped = await start({ dry_run: true, filter: { tema: 'emea' } });
    expect([mistyped.status, mistyped.body.detail]).toEqual([400, expect.stringContaining('team')]);
    expect((await start({ dry_run: true, filter: { 'answer.solved': 'false' } })).body.runs).toBe(0);
    expect((await start({ dry_run: true, sample: 3 })).body.runs).toBe(3);
    expect((await start({ dry_run: true, filter: { external_id: 'call-1', reviewed: false } })).body.runs).toBe(1);
    expect((await call('GET', '/v1/backfills')).body.data).toEqual([]);
  });

  it('202: asks every run again with the draft, links the new runs and overwrites nothing', async () => {
    const { start, until, rescored, runs, call, kit, draft } = await setUp(CALLS);
    const before = (await call('GET', `/v1/runs/${runs[1]}`)).body;
    const started = await start({ filter: {} });
    expect([started.status, started.body]).toMatchObject([
      202,
      { status: 'running', total: 4, kit_version: 2, webhooks: false, max_credits: 100, filter: {} },
    ]);
    const id = started.body.backfill_id;
    expect(await until(id)).toMatchObject({ status: 'succeeded', done: 4, succeeded: 4, failed: 0, credits: 2 });
    const made = await rescored(id);
    expect(made).toHaveLength(4);
    expect(made.map((run: { rescored_from: string }) => run.rescored_from).sort()).toEqual([...runs].sort());
    expect(made[0]).toMatchObject({
      type: 'backfill',
      backfill_id: id,
      kit_version_id: draft.kit_version_id,
      status: 'succeeded',
    });
    for (const transcript of CALLS) expect(timesAsked(transcript)).toBe(1);
    expect((await call('GET', `/v1/runs/${runs[1]}`)).body).toEqual(before);
    // Lists, insights, exports and events do not show them unless asked.
    expect((await call('GET', '/v1/runs')).body.data).toHaveLength(4);
    expect((await call('GET', '/v1/runs?type=backfill')).body.data).toHaveLength(4);
    const insights = await call('GET', `/v1/kits/${kit.kit_id}/insights`);
    expect(insights.body.total.runs.succeeded).toBe(4);
    const chosen = await call('GET', `/v1/kits/${kit.kit_id}/insights?backfill_id=${id}`);
    expect(chosen.body.total.bricks[1].values).toMatchObject([{ count: 2 }, { count: 2 }]);
    expect((await call('GET', '/v1/runs/export')).body.trim().split('\n')).toHaveLength(12);
    expect((await call('GET', '/v1/events?limit=100')).body.data).toHaveLength(4);
    // They read the input of the run that they ask again, and they are charged.
    const one = made.find((run: { rescored_from: string }) => run.rescored_from === runs[1]);
    expect((await call('GET', `/v1/runs/${one.run_id}?include=input`)).body.input).toEqual({
      transcript: `${workspaces} open`,
    });
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('202: a sample is the same each time; with webhooks the new runs have events', async () => {
    const { start, until, rescored, call } = await setUp(CALLS);
    const chosen = [];
    for (const webhooks of [false, true]) {
      const { body } = await start({ sample: 2, webhooks });
      await until(body.backfill_id);
      const made = await rescored(body.backfill_id);
      chosen.push(made.map((run: { rescored_from: string }) => run.rescored_from).sort());
    }
    expect(chosen[0]).toHaveLength(2);
    expect(chosen[1]).toEqual(chosen[0]);
    expect((await call('GET', '/v1/events?limit=100')).body.data).toHaveLength(6);
  });

  it('202: asks exactly the runs that are named; 404: when one is not of the kit, and 400: with a filter besides', async () => {
    const { runs, start, until, rescored } = await setUp(['one', 'two', 'three']);
    const chosen = [runs[2] ?? '', runs[0] ?? ''];
    const { status, body } = await start({ run_ids: chosen });
    expect([status, body]).toEqual([202, expect.objectContaining({ total: 2, filter: { runs: 2 } })]);
    await until(body.backfill_id);
    const sources = (await rescored(body.backfill_id)).map((run: { rescored_from: string }) => run.rescored_from);
    expect(sources.toSorted()).toEqual(chosen.toSorted());
    const other = await setUp(['elsewhere']);
    const refused = await start({ run_ids: [...chosen, ...other.runs] });
    expect([refused.status, refused.body.error]).toEqual([404, 'run_not_found']);
    expect((await start({ run_ids: chosen, filter: { team: 'emea' } })).status).toBe(400);
  });

  it('202: no run is started that would exceed the cap', async () => {
    const { start, until } = await setUp(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']);
    // Nothing is known about the cost of the first eight, which are started together; after them the cap holds.
    const { body } = await start({ max_credits: 4.2, engine: 'local' });
    expect(await until(body.backfill_id)).toMatchObject({ status: 'capped', total: 12, done: 8, credits: 4 });
  });

  it('400: for a filter that is not known, no cap, and nothing that matches; 404: for a version that is not there', async () => {
    const { start } = await setUp(['one']);
    for (const [more, detail] of [
      [{ filter: { tema: 'emea' } }, 'filter'],
      [{ filter: { 'answer.nope': 'true' } }, 'answer.nope'],
      [{ max_credits: undefined }, 'max_credits'],
      [{ max_credits: -1 }, 'max_credits'],
      [{ sample: 0 }, 'sample'],
      [{ filter: { created_after: 'yesterday' } }, 'filter'],
      [{ filter: { 'metadata.team': 'nobody' } }, 'no matching run'],
      [{ surprise: true }, 'surprise'],
    ] as const) {
      const { status, body } = await start(more);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(detail)]);
    }
    const none = await start({ kit_version_id: '019a1111-2222-7333-8444-555566667777' });
    expect([none.status, none.body.error]).toEqual([404, 'kit_not_found']);
    expect((await start({ kit_version_id: 'x' })).status).toBe(404);
  });

  it('403: for a key that may only read', async () => {
    const { workspaceId, call, draft } = await setUp([]);
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    const request = { kit_version_id: draft.kit_version_id, max_credits: 1 };
    expect((await call('POST', '/v1/backfills', request, viewer)).status).toBe(403);
    expect((await call('GET', '/v1/backfills', undefined, viewer)).status).toBe(200);
  });
});

describe('POST /v1/backfills/:backfillId/cancel', () => {
  it('200: starts no more and cancels what is open; 409: when it has ended', async () => {
    const { start, call, until, rescored, admin } = await setUp(Array.from({ length: 12 }, (_, i) => `wait ${i}`));
    close();
    const { body } = await start();
    const path = `/v1/backfills/${body.backfill_id}`;
    await expect.poll(async () => (await rescored(body.backfill_id)).length, { timeout: 20_000 }).toBe(8);
    const cancelled = await call('POST', `${path}/cancel`);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'cancelled', done: 8, skipped: 8 }]);
    for (const { run_id } of await rescored(body.backfill_id)) await untilStatus(service, admin, run_id, 'cancelled');
    expect((await call('POST', `${path}/cancel`)).status).toBe(409);
    expect(await until(body.backfill_id)).toMatchObject({ status: 'cancelled', total: 12 });
    open();
    // The next one gets its turn.
    const next = await start({ sample: 1 });
    expect(await until(next.body.backfill_id)).toMatchObject({ status: 'succeeded', done: 1 });
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('200: cancels what a node that was killed while it cancelled left open', async () => {
    const { start, call, rescored, admin, workspaceId } = await setUp(['wait for it', 'wait for this']);
    close();
    const { body } = await start();
    await expect.poll(async () => (await rescored(body.backfill_id)).length, { timeout: 20_000 }).toBe(2);
    const { database } = service.testDatabase;
    const [clock, runClock] = [new LaneClock(), new LaneClock()];
    const store = createBackfillStore({ database, clock, runClock, capacityOf: () => null, hasRoom: () => true });
    const scope = { workspaceId, environment: 'live' as const };
    expect(await store.cancel(scope, body.backfill_id, new Date())).toHaveLength(2);
    const path = `/v1/backfills/${body.backfill_id}/cancel`;
    const again = await call('POST', path);
    expect([again.status, again.body]).toMatchObject([200, { status: 'cancelled', skipped: 2 }]);
    for (const { run_id } of await rescored(body.backfill_id)) await untilStatus(service, admin, run_id, 'cancelled');
    expect((await call('POST', path)).status).toBe(409);
    open();
  });

  it('404: for one that is not there', async () => {
    const { call } = await setUp([]);
    for (const id of ['bfl_01hqz0000000000000000000zz', 'x'])
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', '/cancel'],
        ['GET', '/comparison'],
      ] as const)
        expect((await call(method, `/v1/backfills/${id}${rest}`)).status).toBe(404);
  });
});

describe('GET /v1/backfills/:backfillId/comparison', () => {
  it('200: shares before and after, the runs that changed, and McNemar’s test', async () => {
    const { start, until, call, runs } = await setUp(CALLS);
    const { body } = await start();
    await until(body.backfill_id);
    const path = `/v1/backfills/${body.backfill_id}/comparison`;
    const { body: compared } = await call('GET', path);
    expect(compared).toMatchObject({ backfill_id: body.backfill_id, status: 'succeeded', n: 4 });
    const [score, solved, mood] = compared.bricks;
    // Of 8, 8, 8, 8, which say nothing about how numbers differ, and of 8, 3, 3, 8: the second has a standard deviation of 2.887.
    expect(score.numbers).not.toHaveProperty('interval_before');
    expect(score).toMatchObject({
      key: 'score',
      changed: 2,
      numbers: {
        mean_before: 8,
        mean_after: 5.5,
        interval_after: { low: expect.closeTo(2.671, 3), high: expect.closeTo(8.329, 3) },
        difference: { value: -2.5, low: expect.closeTo(-5.329, 3), high: expect.closeTo(0.329, 3) },
        up: 0,
        down: 2,
        p: 0.5,
      },
    });
    expect(solved).toMatchObject({ key: 'solved', type: 'boolean', n: 4, changed: 2 });
    expect(solved.values).toEqual([
      { value: true, before: 4, after: 2, share_before: 1, share_after: 0.5, gained: 0, lost: 2, p: 0.5 },
      { value: false, before: 0, after: 2, share_before: 0, share_after: 0.5, gained: 2, lost: 0, p: 0.5 },
    ]);
    expect(solved.flips).toMatchObject([
      { run_id: runs[1], before: true, after: false },
      { run_id: runs[2], before: true, after: false },
    ]);
    expect(mood).toMatchObject({ key: 'mood', changed: 0, flips: [] });
    expect((await call('GET', `${path}?flips=1`)).body.bricks[0].flips).toHaveLength(1);
    expect((await call('GET', `${path}?flips=many`)).status).toBe(400);
  });
});

describe('contents', () => {
  it('erasing a run erases the runs that ask it again', async () => {
    const { start, until, rescored, call, runs } = await setUp(CALLS);
    const first = await start();
    await until(first.body.backfill_id);
    await call('DELETE', `/v1/runs/${runs[0]}`);
    const made = await rescored(first.body.backfill_id);
    const erased = made.filter((run: { erased_at?: string }) => run.erased_at !== undefined);
    expect(erased).toMatchObject([{ rescored_from: runs[0] }]);
    expect((await call('GET', `/v1/runs/${erased[0].run_id}`)).body.output).toBeUndefined();
    expect((await start({ dry_run: true })).body).toMatchObject({ runs: 3, without_input: 1 });
  });

  it('a run that is erased no longer shows the input of the run that it asks again', async () => {
    const { start, until, rescored, call, runs } = await setUp(['solved']);
    const { body } = await start();
    await until(body.backfill_id);
    const [made] = await rescored(body.backfill_id);
    await call('DELETE', `/v1/runs/${made.run_id}`);
    const erased = await call('GET', `/v1/runs/${made.run_id}?include=input,conversation`);
    expect(erased.body.erased_at).toBeDefined();
    expect(JSON.stringify(erased.body)).not.toContain('solved');
    expect((await call('GET', `/v1/runs/${runs[0]}?include=input`)).body.input).toBeDefined();
  });

  it('retention clears no output that a backfill is asking again, and both together afterwards', async () => {
    const { start, until, rescored, call, runs, workspaceId } = await setUp(['wait a while']);
    close();
    const { body } = await start();
    await expect.poll(async () => (await rescored(body.backfill_id)).length, { timeout: 20_000 }).toBe(1);
    const days = { inputDays: null, outputDays: 1, runDays: null, auditDays: null };
    await service.service.access.store.setRetention(workspaceId, days);
    const later = () => new Date(Date.now() + 3 * 86_400_000);
    const house = createHousekeepingStore(service.testDatabase.database, later);
    const outputOf = async (runId: string | undefined) => (await call('GET', `/v1/runs/${runId}`)).body.output;
    await house.purge(100);
    expect(await outputOf(runs[0])).toBeDefined();
    open();
    await until(body.backfill_id);
    await house.purge(100);
    const [made] = await rescored(body.backfill_id);
    expect([await outputOf(runs[0]), await outputOf(made.run_id)]).toEqual([undefined, undefined]);
  });

  it('a run whose input is gone when its turn comes is skipped', async () => {
    const { start, until, rescored, runs } = await setUp(Array.from({ length: 12 }, (_, i) => `wait there ${i}`));
    close();
    const { body } = await start();
    await expect.poll(async () => (await rescored(body.backfill_id)).length, { timeout: 20_000 }).toBe(8);
    const started = (await rescored(body.backfill_id)).map((run: { rescored_from: string }) => run.rescored_from);
    const gone = runs.filter((runId) => !started.includes(runId));
    await service.testDatabase.database.query('UPDATE runs SET input = NULL WHERE id = ANY ($1)', [
      gone.map((runId) => decodeId('run', runId)),
    ]);
    open();
    expect(await until(body.backfill_id)).toMatchObject({ status: 'succeeded', done: 12, succeeded: 8, skipped: 4 });
  });
});

describe('a node that stops in the middle', () => {
  it('another one goes on, and nothing is asked twice', async () => {
    const transcripts = Array.from({ length: 20 }, (_, i) => `wait here ${i}`);
    const { start, rescored, until } = await setUp(transcripts);
    close();
    const { body } = await start();
    await expect.poll(async () => (await rescored(body.backfill_id)).length, { timeout: 20_000 }).toBe(8);
    const other = await service.node();
    // As if its worker had been killed: the lease is not renewed and runs out.
    await service.testDatabase.database.query(
      `UPDATE jobs SET token = gen_random_uuid(), run_at = now() - interval '1 second' WHERE kind = 'backfill' AND state = 'held'`,
    );
    open();
    expect(await until(body.backfill_id)).toMatchObject({ status: 'succeeded', done: 20, succeeded: 20 });
    expect(await rescored(body.backfill_id)).toHaveLength(20);
    for (const transcript of transcripts) expect(timesAsked(transcript)).toBe(1);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
    await other.stop();
  });
});
