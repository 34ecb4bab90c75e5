import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit, push } from '../../../../../test/support/kits.ts';
import { untilAborted, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { decodeId, newUuid } from '../../../src/core/ids.ts';
import type { LineEngine } from '../../../src/golden/run-evaluation.ts';
import { createGoldenStore } from '../../../src/golden/store/golden-store.ts';
import { LaneClock } from '../../../src/queue/lane-clock.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { createHousekeepingStore } from '../../../src/runs/store/housekeeping-store.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

let service: TestService;
let workspaces = 0;
/** How often each line was answered, by its transcript. */
const asked = new Map<string, number>();
/** Lines that wait until the test lets them go. */
let gate: Promise<void> = Promise.resolve();

const outcome = (key: string, value: string | boolean) => ({
  key,
  value,
  confidence: 0.9,
  reason: '',
  evidence: [],
  basis: 'lexical' as const,
});

/** Says yes; the second version of the kit says no. A transcript with "wait" waits for the gate. */
const answerLine: LineEngine = async (kit, input, { signal }) => {
  const transcript = String(input.transcript);
  if (transcript.includes('wait')) await Promise.race([gate, ...(signal === undefined ? [] : [untilAborted(signal)])]);
  asked.set(transcript, (asked.get(transcript) ?? 0) + 1);
  const outcomes = [outcome('solved', kit.name !== 'Second'), outcome('mood', 'good')];
  return { evaluation: { outcomes, warnings: [], engine: 'local' }, microCredits: 5 };
};

const ENVIRONMENT = { BRICKWORK_LEASE_MS: '2000' };

beforeAll(async () => {
  service = await startTestService(ENVIRONMENT, {
    answerLine,
    async evaluate(work) {
      const bricks = { solved: { value: true, confidence: 0.9 }, mood: { value: 'good', confidence: 0.9 } };
      const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks };
      return { output, warnings: [], usage: { ...NO_USAGE, engine: 'local' } };
    },
  });
});
afterAll(() => service.stop());

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`golden-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const path = `/v1/kits/${kit.kit_id}`;
  const call = (method: string, rest: string, body?: unknown, as = admin) =>
    service.call(method, rest, { key: as, ...(body === undefined ? {} : { body }) });
  const put = (name: string, body: unknown, as = admin) => call('PUT', `${path}/golden-sets/${name}`, body, as);
  const until = async (evaluationId: string) => {
    await expect
      .poll(async () => (await call('GET', `/v1/evaluations/${evaluationId}`)).body.status, { timeout: 20_000 })
      .not.toBe('running');
    return (await call('GET', `/v1/evaluations/${evaluationId}`)).body;
  };
  return { workspaceId, admin, kit, path, call, put, until };
}

const line = (transcript: string, solved: boolean) => ({
  external_id: transcript,
  input: { transcript },
  expected: { solved },
});

describe('PUT, GET and DELETE /v1/kits/:kitId/golden-sets/:name', () => {
  it('200: stores lines, versioned by hash, and gives them back', async () => {
    const { put, call, path } = await setUp();
    const lines = [line('Agent: a', true), line('Agent: b', false)];
    const stored = await put('regression', { lines });
    expect([stored.status, stored.body]).toEqual([
      200,
      {
        kit_id: expect.any(String),
        name: 'regression',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        lines: 2,
        bytes: expect.any(Number),
        created_at: expect.any(String),
      },
    ]);
    expect((await put('regression', { lines })).body).toEqual(stored.body);
    const changed = await put('regression', { lines: lines.slice(1) });
    expect(changed.body.hash).not.toBe(stored.body.hash);
    expect((await call('GET', `${path}/golden-sets`)).body.data).toEqual([changed.body]);
    const { headers, body } = await call('GET', `${path}/golden-sets/regression`);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(JSON.parse(body)).toEqual(lines[1]);
    expect((await call('DELETE', `${path}/golden-sets/regression`)).body).toEqual({
      name: 'regression',
      deleted: true,
    });
    expect((await call('GET', `${path}/golden-sets`)).body.data).toEqual([]);
  });

  it('200: builds a set from what reviewers agree on; erasing a run removes its line', async () => {
    const { admin, kit, put, call, path, until } = await setUp();
    const runs: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { body } = await call('POST', '/v1/runs', {
        kit_code: kit.kit_code,
        input: { transcript: `Agent: ${count}` },
        external_id: `call-${count}`,
      });
      await untilStatus(service, admin, body.run_id, 'succeeded');
      runs.push(body.run_id);
    }
    const review = (index: number, name: string, body: object[]) =>
      call('POST', `/v1/runs/${runs[index]}/reviews?reviewer=${name}`, body);
    await review(0, 'anna', [
      { brick: 'solved', verdict: 'wrong', value: false },
      { brick: 'mood', verdict: 'correct' },
    ]);
    await review(0, 'ben', [{ brick: 'solved', verdict: 'wrong', value: false }]);
    await review(1, 'anna', [{ brick: 'solved', verdict: 'correct' }]);
    await review(1, 'ben', [{ brick: 'solved', verdict: 'wrong', value: false }]);
    await review(2, 'anna', [{ brick: 'solved', verdict: 'unsure' }]);
    const one = await put('reviewed', { from_reviews: {} });
    expect([one.status, one.body.lines]).toEqual([200, 1]);
    expect(JSON.parse((await call('GET', `${path}/golden-sets/reviewed`)).body)).toEqual({
      external_id: 'call-0',
      input: { transcript: 'Agent: 0' },
      expected: { solved: false, mood: 'good' },
    });
    const two = await put('agreed', { from_reviews: { min_reviewers: 2 } });
    expect(JSON.parse((await call('GET', `${path}/golden-sets/agreed`)).body).expected).toEqual({ solved: false });
    expect(two.body.lines).toBe(1);
    const { body: started } = await call('POST', `${path}/evaluations`, { set: 'reviewed' });
    const evaluated = await until(started.evaluation_id);
    const answers = async () =>
      (
        await service.testDatabase.database.query<{ answer: string }>(
          'SELECT answer FROM evaluation_answers WHERE evaluation_id = $1',
          [decodeId('evl', started.evaluation_id)],
        )
      ).rows.map(({ answer }) => JSON.parse(answer).answers);
    expect(await answers()).toEqual([{ solved: expect.anything(), mood: expect.anything() }]);
    await call('DELETE', `/v1/runs/${runs[0]}`);
    expect((await call('GET', `${path}/golden-sets/reviewed`)).body).toBe('');
    // What the evaluation answered about it is gone too; its figures stay.
    expect(await answers()).toEqual([{}]);
    expect((await call('GET', `/v1/evaluations/${started.evaluation_id}`)).body).toEqual(evaluated);
    const none = await put('agreed', { from_reviews: { min_reviewers: 3 } });
    expect([none.status, none.body.error]).toEqual([422, 'golden_set_invalid']);
  });

  it('200: builds the set of a team; 400: a dimension that there is not', async () => {
    const { admin, kit, put, call, path } = await setUp();
    for (const team of ['Porto', 'Lisbon', 'Porto']) {
      const { body } = await call('POST', '/v1/runs', {
        kit_code: kit.kit_code,
        input: { transcript: `Agent: ${team}` },
        metadata: { team },
      });
      await untilStatus(service, admin, body.run_id, 'succeeded');
      await call('POST', `/v1/runs/${body.run_id}/reviews`, [{ brick: 'solved', verdict: 'correct' }]);
    }
    const porto = await put('porto', { from_reviews: { where: { team: 'Porto' } } });
    expect([porto.status, porto.body.lines]).toEqual([200, 2]);
    const set = await call('GET', `${path}/golden-sets/porto`);
    expect(set.body).not.toContain('Lisbon');
    expect((await put('both', { from_reviews: { where: { team: ['not:Lisbon', 'not:Porto'] } } })).status).toBe(422);
    const wrong = await put('porto', { from_reviews: { where: { tema: 'Porto' } } });
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('did you mean "team"?')]);
    const brick = await put('porto', { from_reviews: { where: { 'answer.solvd': 'true' } } });
    expect([brick.status, brick.body.detail]).toEqual([400, expect.stringContaining('Did you mean "solved"?')]);
  });

  it('200: adds runs to a set, made again where they were reviewed since, and keeps the other lines', async () => {
    const { admin, kit, put, call, path } = await setUp();
    const runs: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const input = { transcript: `Agent: ${count}` };
      const { body } = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input });
      await untilStatus(service, admin, body.run_id, 'succeeded');
      runs.push(body.run_id);
    }
    const [first = '', second = ''] = runs;
    const add = (body: object, as = admin) => call('POST', `${path}/golden-sets/picked/runs`, body, as);
    const lines = async () =>
      (await call('GET', `${path}/golden-sets/picked`)).body
        .trim()
        .split('\n')
        .map((text: string) => JSON.parse(text).expected);
    const none = await add({ run_ids: [first] });
    expect([none.status, none.body.error]).toEqual([422, 'golden_set_invalid']);
    expect(none.body.detail).toContain('Review them first');
    await put('picked', { lines: [line('given', true)] });
    await call('POST', `/v1/runs/${first}/reviews`, [{ brick: 'solved', verdict: 'wrong', value: false }]);
    const one = await add({ run_ids: [first, second] });
    expect([one.status, one.body]).toEqual([
      200,
      expect.objectContaining({ lines: 2, added: 1, replaced: 0, left_out: 1 }),
    ]);
    expect(await lines()).toEqual([{ solved: true }, { solved: false }]);
    const all = await add({ run_ids: [first, second], unreviewed: true });
    expect(all.body).toMatchObject({ lines: 3, added: 1, replaced: 1, left_out: 0 });
    expect(await lines()).toEqual([{ solved: true }, { solved: false, mood: 'good' }, { solved: true, mood: 'good' }]);
    const both = await Promise.all(runs.map((runId) => add({ run_ids: [runId], unreviewed: true })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await lines()).toHaveLength(4);
    await call('DELETE', `/v1/runs/${second}`);
    expect(await lines()).toHaveLength(3);
    expect((await add({ run_ids: [second], unreviewed: true })).status).toBe(404);
  });

  it('a line goes with the input of its run, by retention too', async () => {
    const { workspaceId, admin, kit, put, call, path } = await setUp();
    const { database } = service.testDatabase;
    const { body } = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript: 'Agent: kept' } });
    await untilStatus(service, admin, body.run_id, 'succeeded');
    await call('POST', `/v1/runs/${body.run_id}/reviews`, [{ brick: 'solved', verdict: 'correct' }]);
    await put('reviewed', { from_reviews: {} });
    await put('given', { lines: [line('uploaded', true)] });
    expect((await call('GET', `${path}/golden-sets/reviewed`)).body).toContain('Agent: kept');
    const days = { inputDays: 1, outputDays: null, runDays: null, auditDays: null };
    await service.service.access.store.setRetention(workspaceId, days);
    await createHousekeepingStore(database, () => new Date(Date.now() + 3 * 86_400_000)).purge(100);
    expect((await call('GET', `${path}/golden-sets/reviewed`)).body).toBe('');
    expect((await call('GET', `${path}/golden-sets/given`)).body).toContain('uploaded');
  });

  it('a run that is erased while a set is made of it leaves no line', async () => {
    const { workspaceId, admin, kit, call, path } = await setUp();
    const lines = [];
    for (const transcript of ['Agent: stays', 'Agent: goes']) {
      const { body } = await call('POST', '/v1/runs', { kit_code: kit.kit_code, input: { transcript } });
      await untilStatus(service, admin, body.run_id, 'succeeded');
      const [input, expected] = [JSON.stringify({ transcript }), '{"solved":true}'];
      lines.push({ line: lines.length + 1, runId: body.run_id as string, externalId: undefined, input, expected });
    }
    await call('DELETE', `/v1/runs/${lines[1]?.runId}`);
    const set = { setId: newUuid(), kitId: kit.kit_id, name: 'reviewed', hash: 'h', lines: 2, bytes: 9 };
    const store = createGoldenStore(service.testDatabase.database, new LaneClock());
    await store.putSet({ workspaceId, environment: 'live' }, { ...set, createdAt: new Date() }, lines);
    const stored = (await call('GET', `${path}/golden-sets/reviewed`)).body;
    expect(stored).toContain('Agent: stays');
    expect(stored).not.toContain('Agent: goes');
  });

  it('422: names the lines that cannot be right; 400: for what is no set', async () => {
    const { put } = await setUp();
    const bad = await put('regression', { lines: [line('a', true), { input: {}, expected: { other: 1, mood: 'x' } }] });
    expect([bad.status, bad.body.error]).toEqual([422, 'golden_set_invalid']);
    expect(bad.body.detail).toMatch(/^line 2: expected\.other is not a brick/);
    for (const body of [{}, { lines: [] }, { lines: [{ input: 1 }] }, { from_reviews: { min_reviewers: 0 } }])
      expect((await put('regression', body)).status).toBe(400);
    expect((await put('Not-A-Name', { from_reviews: {} })).status).toBe(400);
  });

  it('403 and 404: by permission, for unknown kits and sets', async () => {
    const { workspaceId, put, call, path } = await setUp();
    const viewer = await service.key(workspaceId, 'live', 'viewer');
    expect((await put('regression', { from_reviews: {} }, viewer)).status).toBe(403);
    expect((await call('GET', `${path}/golden-sets/regression`, undefined, viewer)).status).toBe(403);
    expect((await call('GET', `${path}/golden-sets`, undefined, viewer)).status).toBe(200);
    for (const [method, rest] of [
      ['GET', `${path}/golden-sets/none`],
      ['DELETE', `${path}/golden-sets/none`],
      ['GET', '/v1/kits/unknown/golden-sets'],
    ] as const)
      expect((await call(method, rest)).status).toBe(404);
  });
});

describe('POST /v1/kits/:kitId/evaluations', () => {
  it('202: scores a version in the background; two of them compare as a list of flips', async () => {
    const { admin, path, call, put, until } = await setUp();
    await put('regression', { lines: [line('one', true), line('two', false), line('three', true)] });
    const estimate = await call('POST', `${path}/evaluations`, { set: 'regression', dry_run: true });
    expect([estimate.status, estimate.body]).toEqual([200, { lines: 3, input_tokens: 0, credits: 0 }]);
    const started = await call('POST', `${path}/evaluations`, { set: 'regression' });
    expect([started.status, started.body.status, started.body.total]).toEqual([202, 'running', 3]);
    const first = await until(started.body.evaluation_id);
    expect(first).toMatchObject({
      status: 'succeeded',
      done: 3,
      credits: 0.000015,
      report: { engine: 'local', bricks: [{ key: 'solved', n: 3, accuracy: 0.6667 }], failed: [] },
    });
    await push(service, kitDocument('support', { name: 'Second' }), { key: admin });
    const second = await until((await call('POST', `${path}/evaluations`, { set: 'regression' })).body.evaluation_id);
    expect(second).toMatchObject({ kit_version: 2, report: { bricks: [{ accuracy: 0.3333 }] } });
    const { body } = await call('GET', `/v1/evaluations/${second.evaluation_id}?against=${first.evaluation_id}`);
    expect(body.against).toEqual([
      {
        key: 'solved',
        n: 3,
        accuracy_before: 0.6667,
        accuracy_after: 0.3333,
        gained: 1,
        lost: 2,
        p: 1,
        flips: [
          { line: 1, external_id: 'one', expected: true, before: true, after: false },
          { line: 2, external_id: 'two', expected: false, before: true, after: false },
          { line: 3, external_id: 'three', expected: true, before: true, after: false },
        ],
      },
    ]);
    const listed = (await call('GET', `${path}/evaluations`)).body.data;
    expect(listed.map(({ kit_version }: { kit_version: number }) => kit_version)).toEqual([2, 1]);
    await put('regression', { lines: [line('one', true)] });
    const other = await until((await call('POST', `${path}/evaluations`, { set: 'regression' })).body.evaluation_id);
    const refused = await call('GET', `/v1/evaluations/${other.evaluation_id}?against=${first.evaluation_id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('goes on where it was on another node, and asks for no line twice', async () => {
    const { path, call, put, until } = await setUp();
    const quick = Array.from({ length: 6 }, (_, index) => line(`resume ${index}`, true));
    const slow = Array.from({ length: 4 }, (_, index) => line(`resume wait ${index}`, true));
    await put('regression', { lines: [...quick, ...slow] });
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const { body } = await call('POST', `${path}/evaluations`, { set: 'regression' });
    const done = async () => (await call('GET', `/v1/evaluations/${body.evaluation_id}`)).body.done;
    await expect.poll(done, { timeout: 15_000 }).toBe(6);
    // Whoever holds the job loses it, as if its node had been killed; both nodes may claim it again.
    await service.node();
    await service.testDatabase.database.query(
      `UPDATE jobs SET run_at = now() - interval '1 second', token = gen_random_uuid() WHERE kind = 'evaluation'`,
    );
    await new Promise((later) => setTimeout(later, 0));
    resolve();
    const ended = await until(body.evaluation_id);
    expect(ended).toMatchObject({ status: 'succeeded', done: 10, report: { bricks: [{ n: 10, accuracy: 1 }] } });
    for (const { external_id } of quick) expect(asked.get(external_id)).toBe(1);
  });

  it('400, 403 and 404', async () => {
    const { workspaceId, path, call, put } = await setUp();
    await put('regression', { lines: [line('one', true)] });
    const reviewer = await service.key(workspaceId, 'live', 'reviewer');
    expect((await call('POST', `${path}/evaluations`, { set: 'regression' }, reviewer)).status).toBe(403);
    expect((await call('POST', `${path}/evaluations`, {})).status).toBe(400);
    expect((await call('POST', `${path}/evaluations`, { set: 'regression', engine: 'other' })).status).toBe(400);
    expect((await call('POST', `${path}/evaluations`, { set: 'none' })).body.error).toBe('not_found');
    expect((await call('POST', `${path}/evaluations`, { set: 'regression', version: 9 })).body.error).toBe(
      'kit_not_found',
    );
    expect((await call('GET', '/v1/kits/unknown/evaluations')).status).toBe(404);
    for (const id of ['none', 'evl_01hqz0000000000000000000zz'])
      expect((await call('GET', `/v1/evaluations/${id}`)).status).toBe(404);
  });
});
