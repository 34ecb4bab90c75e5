/** Every endpoint of the contract through the client, on the real service. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChannelSettings, createClient, isApiError, toSignalRows } from '@brickwork/client';
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../test/support/fake-transcription.ts';
import { joinedPerson } from '../../../test/support/people.ts';
import { recordingOf } from '../../../test/support/recordings.ts';
import { KIT, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { methodOf } from './support/by-convention.ts';

/** For machines and readers, not for programs that hold a key. */
const NOT_IN_THE_CLIENT = ['receiveDelivery', 'answerIntakeHandshake', 'healthz', 'metrics', 'mcp'];

let service: TestService;
let fake: FakeTranscription;
const asked: { method: string; path: string }[] = [];
const client = () =>
  createClient({
    apiKey: service.adminKey,
    baseUrl: service.url,
    fetch: (input, init) => {
      asked.push({ method: init?.method ?? 'GET', path: new URL(String(input)).pathname });
      return fetch(input, init);
    },
    // The contract asks for a second between looks; the runs of this test take milliseconds.
    pause: (ms) => sleep(ms / 20),
  });
beforeAll(async () => {
  fake = await startFakeTranscription('One two three.');
  service = await startTestService({
    BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
    BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
    BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
    BRICKWORK_TRANSCRIBER_BASE_URL: fake.url,
  });
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});

const first = async <Item>(items: AsyncIterable<Item>): Promise<Item | undefined> => {
  for await (const item of items) return item;
  return undefined;
};

