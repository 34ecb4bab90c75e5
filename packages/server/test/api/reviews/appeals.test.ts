/** Appeals: an agent says that an answer of an own call is not right, reviewers see it in the queue and settle it by reviewing. */
import { decodeId } from '@brickwork/server/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, type Pushed, publishedKit } from '../../../../../test/support/kits.ts';
import { joinedPerson, type Person, withSession } from '../../../../../test/support/people.ts';
import { startTestService, TEST_AGENT, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';

let service: TestService;
let kit: Pushed;
let maya: Person;
let reviewer: Person;
beforeAll(async () => {
  service = await startTestService({ ...WEBHOOK_ENVIRONMENT }, { evaluate: tellingEvaluator });
  kit = await publishedKit(service, kitDocument('appealed'));
  maya = await joinedPerson(service, service.adminKey, 'maya@example.com', 'agent', {
    agent: TEST_AGENT,
    name: 'Maya K.',
  });
  reviewer = await joinedPerson(service, service.adminKey, 'rita@example.com', 'reviewer');
});
afterAll(() => service.stop());

const as = (person: Person, method: string, path: string, body?: object) =>
  service.call(method, path, { headers: withSession(person), ...(body && { body }) });
const call = (agent: string) =>
  toldRun(
    service,
    service.adminKey,
    kit.kit_code,
    { solved: { value: false }, mood: { value: 'bad' } },
    { metadata: { agent } },
  );
const appeal = (runId: string, brick = 'solved', text = 'They thanked me: it was solved.', person = maya) =>
  as(person, 'POST', `/v1/runs/${runId}/appeals`, { brick, text });

describe('POST /v1/runs/:runId/appeals', () => {
  it('201: is in the review queue with its text, sends an event, and is settled by a review', async () => {
    const runId = await call(TEST_AGENT);
    const made = await appeal(runId);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      run_id: runId,
      brick: 'solved',
      status: 'open',
      by: { kind: 'person', name: 'Maya K.' },
    });
    const queue = await as(reviewer, 'GET', `/v1/kits/${kit.kit_id}/review-queue`);
    expect(queue.body.appeals).toEqual([made.body]);
    const events = await service.call('GET', '/v1/events', { key: service.adminKey });
    const told = events.body.data.find(({ type }: { type: string }) => type === 'run.appealed');
    expect(told.data).toEqual({ appeal_id: made.body.appeal_id, run_id: runId, kit_id: kit.kit_id, brick: 'solved' });
    expect((await appeal(runId)).body.error).toBe('conflict');

    const review = (verdict: object) =>
      as(reviewer, 'POST', `/v1/runs/${runId}/reviews`, [{ brick: 'solved', ...verdict }]);
    const mine = async () => (await as(maya, 'GET', `/v1/appeals?run_id=${runId}`)).body.data;
    await review({ verdict: 'unsure', note: 'I have to ask.' });
    expect((await mine())[0].status).toBe('open');
    expect((await mine())[0].note).toBeUndefined();
    await review({ verdict: 'wrong', value: true, note: 'You are right: they thanked you.' });
    expect((await mine())[0]).toMatchObject({
      status: 'changed',
      text: 'They thanked me: it was solved.',
      note: 'You are right: they thanked you.',
    });
    // Whose note it is, is not said.
    expect(JSON.stringify(await mine())).not.toContain('rita');
    expect((await mine())[0].settled_at).toBeDefined();
    expect((await as(reviewer, 'GET', `/v1/kits/${kit.kit_id}/review-queue`)).body.appeals).toEqual([]);
    // Once settled, there may be another.
    expect((await appeal(runId)).status).toBe(201);
    await review({ verdict: 'wrong', value: true });
    expect((await as(maya, 'GET', '/v1/appeals?status=open')).body.data).toEqual([]);
    // Whoever says that the answer was right confirms it.
    await appeal(runId);
    await review({ verdict: 'correct' });
    const settled = async (status: string) =>
      (await as(maya, 'GET', `/v1/appeals?status=${status}&run_id=${runId}`)).body.data.map(
        (each: { status: string }) => each.status,
      );
    expect(await settled('changed')).toEqual(['changed', 'changed']);
    expect(await settled('confirmed')).toEqual(['confirmed']);
    // The note before the second appeal answered the first one only.
    expect((await mine()).map(({ note }: { note?: string }) => note)).toEqual([
      undefined,
      undefined,
      'You are right: they thanked you.',
    ]);
  });

  it('404: a call of somebody else, whose appeals are not seen either', async () => {
    const runId = await call('Tom B.');
    expect((await appeal(runId)).body.error).toBe('run_not_found');
    const admin = await joinedPerson(service, service.adminKey, 'adam@example.com', 'admin');
    expect((await appeal(runId, 'mood', 'It was fine.', admin)).status).toBe(201);
    expect((await as(maya, 'GET', `/v1/appeals?run_id=${runId}`)).body.data).toEqual([]);
    expect((await as(reviewer, 'GET', `/v1/appeals?run_id=${runId}`)).body.data).toHaveLength(1);
  });

  it('400, 403: no such answer, no text, roles that review instead', async () => {
    const runId = await call(TEST_AGENT);
    expect((await appeal(runId, 'nothing')).body.detail).toContain('is not an answer of the run');
    expect((await appeal(runId, 'solved', '')).status).toBe(400);
    expect((await appeal(runId, 'solved', 'x', reviewer)).status).toBe(403);
  });

  it('hides the texts from who may not read conversations, and erases them with the run', async () => {
    const runId = await call(TEST_AGENT);
    await appeal(runId, 'mood', 'a text about the call');
    const answered = [{ brick: 'mood', verdict: 'correct', note: 'a note about the call' }];
    await as(reviewer, 'POST', `/v1/runs/${runId}/reviews`, answered);
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    const seen = await service.call('GET', `/v1/appeals?run_id=${runId}`, { key: viewer });
    expect(JSON.stringify(seen.body)).not.toContain('about the call');
    const before = await as(reviewer, 'GET', `/v1/appeals?run_id=${runId}`);
    expect(before.body.data[0]).toMatchObject({ text: 'a text about the call', note: 'a note about the call' });
    await service.call('DELETE', `/v1/runs/${runId}`, { key: service.adminKey });
    const after = await as(reviewer, 'GET', `/v1/appeals?run_id=${runId}`);
    expect(after.body.data[0]).toMatchObject({ brick: 'mood', status: 'confirmed' });
    expect(JSON.stringify(after.body)).not.toContain('about the call');
  });

  it('409: a run that is being erased at that moment, whose text would outlive it', async () => {
    const runId = await call(TEST_AGENT);
    const uuid = decodeId('run', runId);
    const { database } = service.testDatabase;
    const sent = await database.transaction(async (tx) => {
      await tx.query('UPDATE runs SET erased_at = now() WHERE id = $1', [uuid]);
      const answer = appeal(runId, 'solved', 'a text too late');
      await expect
        .poll(async () => (await database.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length)
        .toBeGreaterThan(0);
      return { answer };
    });
    expect((await sent.answer).status).toBe(409);
    expect((await database.query('SELECT 1 FROM appeals WHERE run_id = $1', [uuid])).rows).toEqual([]);
  });
});

describe('channels with the topic appeals', () => {
  it('are told by ids, and quote the agent only where they ask for it', async () => {
    const receiver = await startReceiver();
    for (const [name, more] of [
      ['plain', {}],
      ['quoting', { include_text: true }],
    ] as const) {
      const settings = { kind: 'webhook', url: receiver.url, topics: ['appeals'], digest_minutes: 0, ...more };
      const saved = await service.call('PUT', `/v1/channels/${name}`, { key: service.adminKey, body: settings });
      expect(saved.body).toMatchObject({ include_text: name === 'quoting' });
    }
    const runId = await call(TEST_AGENT);
    expect((await appeal(runId)).status).toBe(201);
    const got = await receiver.until(2);
    const [plain, quoting] = ['plain', 'quoting'].map((name) => got.find(({ event }) => event.channel === name)?.event);
    expect(plain).toMatchObject({ subject: 'An answer to solved was appealed', notifications: [{ topic: 'appeals' }] });
    expect(JSON.stringify(plain)).not.toContain('thanked me');
    expect(quoting.notifications[0]).toMatchObject({
      text: 'They thanked me: it was solved.',
      path: `/console/runs/${runId}`,
    });
    await receiver.stop();
  });
});
