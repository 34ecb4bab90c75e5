/** Shadows over HTTP: a share of live runs is answered by a draft too, beside the live version and without being noticed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { decodeId } from '../../../src/core/ids.ts';
import type { Queryable } from '../../../src/database/database.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import type { RunWork } from '../../../src/runs/store/find-runs.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

let service: TestService;
let workspaces = 0;
/** How often each conversation was answered, by type and transcript. */
const asked = new Map<string, number>();

/** The live version says yes; the draft says yes only where the conversation says "solved", and costs half a credit. */
async function evaluate(work: RunWork) {
  const { transcript } = JSON.parse(work.input) as { transcript: string };
  const name = `${work.type} ${transcript}`;
  asked.set(name, (asked.get(name) ?? 0) + 1);
  const isShadow = work.type === 'backfill';
  const solved = !isShadow || transcript.includes('solved');
  const bricks = { solved: { value: solved, confidence: 0.9 }, mood: { value: 'good', confidence: 0.9 } };
  const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks };
  const usage = { ...NO_USAGE, engine: 'local', calls: 1, microCredits: isShadow ? 500_000 : 0 };
  return { output, warnings: [], usage };
}

beforeAll(async () => {
  service = await startTestService({}, { evaluate });
});
afterAll(() => service.stop());

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`shadows-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const { body: draft } = await push(service, { ...kitDocument('support'), name: 'Second' }, { key: admin });
  const call = (method: string, path: string, body?: unknown, key = admin) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const path = `/v1/kits/${kit.kit_id}/shadow`;
  const put = (more: object = {}, key = admin) =>
    call('PUT', path, { kit_version_id: draft.kit_version_id, share: 1, ...more }, key);
  const talk = async (...transcripts: string[]) => {
    const runs: string[] = [];
    for (const transcript of transcripts) {
      const input = { transcript: `${workspaces} ${transcript}` };
      const { body } = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input, metadata: { team: 'emea' } });
      runs.push(body.run_id);
    }
    for (const runId of runs) await untilStatus(service, admin, runId, 'succeeded');
    return runs;
  };
  const untilDone = async (done: number) => {
    await expect.poll(async () => (await call('GET', path)).body.done, { timeout: 30_000, interval: 50 }).toBe(done);
    return (await call('GET', path)).body;
  };
  const shadowRuns = async () =>
    (await call('GET', `/v1/runs?backfill_id=${(await call('GET', path)).body.backfill_id}&include=answers`)).body.data;
  return { workspaceId, admin, kit, draft, call, path, put, talk, untilDone, shadowRuns };
}

describe('PUT /v1/kits/:kitId/shadow', () => {
  it('200: runs that end are answered by the draft too, once, and nobody notices', async () => {
    const { put, talk, untilDone, shadowRuns, call, kit, draft } = await setUp();
    await talk('before');
    const { status, body } = await put();
    expect([status, body]).toMatchObject([
      200,
      { status: 'running', shadow: 1, kit_version: 2, webhooks: false, total: 0, done: 0 },
    ]);
    expect(body).not.toHaveProperty('max_credits');
    const runs = await talk('solved', 'open', 'open again');
    const read = (await call('GET', `/v1/runs/${runs[1]}`)).body;
    expect(await untilDone(3)).toMatchObject({ status: 'running', total: 3, succeeded: 3, credits: 1.5 });
    const made = await shadowRuns();
    expect(made.map((run: { rescored_from: string }) => run.rescored_from).sort()).toEqual([...runs].sort());
    expect(made[0]).toMatchObject({
      type: 'backfill',
      backfill_id: body.backfill_id,
      kit_version_id: draft.kit_version_id,
      metadata: { team: 'emea' },
    });
    expect([...asked].filter(([name]) => name.startsWith(`backfill ${workspaces} `)).map(([, times]) => times)).toEqual(
      [1, 1, 1],
    );
    // The live runs, lists, insights, exports and events are as without it.
    expect((await call('GET', `/v1/runs/${runs[1]}`)).body).toEqual(read);
    expect((await call('GET', '/v1/runs')).body.data).toHaveLength(4);
    const insights = `/v1/kits/${kit.kit_id}/insights`;
    expect((await call('GET', insights)).body.total.runs.succeeded).toBe(4);
    expect((await call('GET', '/v1/runs/export')).body.trim().split('\n')).toHaveLength(8);
    expect((await call('GET', '/v1/events?limit=100')).body.data).toHaveLength(4);
    // Unless they are chosen; and they are charged.
    const chosen = await call('GET', `${insights}?backfill_id=${body.backfill_id}`);
    expect(chosen.body.total.bricks[0].values).toMatchObject([{ count: 2 }, { count: 1 }]);
    expect((await call('GET', '/v1/usage')).body.data[0].credits).toBe(1.5);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
    // The comparison is that of a backfill.
    const { body: compared } = await call('GET', `/v1/backfills/${body.backfill_id}/comparison`);
    expect(compared).toMatchObject({
      n: 3,
      bricks: [
        { key: 'solved', n: 3, changed: 2 },
        { key: 'mood', changed: 0 },
      ],
    });
    expect(compared.bricks[0].values[0]).toEqual({
      value: true,
      before: 3,
      after: 1,
      share_before: 1,
      share_after: 0.333333,
      gained: 0,
      lost: 2,
      p: 0.5,
    });
    expect(compared.bricks[0].flips).toHaveLength(2);
    expect((await call('GET', '/v1/backfills')).body.data).toMatchObject([
      { shadow: 1, backfill_id: body.backfill_id },
    ]);
  });

  it('200: a share is a deterministic part of the runs', async () => {
    const { put, talk, untilDone, shadowRuns } = await setUp();
    const share = 0.4;
    expect((await put({ share })).body.shadow).toBe(share);
    const runs = await talk(...Array.from({ length: 30 }, (_, index) => `call ${index}`));
    const { rows } = await service.testDatabase.database.query<{ id: string }>(
      `SELECT id FROM unnest($1::uuid[]) AS id WHERE ('x' || left(md5(id::text), 8))::bit(32)::bigint < $2::float8 * 4294967296`,
      [runs.map((runId) => decodeId('run', runId)), share],
    );
    await untilDone(rows.length);
    const made = (await shadowRuns()) as { rescored_from: string }[];
    expect(made.map(({ rescored_from }) => decodeId('run', rescored_from)).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
  });

  it('200: the same version changes share and cap; another one replaces it', async () => {
    const { put, talk, untilDone, call, path, draft } = await setUp();
    const first = (await put({ share: 0.5 })).body;
    const changed = await put({ share: 1, max_credits: 3 });
    expect(changed.body).toEqual({ ...first, shadow: 1, max_credits: 3 });
    await talk('one');
    await untilDone(1);
    const { body: third } = await call('POST', '/v1/kits', { ...kitDocument('support'), name: 'Third' });
    const replaced = await put({ kit_version_id: third.kit_version_id });
    expect(replaced.body).toMatchObject({ status: 'running', kit_version: 3, total: 0 });
    expect((await call('GET', path)).body).toEqual(replaced.body);
    expect((await call('GET', `/v1/backfills/${first.backfill_id}`)).body).toMatchObject({
      status: 'cancelled',
      done: 1,
      kit_version_id: draft.kit_version_id,
    });
    // Several at once leave one.
    const answers = await Promise.all([0.1, 0.2, 0.3, 0.4].map((share) => put({ share })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const running = (await call('GET', '/v1/backfills')).body.data.filter(
      ({ status }: { status: string }) => status === 'running',
    );
    expect(running).toHaveLength(1);
  });

  it('200: ends as capped before its cap could be exceeded', async () => {
    const { put, talk, call, path } = await setUp();
    await put({ max_credits: 1.2 });
    for (const [index, done] of [1, 2].entries()) {
      await talk(`paid ${index}`);
      await expect.poll(async () => (await call('GET', path)).body.done, { timeout: 20_000 }).toBe(done);
    }
    await talk('beyond');
    await expect.poll(async () => (await call('GET', path)).body.status, { timeout: 20_000 }).toBe('capped');
    expect((await call('GET', path)).body).toMatchObject({ total: 2, done: 2, credits: 1, max_credits: 1.2 });
  });

  it('409: for the live version and an archived kit; 404: for what is not there; 400: for a share that is none', async () => {
    const { put, call, kit, path } = await setUp();
    const live = await put({ kit_version_id: kit.kit_version_id });
    expect([live.status, live.body]).toMatchObject([409, { error: 'conflict' }]);
    expect(live.body.detail).toContain('nothing to compare');
    for (const kit_version_id of ['019a1111-2222-7333-8444-555566667777', 'x'])
      expect((await put({ kit_version_id })).status).toBe(404);
    for (const more of [
      { share: 0 },
      { share: 1.1 },
      { share: '0.1' },
      { share: undefined },
      { max_credits: -1 },
      { surprise: 1 },
    ])
      expect((await put(more)).status, JSON.stringify(more)).toBe(400);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
    await call('POST', `/v1/kits/${kit.kit_id}/archive`);
    expect((await put()).status).toBe(409);
  });

  it('403: for a key that may only read or send runs', async () => {
    const { put, workspaceId, call, path } = await setUp();
    await put();
    for (const role of ['viewer', 'runner'] as const) {
      const key = await service.key(workspaceId, 'live', role);
      expect((await put({}, key)).status).toBe(403);
      expect((await call('DELETE', path, undefined, key)).status).toBe(403);
    }
  });
});

describe('DELETE /v1/kits/:kitId/shadow', () => {
  it('200: follows no further run; 409: when it has ended', async () => {
    const { put, talk, untilDone, call, path } = await setUp();
    await put();
    await talk('one');
    await untilDone(1);
    expect((await call('DELETE', path)).body).toMatchObject({ status: 'cancelled', total: 1, done: 1 });
    await talk('two');
    expect((await call('GET', path)).body).toMatchObject({ status: 'cancelled', total: 1 });
    expect((await call('DELETE', path)).status).toBe(409);
    expect((await put()).body).toMatchObject({ status: 'running', total: 0 });
  });
});

/** Another run that waits, and that no worker takes: its row is locked as long as the transaction is open. */
async function waitingJob(tx: Queryable, lane: string): Promise<string> {
  for (;;) {
    const id = randomUUID();
    await service.testDatabase.database.query(
      `INSERT INTO jobs (kind, lane, id, state, place) VALUES ('run', $1, $2, 'ready', 1)`,
      [lane, id],
    );
    const { rowCount } = await tx.query(`SELECT 1 FROM jobs WHERE id = $1 AND state = 'ready' FOR UPDATE SKIP LOCKED`, [
      id,
    ]);
    if (rowCount === 1) return id;
  }
}

describe('a shadow beside other work', () => {
  it('waits until no other run waits, and passes over what waited for a day', async () => {
    const { put, talk, call, path, untilDone } = await setUp();
    await put();
    const { database } = service.testDatabase;
    await database.transaction(async (tx) => {
      const waiting = await waitingJob(tx, `${decodeId('ws', await service.workspace(`busy-${workspaces}`))}/live`);
      await talk('early', 'late');
      expect((await call('GET', path)).body).toMatchObject({ total: 2, done: 0 });
      await database.query(
        `UPDATE backfill_runs SET position = position - 90000 WHERE source_run_id = (
           SELECT source_run_id FROM backfill_runs WHERE state = 'waiting' ORDER BY source_run_id LIMIT 1)`,
      );
      await untilDone(1);
      await tx.query('DELETE FROM jobs WHERE id = $1', [waiting]);
    });
    expect(await untilDone(2)).toMatchObject({ succeeded: 1, skipped: 1, total: 2 });
  });

  it('a backfill of the kit runs meanwhile, and erasing a run erases its shadow’s', async () => {
    const { put, talk, untilDone, call, draft, shadowRuns } = await setUp();
    await put();
    const [run] = await talk('solved');
    await untilDone(1);
    const { body } = await call('POST', '/v1/backfills', { kit_version_id: draft.kit_version_id, max_credits: 9 });
    await expect
      .poll(async () => (await call('GET', `/v1/backfills/${body.backfill_id}`)).body.status, { timeout: 20_000 })
      .toBe('succeeded');
    await call('DELETE', `/v1/runs/${run}`);
    expect(await shadowRuns()).toMatchObject([{ rescored_from: run, erased_at: expect.any(String) }]);
  });

  it('what was stored for it is answered after a restart, and only once', async () => {
    const { put, talk, untilDone } = await setUp();
    await put();
    const other = await service.node();
    await talk('here', 'there', 'anywhere');
    await other.stop();
    await untilDone(3);
    for (const transcript of ['here', 'there', 'anywhere'])
      expect(asked.get(`backfill ${workspaces} ${transcript}`)).toBe(1);
  });
});