describe('the client on the real service', () => {
  it('pushes, reads, compares, publishes and archives kits', async () => {
    const { kits } = client();
    const draft = await kits.push(KIT);
    expect(draft).toMatchObject({ kit: 'call_shape', version: 1, status: 'draft' });
    expect(await kits.publish('call_shape', { version: 1 })).toMatchObject({ status: 'published' });
    expect(await first(kits.list())).toMatchObject({ kit_code: draft.kit_code, version: 1 });
    const schema = await kits.schema(draft.kit_code);
    expect(await kits.findSchema({ kit_version_id: draft.kit_version_id })).toEqual(schema);
    expect(await first(kits.versions('call_shape'))).toMatchObject({ version: 1, live: true });
    expect(await kits.version('call_shape', 'live')).toMatchObject({ document: { kit: 'call_shape' } });
    expect(await kits.diff('call_shape', { document: { ...KIT, name: 'Other' } })).toMatchObject({ breaking: false });
    expect((await kits.types('call_shape')).typescript).toContain('export interface CallShapeOutput');
    const ids = schema.bricks.map(({ brick_id }) => brick_id);
    expect((await kits.bricks(ids)).data.map(({ key }) => key)).toEqual(['agent_words', 'turns']);
    expect(await kits.documentSchema()).toHaveProperty('$schema');
    await kits.push({ ...KIT, kit: 'short_lived' });
    expect(await kits.localFirst('call_shape', { target: 0.9 })).toMatchObject({ target: 0.9, runs: 0 });
    expect(await kits.applyLocalFirst('call_shape')).toMatchObject({ kit: 'call_shape', version: 1 });
    expect(await kits.archive('short_lived')).toMatchObject({ status: 'archived' });
  });

  it('creates runs, waits for them, finds them again, and reads what they used', async () => {
    const { runs, kits, usage } = client();
    const { kit_code } = await kits.schema('call_shape');
    const request = { kit_code, input: { transcript: TRANSCRIPT }, external_id: 'call-1' };
    expect(await runs.test(request)).toMatchObject({ valid: true });
    const run = await runs.createAndWait(request, { idempotencyKey: 'k-1' });
    expect(run).toMatchObject({ status: 'succeeded', output: { bricks: { turns: { value: 3 } } } });
    const again = await runs.create(request, { idempotencyKey: 'k-1' });
    expect(again).toMatchObject({ run_id: run.run_id, isReplay: true });
    expect(await runs.wait(run.run_id)).toEqual(run);
    expect(await runs.get(run.run_id, { include: ['input', 'evidence_spans'] })).toMatchObject({
      input: request.input,
    });
    expect(toSignalRows(run)).toMatchObject([
      { run_id: run.run_id, external_id: 'call-1', brick_key: 'agent_words', value_number: 12, value_text: null },
      { brick_key: 'turns', value_number: 3, value_boolean: null },
    ]);
    expect(await runs.usage(run.run_id)).toMatchObject({ run_id: run.run_id, engine: 'local' });
    expect((await usage.totals({ group_by: 'kit' })).data).toMatchObject([{ kit_code, runs: 1 }]);
  });

  it('gives a warehouse what it has not, masked', async () => {
    const { warehouse } = client();
    const { days, everything } = await warehouse.changes();
    expect(everything).toBe(true);
    expect(await new Response(await warehouse.runs(days, { mask: true })).text()).toMatch(/\{"end":true\}\n$/);
  });

  it('lists runs page after page, in batches created, and exports them', async () => {
    const { runs, kits } = client();
    const { kit_code } = await kits.schema('call_shape');
    const lines = await runs.createBatch(
      Array.from({ length: 103 }, (_, index) => ({
        kit_code,
        input: { transcript: TRANSCRIPT },
        external_id: `batch-${index}`,
      })),
    );
    expect(lines.every(({ http_status }) => http_status === 202)).toBe(true);
    await Promise.all(lines.map(({ run_id = '' }) => runs.wait(run_id)));
    const listed: string[] = [];
    for await (const { external_id = '' } of runs.list({ kit_code, status: 'succeeded' })) listed.push(external_id);
    expect(new Set(listed).size).toBe(104);
    expect((await runs.page({ limit: 2 })).data).toHaveLength(2);
    const newest = await runs.list({ kit_code, limit: 2 });
    expect([newest.data.map(({ external_id }) => external_id), newest.has_more]).toEqual([listed.slice(0, 2), true]);
    const rest: string[] = [];
    for await (const { external_id = '' } of runs.list({ kit_code, limit: 60, cursor: newest.next_cursor }))
      rest.push(external_id);
    expect(rest).toEqual(listed.slice(2));
    expect(await runs.count({ kit_code, facets: ['status'] })).toMatchObject({
      complete: true,
      facets: [{ name: 'status' }],
    });
    const exported = await new Response(await runs.export({ format: 'jsonl' })).text();
    expect(exported.trim().split('\n')).toHaveLength(104 * 2);
  });

  it('runs a whole source', async () => {
    const { runs, kits } = client();
    const { kit_version_id } = await kits.schema('call_shape');
    const source = Array.from({ length: 25 }, (_, index) => ({
      id: `many-${index}`,
      request: { kit_version_id, input: { transcript: index === 7 ? 7 : TRANSCRIPT } },
    }));
    const results = [];
    for await (const result of runs.many(source, { concurrency: 4 })) results.push(result);
    expect(results.filter(({ run }) => run?.status === 'succeeded')).toHaveLength(24);
    expect(results.find(({ error }) => error !== undefined)).toMatchObject({
      id: 'many-7',
      error: { code: 'kit_input_invalid' },
    });
  });

  it('cancels and erases runs, and tells errors by their code', async () => {
    const { runs, kits } = client();
    const { kit_code } = await kits.schema('call_shape');
    const { run_id } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    const cancelled = await runs.cancel(run_id).catch((error: unknown) => error);
    expect(isApiError(cancelled, 'run_already_terminal')).toBe(true);
    expect(await runs.cancelMany({ filter: { external_id: 'nobody' }, expected: 0 })).toMatchObject({
      ...{ cancelled: 0, remaining: 0 },
    });
    expect(await runs.erase(run_id)).toEqual({ run_id, erased: true });
    const conflict = await runs
      .create({ kit_code, input: { transcript: 'Another.' } }, { idempotencyKey: 'k-1' })
      .catch((error: unknown) => error);
    expect(conflict).toMatchObject({ code: 'idempotency_key_conflict', status: 409, idempotencyKey: 'k-1' });
  });

  it('loads runs with their answers, once', async () => {
    const { runs, kits } = client();
    const { kit_code } = await kits.schema('call_shape');
    const loaded = {
      external_id: 'loaded',
      input: { transcript: TRANSCRIPT },
      bricks: { agent_words: { value: 12 }, turns: { value: 3 } },
    };
    expect(await runs.import({ kit_code }, [loaded])).toMatchObject({ created: 1, replayed: 0 });
    expect(await runs.import({ kit_code }, [loaded])).toMatchObject({ created: 0, replayed: 1 });
  });

  it('erases many runs', async () => {
    const { runs, kits, erasures } = client();
    const { kit_code } = await kits.schema('call_shape');
    const made = await runs.createBatch(
      ['one', 'two', 'three'].map((customer) => ({
        kit_code,
        input: { transcript: TRANSCRIPT },
        metadata: { customer },
      })),
    );
    await Promise.all(made.map(({ run_id = '' }) => runs.wait(run_id)));
    const { erasure_id } = await erasures.create({ filter: { kit_code, customer: 'two' }, expected: 1 });
    await vi.waitFor(
      async () => expect(await erasures.get(erasure_id)).toMatchObject({ status: 'succeeded', erased: 1 }),
      30_000,
    );
    expect((await erasures.list())[0]).toMatchObject({ erasure_id, total: 1 });
    expect(await erasures.cancel(erasure_id)).toMatchObject({ status: 'succeeded' });
    expect((await runs.page({ kit_code, dimensions: { customer: 'two' } })).data).toEqual([]);
  });

  it('reviews answers, and reads what was said about them', async () => {
    const { runs, kits, reviews } = client();
    const { kit_code } = await kits.schema('call_shape');
    const { run_id } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    const said = [{ brick: 'turns', verdict: 'wrong', value: 4 }] as const;
    expect(await reviews.preview(run_id, said)).toMatchObject([{ brick: 'turns', after: { value: 4 } }]);
    const added = await reviews.add(run_id, said, { reviewer: 'anna' });
    expect(added).toMatchObject([{ run_id, brick: 'turns', verdict: 'wrong', value: 4, answer: 3 }]);
    expect((await runs.get(run_id, { include: ['reviews'] })).reviews).toEqual(added);
    expect(await first(reviews.list({ run_id, current: true }))).toEqual(added[0]);
    expect((await reviews.page({ limit: 1 })).data).toEqual(added);
    expect(JSON.parse(await new Response(await reviews.export({ verdict: 'wrong' })).text())).toEqual(added[0]);
  });

  it('hands out runs for review, and says how right they are', async () => {
    const { runs, kits, reviewQueue, reviews, calibrations } = client();
    const { kit_code, kit_id } = await kits.schema('call_shape');
    expect(await reviewQueue.setPolicy(kit_id, { random: 1 })).toMatchObject({ policy: { random: 1 }, open: 0 });
    const { run_id } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    const { item } = await reviewQueue.next(kit_id, { reviewer: 'anna' });
    expect(item).toMatchObject({ run_id, probability: 1 });
    expect((await reviewQueue.renew(item?.item_id ?? '', { reviewer: 'anna' })).run_id).toBe(run_id);
    expect(await reviewQueue.giveBack(item?.item_id ?? '', { reviewer: 'anna' })).toMatchObject({ returned: true });
    await reviews.add(run_id, [{ brick: 'turns', verdict: 'correct' }]);
    expect(await reviewQueue.get(kit_id)).toMatchObject({ open: 0, reviewed: 1 });
    const { data } = await reviewQueue.quality(kit_id, { group_by: 'version' });
    expect(data).toMatchObject([{ group: '1', bricks: [{ brick: 'turns', n: 1, accuracy: 1 }] }]);
    const { run_id: another } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    expect(await reviewQueue.add(kit_id, [another], { second: true })).toMatchObject({ added: 1, already: 0 });
    const policy = { random: 1 };
    expect(await reviewQueue.previewDraw(kit_id, { policy })).toMatchObject({ added: 0, complete: true });
    expect((await reviewQueue.draw(kit_id, { policy })).drawn).toBeGreaterThan(1);
    const { calibration_id } = await calibrations.start(kit_id, { name: 'November', run_ids: [run_id, another] });
    expect(await calibrations.list(kit_id)).toMatchObject([{ calibration_id, calls: 2, people: [] }]);
    expect(await calibrations.get(calibration_id)).not.toHaveProperty('results');
    expect(await calibrations.close(calibration_id)).toHaveProperty('closed_at');
    expect(await calibrations.delete(calibration_id)).toEqual({ calibration_id, deleted: true });
    expect(await reviewQueue.deletePolicy(kit_id)).not.toHaveProperty('policy');
  });

  it('keeps intakes, tries them, and reads their log', async () => {
    const { intakes } = client();
    const intake = {
      auth: { type: 'token' as const },
      map: { input: '{ "transcript": text }', external_id: 'id' },
      kits: [{ kit: 'call_shape' }],
    };
    expect(await intakes.test('calls', { text: TRANSCRIPT, id: 1 }, { intake })).toMatchObject({
      outcome: 'accepted',
      external_id: '1',
    });
    expect((await intakes.presets()).map(({ name }) => name)).toContain('zoom');
    const { secret, path, revision } = await intakes.put('calls', intake);
    expect([await intakes.list(), revision]).toMatchObject([[{ name: 'calls', path }], 1]);
    const sent = await fetch(`${service.url}${path}?token=${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: TRANSCRIPT, id: 1 }),
    });
    expect(sent.status).toBe(202);
    const { delivery_id: id } = (await sent.json()) as { delivery_id: string };
    await expect.poll(async () => (await intakes.delivery('calls', id)).outcome, { timeout: 30_000 }).toBe('accepted');
    expect(await intakes.deliveries('calls', { outcome: 'accepted' })).toMatchObject([{ external_id: '1' }]);
    expect((await intakes.deliveryPage('calls', { limit: 1 })).next_cursor).toBeUndefined();
    expect(JSON.parse((await intakes.payload('calls', id)).text ?? '')).toEqual({ text: TRANSCRIPT, id: 1 });
    expect(await intakes.testDelivery('calls', id)).toMatchObject({ outcome: 'accepted', external_id: '1' });
    expect(await intakes.replay('calls', { delivery_ids: [id] })).toEqual({ replayed: 1, more: false });
    expect(await intakes.eraseDelivery('calls', id)).toMatchObject({ delivery_id: id, kept: false });
    expect((await intakes.rotate('calls')).secret).not.toBe(secret);
    expect((await intakes.get('calls')).changes).toHaveLength(2);
    expect(await intakes.delete('calls')).toEqual({ name: 'calls', deleted: true });
  });

  it('keeps golden sets, and scores a version on one', async () => {
    const { goldenSets, evaluations, runs, kits, reviews } = client();
    const lines = [{ external_id: 'a', input: { transcript: TRANSCRIPT }, expected: { turns: 3 } }];
    const set = await goldenSets.put('call_shape', 'small', { lines });
    expect(await goldenSets.list('call_shape')).toEqual([set]);
    expect(JSON.parse(await new Response(await goldenSets.lines('call_shape', 'small')).text())).toEqual(lines[0]);
    expect(await evaluations.estimate('call_shape', { set: 'small' })).toEqual({
      lines: 1,
      input_tokens: 0,
      credits: 0,
    });
    const { evaluation_id } = await evaluations.start('call_shape', { set: 'small' });
    const ended = await evaluations.wait(evaluation_id);
    expect(ended).toMatchObject({ status: 'succeeded', done: 1, report: { bricks: [{ key: 'turns', accuracy: 1 }] } });
    expect((await evaluations.get(evaluation_id, { against: evaluation_id })).against).toMatchObject([{ gained: 0 }]);
    expect(await evaluations.list('call_shape')).toMatchObject([{ evaluation_id }]);
    await expect(evaluations.cancel(evaluation_id)).rejects.toMatchObject({ code: 'conflict' });
    const { kit_code } = await kits.schema('call_shape');
    const { run_id } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    await reviews.add(run_id, [{ brick: 'turns', verdict: 'correct' }]);
    expect(await goldenSets.addRuns('call_shape', 'small', [run_id])).toMatchObject({ added: 1, lines: 2 });
    expect(await goldenSets.delete('call_shape', 'small')).toEqual({ name: 'small', deleted: true });
  });

  it('asks runs of the past again', async () => {
    const { kits, runs, backfills, shadows } = client();
    const { kit_code, kit_version_id: live } = await kits.push({ ...KIT, kit: 'asked_again' }, { publish: true });
    const source = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    const { kit_version_id } = await kits.push({ ...KIT, kit: 'asked_again', name: 'Second' });
    expect(await backfills.estimate({ kit_version_id })).toMatchObject({ runs: 1, credits: 0 });
    const { backfill_id } = await backfills.start({ kit_version_id, max_credits: 0 });
    const ended = await backfills.wait(backfill_id);
    expect(ended).toMatchObject({ status: 'succeeded', done: 1 });
    expect(await backfills.list()).toEqual([ended]);
    expect((await runs.page({ backfill_id })).data).toMatchObject([{ rescored_from: source.run_id }]);
    expect(await backfills.compare(backfill_id, { flips: 1 })).toMatchObject({ n: 1, bricks: [{ changed: 0 }, {}] });
    await expect(backfills.cancel(backfill_id)).rejects.toMatchObject({ status: 409 });
    await expect(shadows.put(kit_code, { kit_version_id: live, share: 0.1 })).rejects.toMatchObject({ status: 409 });
    await expect(shadows.get(kit_code)).rejects.toMatchObject({ status: 404 });
    const shadow = await shadows.put(kit_code, { kit_version_id, share: 0.1 });
    expect(shadow).toMatchObject({ status: 'running', shadow: 0.1, total: 0 });
    expect(await shadows.get(kit_code)).toEqual(shadow);
    expect(await shadows.stop(kit_code)).toMatchObject({ backfill_id: shadow.backfill_id, status: 'cancelled' });
  });

  it('manages keys', async () => {
    const { keys } = client();
    expect(await keys.me()).toMatchObject({ role: 'admin', environment: 'live', workspace: { name: 'default' } });
    const { id, key } = await keys.create({ name: 'crm', role: 'viewer' });
    expect(key).toMatch(/^svc_live_/);
    expect((await keys.list()).map((each) => each.id)).toContain(id);
    expect(await keys.revoke(id)).toEqual({ id, revoked: true });
  });

  it('registers a webhook endpoint, verifies what it receives, and reads events in order', async () => {
    const { webhooks, runs, kits } = client();
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.end('ok');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = receiver.address() as AddressInfo;
      const { id, secret } = await webhooks.save(`http://127.0.0.1:${port}/hook`);
      const { kit_code } = await kits.schema('call_shape');
      const run = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const [delivery] = received;
      const event = await webhooks.receive(delivery?.body ?? '', delivery?.headers ?? {}, { secret });
      expect(event).toMatchObject({ type: 'run.succeeded', data: run });
      const { delivery_id } = await webhooks.test(id);
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(1);
      const rotated = await webhooks.rotate(id);
      expect(rotated.secret).not.toBe(secret);
      expect((await webhooks.disable(id)).enabled).toBe(false);
      expect((await webhooks.enable(id)).enabled).toBe(true);
      expect(await webhooks.list()).toMatchObject([{ id, enabled: true }]);
      const delivered = async () => (await first(webhooks.deliveries(id, { status: 'succeeded' })))?.id;
      await expect.poll(delivered, { timeout: 20_000 }).toBe(delivery_id);
      expect(await webhooks.replay(delivery_id)).toMatchObject({ id: delivery_id });
      expect(await webhooks.recover(id)).toEqual({ recovered: 0, has_more: false });
      expect(await webhooks.event(event.id)).toMatchObject({ id: event.id, type: 'run.succeeded' });
      const seen: string[] = [];
      for await (const each of webhooks.events()) if ('run_id' in each.data) seen.push(String(each.data.run_id));
      expect(seen.at(-1)).toBe(run.run_id);
      expect((await webhooks.eventPage({ after: 'latest' })).data).toEqual([]);
      expect(await webhooks.delete(id)).toEqual({ id, deleted: true });
    } finally {
      receiver.close();
    }
  }, 90_000);

  it('stores, checks and deletes alerts', async () => {
    const { alerts } = client();
    const rule = { kit: 'call_shape', brick: 'turns', aggregate: 'mean', window: '7d', above: 100 } as const;
    expect(await alerts.check(rule)).toMatchObject({ state: 'ok', figure: { value: expect.any(Number) } });
    expect(await alerts.put('long-calls', rule)).toMatchObject({ name: 'long-calls', rule, state: 'ok' });
    expect(await alerts.get('long-calls')).toMatchObject({ rule });
    expect(await alerts.list()).toMatchObject([{ name: 'long-calls' }]);
    expect(await alerts.changes('long-calls')).toEqual([]);
    const { canaries, goldenSets } = client();
    await goldenSets.put('call_shape', 'nightly', {
      lines: [{ input: { transcript: 'Agent: Hi.' }, expected: { turns: 1 } }],
    });
    expect(await canaries.put('nightly', { kit: 'call_shape', set: 'nightly' })).toMatchObject({ state: 'ok' });
    expect(await canaries.get('nightly')).toMatchObject({ rule: { set: 'nightly' } });
    expect(await canaries.list()).toMatchObject([{ name: 'nightly' }]);
    expect(await canaries.changes('nightly')).toEqual([]);
    expect(await canaries.delete('nightly')).toEqual({ name: 'nightly', deleted: true });
    expect(await alerts.delete('long-calls')).toEqual({ name: 'long-calls', deleted: true });
  });

  it('asks across calls, follows the estimate, and says what sets calls apart', async () => {
    const { questions, contrasts, kits, runs } = client();
    const { kit_code } = await kits.schema('call_shape');
    for (const team of ['Porto', 'Faro'])
      for (let number = 0; number < 5; number += 1)
        await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT }, metadata: { team } });
    const request = { questions: ['Was a refund mentioned?'], filter: { team: 'Porto' }, engine: 'local' as const };
    expect(await questions.predict(request)).toMatchObject({ population: 5, credits: 0 });
    const { question_id } = await questions.ask(request);
    let followed: Awaited<ReturnType<typeof questions.get>> | undefined;
    for await (const question of questions.follow(question_id)) followed = question;
    expect(followed).toMatchObject({ question_id, status: 'complete', sample: { asked: 5 } });
    expect(await questions.wait(question_id)).toEqual(followed);
    expect(await questions.list()).toMatchObject([{ question_id, asked: 5 }]);
    expect(await questions.delete(question_id)).toMatchObject({ deleted: true });
    const { contrast_id } = await contrasts.start({ filter: { team: 'Porto' }, against: { team: 'Faro' } });
    expect(await contrasts.wait(contrast_id)).toMatchObject({ status: 'succeeded', phrases: [] });
    expect(await contrasts.list()).toMatchObject([{ contrast_id }]);
    expect(await contrasts.delete(contrast_id)).toEqual({ contrast_id, deleted: true });
  });

  it('learns from reviews, and takes back what was learned', async () => {
    const { learnings } = client();
    const { bricks } = await learnings.estimate('call_shape');
    // Numbers have no heads, so nothing can be learned here.
    expect(bricks).toMatchObject([{ key: 'turns', status: 'no_classes' }]);
    await expect(learnings.start('call_shape')).rejects.toMatchObject({ code: 'conflict' });
    expect(await learnings.list('call_shape')).toEqual([]);
    const nobody = 'lrn_01m7er7dfgeqcrm640y1251418';
    await expect(learnings.wait(nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(learnings.cancel(nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(learnings.undo('call_shape', { bricks: ['turns'] })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps lists of runs under a name', async () => {
    const { views } = client();
    const search = 'status=failed';
    expect(await views.save({ name: 'Failed ones', search })).toMatchObject({ name: 'Failed ones', search });
    expect(await views.list()).toMatchObject([{ name: 'Failed ones', search }]);
    expect(await views.delete('Failed ones')).toEqual({ name: 'Failed ones', deleted: true });
  });

  it('says how often each answer was given', async () => {
    const { total } = await client().insights.get('call_shape', { group_by: 'week' });
    expect(total.runs.succeeded).toBeGreaterThan(100);
  });

  it('groups and filters by dimensions', async () => {
    const { dimensions, insights, settings, runs } = client();
    expect(await dimensions.put('queue', { metadata_key: 'queue_name' })).toMatchObject({ label: 'queue' });
    expect((await dimensions.list()).map(({ name }) => name)).toContain('queue');
    expect(await dimensions.values('queue', { prefix: 'a', limit: 5 })).toEqual([]);
    const { data } = await insights.get('call_shape', { group_by: 'week,queue', dimensions: { team: 'not:Porto' } });
    expect(data[0]?.groups).toMatchObject({ queue: null });
    expect(await insights.changes('call_shape', { dimensions: { team: 'Porto' } })).toMatchObject({ timezone: 'UTC' });
    expect(await new Response(await insights.csv('call_shape')).text()).toMatch(/^week,succeeded,/);
    expect((await runs.page({ dimensions: { queue: 'none' } })).data).toEqual([]);
    expect(await dimensions.delete('queue')).toEqual({ name: 'queue', deleted: true });
    expect(await settings.set({ timezone: 'UTC' })).toEqual(await settings.get());
  });

  it('says who the agents of the workspace are', async () => {
    const { speakers } = client();
    const rules = [{ metadata: { intake: 'phones' }, speakers: { '0': 'agent' as const } }];
    expect(await speakers.set({ agents: ['*@acme.com'], rules })).toEqual({ agents: ['*@acme.com'], rules });
    expect(await speakers.get()).toEqual({ agents: ['*@acme.com'], rules });
  });

  it('looks after the service itself', async () => {
    expect(await client().service.isReady()).toBe(true);
    expect(await client().service.openapi()).toHaveProperty('openapi');
  });

  it('knows who did what, what it may cost, and whom to tell', async () => {
    const { audit, spendCaps, channels, coaching, insights, warehouse } = client();
    expect(await spendCaps.put('daily', { period: 'day', credits: 5, at_cap: 'local' })).toMatchObject({
      name: 'daily',
    });
    expect(await spendCaps.list()).toMatchObject([{ name: 'daily' }]);
    expect(await spendCaps.delete('daily')).toEqual({ name: 'daily', deleted: true });
    const slack: ChannelSettings = { kind: 'slack', url: 'https://127.0.0.1:9/hook', topics: ['alerts'] };
    expect(await channels.put('ops', slack)).toMatchObject({ name: 'ops', kind: 'slack' });
    expect(await channels.get('ops')).toMatchObject({ name: 'ops' });
    expect(await channels.list()).toHaveLength(1);
    expect(await coaching.list({ agent: 'Maya' })).toEqual([]);
    const note = { agent: 'Maya', kit: 'call_shape', bricks: ['turns'], text: 'Say what happens next.' };
    const { note_id } = await coaching.create(note);
    expect(await coaching.delete(note_id)).toEqual({ note_id, deleted: true });
    expect(await coaching.erase('Maya')).toEqual({ deleted: 0 });
    expect(await channels.test('ops')).toHaveProperty('status');
    expect(await channels.sendSummary('ops')).toHaveProperty('subject');
    expect(await insights.summary()).toMatchObject({ timezone: 'UTC' });
    expect((await channels.deliveries('ops')).length).toBeGreaterThan(0);
    expect(await channels.delete('ops')).toEqual({ name: 'ops', deleted: true });
    const { destinations } = client();
    const hubspot = { preset: 'hubspot', base_url: 'https://127.0.0.1:9', fields: { turns: 'turns' } };
    expect(await destinations.put('crm', { destination: hubspot, secrets: { token: 'pat' } })).toMatchObject({
      name: 'crm',
      secrets: ['token'],
    });
    expect(await destinations.get('crm')).toMatchObject({ name: 'crm' });
    expect(await destinations.list()).toHaveLength(1);
    expect((await destinations.presets()).length).toBeGreaterThan(3);
    expect(await destinations.preview('crm')).toHaveProperty('outcome');
    expect(await destinations.test('crm')).toHaveProperty('status');
    expect((await destinations.deliveries('crm', { limit: 1 })).data).toHaveLength(1);
    expect(await destinations.replay('crm')).toHaveProperty('replayed');
    expect(await destinations.delete('crm')).toEqual({ name: 'crm', deleted: true });
    const bucket = { to: 's3://calls/live', access_key_id: 'AKID', secret_access_key: 'secret', region: 'eu-west-1' };
    expect(await warehouse.putExport({ ...bucket, enabled: false })).toMatchObject({ scheduled: { to: bucket.to } });
    await expect(warehouse.exportNow()).rejects.toThrow('disabled');
    expect(JSON.stringify(await warehouse.getExport())).not.toContain('secret');
    expect(await warehouse.deleteExport()).toEqual({ deleted: true });
    expect((await audit.page({ action: 'spend_cap.saved' })).data).toHaveLength(1);
    expect(await first(audit.list())).toHaveProperty('actor');
    expect((await new Response(await audit.export()).text()).trim().split('\n').length).toBeGreaterThan(3);
    expect(await audit.verify()).toMatchObject({ intact: true, findings: [] });
  });

  it('invites people, changes and removes them, and hears their appeals', async () => {
    const { members, appeals, runs, kits } = client();
    const invitation = await members.invite({ email: 'ann@example.com', role: 'viewer' });
    expect(await members.invitations()).toMatchObject([{ id: invitation.id, email: 'ann@example.com' }]);
    expect(await members.revokeInvitation(invitation.id)).toEqual({ id: invitation.id, revoked: true });
    const bea = await joinedPerson(service, service.adminKey, 'bea@example.com', 'viewer');
    expect(await members.list()).toMatchObject([{ id: bea.memberId }]);
    expect(await members.sessions(bea.memberId)).toHaveLength(1);
    expect(await members.endSessions(bea.memberId)).toEqual({ id: bea.memberId, ended: 1 });
    expect(await members.change(bea.memberId, { role: 'analyst' })).toMatchObject({ role: 'analyst' });
    expect(await members.reset(bea.memberId)).toHaveProperty('link');
    expect(await members.remove(bea.memberId)).toEqual({ id: bea.memberId, removed: true });
    const { kit_code } = await kits.schema('call_shape');
    const { run_id } = await runs.createAndWait({ kit_code, input: { transcript: TRANSCRIPT } });
    expect(await appeals.create(run_id, { brick: 'turns', text: 'There were four.' })).toMatchObject({ run_id });
    expect((await appeals.page({ run_id })).data).toHaveLength(1);
  });

  it('sends recordings, waits until they are heard, and listens to them', async () => {
    const { recordings } = client();
    const call = new Blob([new Uint8Array(await recordingOf(6, [1]))]);
    const uploaded: number[] = [];
    const sent = await recordings.upload(
      call,
      { name: 'call.wav', keep_audio: true },
      { onProgress: (bytes) => void uploaded.push(bytes) },
    );
    expect(uploaded).toEqual([call.size]);
    const heard = await recordings.wait(sent.recording_id);
    expect(heard).toMatchObject({ status: 'succeeded', has_audio: true, seconds: 6 });
    const sound = await new Response(await recordings.audio(sent.recording_id)).arrayBuffer();
    expect(Buffer.from(sound).subarray(0, 4).toString()).toBe('RIFF');
    const interrupted = await recordings.create({ size_bytes: call.size });
    expect(await recordings.resume(interrupted.recording_id, call)).toMatchObject({ received_bytes: call.size });
  });

  it('has reached every endpoint there is, or has a method for it that is called as plain ones are', async () => {
    const left = ENDPOINTS.filter(
      ({ id, method, path }) =>
        !NOT_IN_THE_CLIENT.includes(id) && !asked.some((one) => one.method === method && fits(path, one.path)),
    );
    const found = await Promise.all(left.map(methodOf));
    expect(found.flatMap((each) => ('fault' in each ? each.fault : []))).toEqual([]);
  });
});

describe('the method of an endpoint, by convention', () => {
  const endpoint = (id: string) => ENDPOINTS.find((each) => each.id === id) as Endpoint;

  it.each([
    ['listViews', 'views.list'],
    ['saveView', 'views.save'],
    ['deleteView', 'views.delete'],
    ['putDimension', 'dimensions.put'],
    ['createCoachingNote', 'coaching.create'],
    ['deleteCoachingNote', 'coaching.delete'],
  ])('%s is %s', async (id, name) => {
    expect(await methodOf(endpoint(id))).toEqual({ name });
  });

  it('says what is missing: a method, an example of the body, of the answer', async () => {
    const view = endpoint('saveView');
    expect(await methodOf({ ...view, path: '/v1/elsewhere' })).toEqual({
      fault: expect.stringContaining(
        'no method of client.views sends POST /v1/elsewhere when it is called with ({"name"',
      ),
    });
    expect(await methodOf({ ...view, bodyExample: undefined })).toEqual({
      fault: 'saveView needs an example of its body',
    });
    expect(await methodOf({ ...view, responses: { 200: { description: '' } } })).toEqual({
      fault: 'saveView needs an example of its answer',
    });
  });
});

/** The most literal pattern wins, as on the service: `/v1/runs/export` is no run id. */
function fits(pattern: string, path: string): boolean {
  if (ENDPOINTS.some((endpoint) => endpoint.path === path)) return pattern === path;
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
}
