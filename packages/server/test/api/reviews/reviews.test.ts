import type { Role } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { heldEvaluator, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { NO_USAGE } from '../../../src/usage/usage.ts';

let service: TestService;
let workspaces = 0;
const held = heldEvaluator();
/** The evaluation gives these answers; a run whose input says `wait` is held. */
const ANSWERS = {
  score: { value: 7, confidence: 0.5 },
  solved: { value: true, confidence: 0.9 },
  mood: { value: 'good', confidence: 0.8 },
};

beforeAll(async () => {
  service = await startTestService(
    { ...WEBHOOK_ENVIRONMENT, BRICKWORK_HOUSEKEEPING_MS: '200' },
    {
      async evaluate(work, signal) {
        if ((JSON.parse(work.input) as { wait?: boolean }).wait === true) return held.evaluate(work, signal);
        const output = { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: ANSWERS };
        return { output, warnings: [], usage: { ...NO_USAGE, engine: 'local' } };
      },
    },
  );
});
afterAll(() => service.stop());

/** A workspace with a kit, and runs of it. */
async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`reviews-${workspaces}`);
  const admin = await service.key(workspaceId);
  const kit = await publishedKit(service, kitDocument('support'), admin);
  const key = (role: Role) => service.key(workspaceId, 'live', role);
  const run = async (input: object = {}): Promise<string> => {
    const { body } = await service.call('POST', '/v1/runs', {
      key: admin,
      body: { kit_code: kit.kit_code, input: { transcript: 'Agent: Hello.', ...input } },
    });
    if (!('wait' in input)) await untilStatus(service, admin, body.run_id, 'succeeded');
    return body.run_id;
  };
  const reviewer = await key('reviewer');
  const review = (runId: string, body: unknown, { as = reviewer, query = '' } = {}) =>
    service.call('POST', `/v1/runs/${runId}/reviews${query}`, { key: as, body });
  const get = (path: string, as = admin) => service.call('GET', path, { key: as });
  return { workspaceId, admin, kit, key, run, reviewer, review, get };
}

const WRONG = { brick: 'solved', verdict: 'wrong', value: false, note: 'They call again.' };

describe('POST /v1/runs/:runId/reviews', () => {
  it('201: stores verdicts beside an output that stays as it was', async () => {
    const { run, review, get, kit } = await setUp();
    const runId = await run();
    const before = (await get(`/v1/runs/${runId}`)).body;
    const { status, body } = await review(runId, [WRONG, { brick: 'mood', verdict: 'correct' }]);
    expect(status).toBe(201);
    expect(body.data).toEqual([
      {
        review_id: expect.stringMatching(/^rev_[0-9a-z]{26}$/),
        run_id: runId,
        kit_id: kit.kit_id,
        kit_version: 1,
        ...WRONG,
        answer: true,
        confidence: 0.9,
        reviewer: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        reviewer_name: expect.stringMatching(/^svc_live_…/),
        created_at: expect.any(String),
        superseded: false,
      },
      expect.objectContaining({ brick: 'mood', verdict: 'correct', answer: 'good' }),
    ]);
    expect((await get(`/v1/runs/${runId}`)).body).toEqual(before);
    const shown = (await get(`/v1/runs/${runId}?include=reviews`)).body;
    expect(shown).toEqual({ ...before, reviews: body.data });
  });

  it('200: shows notes to those alone who may read conversations', async () => {
    const { run, review, get, key } = await setUp();
    const runId = await run();
    await review(runId, [WRONG]);
    for (const role of ['viewer', 'runner', 'analyst', 'developer'] as const) {
      const as = await key(role);
      const exported = await get('/v1/reviews/export', as);
      const line = typeof exported.body === 'string' ? JSON.parse(exported.body) : exported.body;
      const shown = [
        (await get('/v1/reviews', as)).body.data[0],
        (await get(`/v1/runs/${runId}?include=reviews`, as)).body.reviews[0],
        line,
      ];
      const note = role === 'viewer' || role === 'runner' ? undefined : WRONG.note;
      expect([role, ...shown.map((each) => each.note)]).toEqual([role, note, note, note]);
    }
  });

  it('201: a newer verdict of the same reviewer counts instead; a repetition stores nothing', async () => {
    const { run, review, get } = await setUp();
    const runId = await run();
    const first = (await review(runId, [WRONG])).body.data[0];
    const again = (await review(runId, [WRONG])).body.data[0];
    expect(again).toEqual(first);
    await review(runId, [{ brick: 'solved', verdict: 'correct' }]);
    await review(runId, [WRONG], { query: '?reviewer=anna' });
    const { reviews } = (await get(`/v1/runs/${runId}?include=reviews`)).body;
    expect(
      reviews.map(({ verdict, superseded, reviewer }: { [name: string]: unknown }) => [
        verdict,
        superseded,
        String(reviewer).split('/')[1],
      ]),
    ).toEqual([
      ['wrong', true, undefined],
      ['correct', false, undefined],
      ['wrong', false, 'anna'],
    ]);
  });

  it('201: reviewers at the same moment each keep exactly one verdict that counts', async () => {
    const { run, review, get } = await setUp();
    const runId = await run();
    const verdicts = ['correct', 'unsure', 'not_applicable', 'wrong'];
    const names = ['anna', 'ben'];
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        review(runId, [{ brick: 'solved', verdict: verdicts[index % 4] }], {
          query: `?reviewer=${names[index % 2]}`,
        }),
      ),
    );
    const { reviews } = (await get(`/v1/runs/${runId}?include=reviews`)).body;
    const current = reviews.filter(({ superseded }: { superseded: boolean }) => !superseded);
    expect(current).toHaveLength(2);
    for (const { reviewer, review_id } of current) {
      const own = reviews.filter((each: { reviewer: string }) => each.reviewer === reviewer);
      expect(own.at(-1).review_id).toBe(review_id);
    }
  });

  it.each([
    ['an unknown brick', [{ brick: 'other', verdict: 'correct' }], /^other is not an answer of the run/],
    ['a brick without an answer', [{ brick: 'caller', verdict: 'correct' }], /^caller is not an answer/],
    ['a brick twice', [WRONG, { brick: 'solved', verdict: 'correct' }], /^solved is reviewed twice/],
    ['a value with another verdict', [{ ...WRONG, verdict: 'correct' }], /only allowed with the verdict wrong/],
    ['the answer itself as the right value', [{ ...WRONG, value: true }], /is the answer that was given/],
  ])('422 review_invalid: %s; nothing is stored', async (_what, body, detail) => {
    const { run, review, get } = await setUp();
    const runId = await run();
    const refused = await review(runId, [{ brick: 'score', verdict: 'correct' }, ...body]);
    expect([refused.status, refused.body.error]).toEqual([422, 'review_invalid']);
    expect(refused.body.detail).toMatch(detail);
    expect((await get('/v1/reviews')).body.data).toEqual([]);
  });

  it.each([
    ['mood', 'fine', 'mood: the value must be one of the categories: '],
    ['score', 11, 'score: the value must be a number from 0 to 10'],
    ['score', 5.3, 'score: the value must be a multiple of 1'],
  ])('400: a value that %s cannot have, %s; nothing is stored', async (brick, value, detail) => {
    const { run, review, get } = await setUp();
    const refused = await review(await run(), [WRONG, { brick, verdict: 'wrong', value }]);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_parameter']);
    expect(refused.body.detail).toContain(detail);
    expect((await get('/v1/reviews')).body.data).toEqual([]);
  });

  it.each([
    ['no list', WRONG],
    ['an empty list', []],
    ['an unknown verdict', [{ brick: 'solved', verdict: 'good' }]],
    ['an unknown field', [{ ...WRONG, score: 1 }]],
    ['a note that is too long', [{ ...WRONG, note: 'x'.repeat(2_001) }]],
    ['a NUL in a note', [{ ...WRONG, note: 'a\0b' }]],
    ['too many', Array.from({ length: 201 }, () => WRONG)],
  ])('400: %s', async (_what, body) => {
    const { run, review } = await setUp();
    const refused = await review(await run(), body);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_parameter']);
  });

  it('400: a reviewer’s name with a slash or that is too long', async () => {
    const { run, review } = await setUp();
    const runId = await run();
    for (const name of ['a%2Fb', 'x'.repeat(101), ''])
      expect((await review(runId, [WRONG], { query: `?reviewer=${name}` })).status).toBe(400);
  });

  it('403: for roles without reviews:write; 404: for an unknown run', async () => {
    const { run, review, key } = await setUp();
    const runId = await run();
    for (const role of ['viewer', 'runner', 'agent'] as const) {
      const refused = await review(runId, [WRONG], { as: await key(role) });
      expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    }
    for (const role of ['admin', 'developer', 'analyst'] as const)
      expect((await review(runId, [WRONG], { as: await key(role) })).status).toBe(201);
    const unknown = await review('run_01hqz0000000000000000000zz', [WRONG]);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'run_not_found']);
  });

  it('409: while the run has not ended, when it has no output, and once it is erased', async () => {
    const { run, review, admin } = await setUp();
    const waiting = await run({ wait: true });
    const early = await review(waiting, [WRONG]);
    expect([early.status, early.body.error]).toEqual([409, 'run_not_completed']);
    await service.call('POST', `/v1/runs/${waiting}/cancel`, { key: admin });
    const cancelled = await review(waiting, [WRONG]);
    expect([cancelled.status, cancelled.body.error]).toEqual([409, 'conflict']);
    const erased = await run();
    await service.call('DELETE', `/v1/runs/${erased}`, { key: admin });
    expect((await review(erased, [WRONG])).body.error).toBe('conflict');
  });
});

describe('erasing a run', () => {
  it('erases values, notes and answers of its reviews, and what events say of them', async () => {
    const { run, review, get, admin } = await setUp();
    const runId = await run();
    await review(runId, [WRONG]);
    await service.call('DELETE', `/v1/runs/${runId}`, { key: admin });
    const { data } = (await get('/v1/reviews')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ brick: 'solved', verdict: 'wrong', confidence: 0.9 });
    for (const name of ['value', 'note', 'answer']) expect(data[0]).not.toHaveProperty(name);
    const events = (await get('/v1/events')).body.data;
    const reviewed = events.find(({ type }: { type: string }) => type === 'run.reviewed');
    expect(reviewed).toMatchObject({ thin: true, data: { run_id: runId, reviews: [{ brick: 'solved' }] } });
    expect(JSON.stringify(events)).not.toContain('They call again');
    expect(reviewed.data.reviews[0]).not.toHaveProperty('value');
  });
});

describe('retention', () => {
  it('clears the contents of reviews with the output, and deletes reviews and their events with the run', async () => {
    const { workspaceId, run, review, get } = await setUp();
    const { database } = service.testDatabase;
    await review(await run(), [WRONG]);
    const days = { inputDays: null, outputDays: 0, runDays: null, auditDays: null };
    await service.service.access.store.setRetention(workspaceId, days);
    await expect.poll(async () => (await get('/v1/reviews')).body.data[0].note, { timeout: 10_000 }).toBeUndefined();
    expect(JSON.stringify((await get('/v1/events')).body)).not.toContain('They call again');
    await service.service.access.store.setRetention(workspaceId, { ...days, runDays: 0 });
    await expect.poll(async () => (await get('/v1/events')).body.data, { timeout: 10_000 }).toEqual([]);
    expect((await get('/v1/reviews')).body.data).toEqual([]);
    expect(await checkInvariants(database)).toEqual([]);
  });
});

describe('the event run.reviewed', () => {
  it('tells of corrections to the webhook and in the list of events, and of nothing else', async () => {
    const receiver = await startReceiver();
    try {
      const { run, review, get, admin, kit } = await setUp();
      const runId = await run();
      receiver.behave(answer(200));
      await service.call('POST', '/v1/webhooks', { key: admin, body: { url: receiver.url } });
      await review(runId, [{ brick: 'mood', verdict: 'correct' }]);
      await review(runId, [{ brick: 'score', verdict: 'unsure' }]);
      const stored = (await review(runId, [WRONG, { brick: 'score', verdict: 'correct' }])).body.data;
      const [first] = await receiver.until(1);
      expect(first?.event).toMatchObject({
        type: 'run.reviewed',
        thin: false,
        data: { run_id: runId, kit_id: kit.kit_id, kit_code: kit.kit_code, kit_version: 1, reviews: [stored[0]] },
      });
      const events = (await get('/v1/events')).body.data;
      expect(events.map(({ type }: { type: string }) => type)).toEqual(['run.succeeded', 'run.reviewed']);
      expect(events[1]).toEqual(first?.event);
    } finally {
      await receiver.stop();
    }
  });
});

describe('GET /v1/reviews', () => {
  it('200: newest first, in pages, by every filter', async () => {
    const { run, review, get, kit, key } = await setUp();
    const [one, two] = [await run(), await run()];
    await review(one, [WRONG, { brick: 'mood', verdict: 'correct' }]);
    await review(two, [{ brick: 'solved', verdict: 'correct' }], { query: '?reviewer=anna' });
    await review(two, [{ brick: 'solved', verdict: 'unsure' }], { query: '?reviewer=anna' });
    const viewer = await key('analyst');
    const all = (await get('/v1/reviews', viewer)).body;
    expect(all.data).toHaveLength(4);
    const ids = all.data.map(({ review_id }: { review_id: string }) => review_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const page = (await get('/v1/reviews?limit=3')).body;
    expect([page.data.length, page.has_more]).toEqual([3, true]);
    const rest = (await get(`/v1/reviews?limit=3&cursor=${page.next_cursor}`)).body;
    expect([...page.data, ...rest.data]).toEqual(all.data);
    const count = async (query: string) => (await get(`/v1/reviews?${query}`)).body.data.length;
    const anna = encodeURIComponent(all.data[0].reviewer);
    const time = encodeURIComponent(all.data[0].created_at);
    expect(await count('kit=support')).toBe(4);
    expect(await count(`kit=${kit.kit_code}&brick=mood`)).toBe(1);
    expect(await count(`run_id=${two}`)).toBe(2);
    expect(await count('run_id=none')).toBe(0);
    expect(await count('verdict=wrong')).toBe(1);
    expect(await count(`reviewer=${anna}`)).toBe(2);
    expect(await count('current=true')).toBe(3);
    expect(await count(`created_before=${time}`)).toBe(3);
    expect(await count(`created_after=${time}`)).toBe(1);
  });

  it('400: for a cursor, a limit or a filter that is none; 404: for an unknown kit', async () => {
    const { get } = await setUp();
    expect((await get('/v1/reviews?cursor=x')).body.error).toBe('invalid_cursor');
    expect((await get('/v1/reviews?limit=0')).body.error).toBe('invalid_limit');
    expect((await get('/v1/reviews?verdict=good')).status).toBe(400);
    expect((await get('/v1/reviews?kit=unknown')).body.error).toBe('kit_not_found');
  });
});

describe('importing reviews', () => {
  it('makes nobody a second reviewer: twice, with another key, or into the server they come from', async () => {
    const { run, review, get, key } = await setUp();
    const runId = await run();
    const [own] = (await review(runId, [WRONG], { query: '?reviewer=anna' })).body.data;
    const imported = (body: unknown, as: string, from: string) =>
      review(runId, body, { as, query: `?imported_from=${encodeURIComponent(from)}` });
    const [one, other] = [await key('admin'), await key('reviewer')];
    // Her own word is here.
    const again = await imported([WRONG, { brick: 'mood', verdict: 'correct' }], one, own.reviewer);
    expect(
      again.body.data.map(({ reviewer, brick }: { reviewer: string; brick: string }) => [brick, reviewer]),
    ).toEqual([
      ['solved', own.reviewer],
      ['mood', `import/${own.reviewer}`],
    ]);
    // Somebody of another server, imported by two keys, and again from an export of this one.
    const stranger = 'key_01m7er7dfgeqcrm640y1251418/ben';
    await imported([WRONG], one, stranger);
    await imported([WRONG], other, stranger);
    await imported([WRONG], other, `import/${stranger}`);
    const { data } = (await get('/v1/reviews?brick=solved')).body;
    expect(data.map(({ reviewer }: { reviewer: string }) => reviewer).sort()).toEqual(
      [own.reviewer, `import/${stranger}`].sort(),
    );
    for (const from of ['ben', 'import/ben', 'key_x', `${stranger}/more`])
      expect((await imported([WRONG], one, from)).status).toBe(400);
    const both = await review(runId, [WRONG], { query: `?reviewer=anna&imported_from=${stranger}` });
    expect([both.status, both.body.error]).toEqual([400, 'invalid_parameter']);
  });
});

describe('GET /v1/reviews/export', () => {
  it('200: JSON lines, oldest first; 404: for an unknown kit', async () => {
    const { run, review, get, key } = await setUp();
    for (let count = 0; count < 3; count += 1) await review(await run(), [WRONG]);
    const listed = (await get('/v1/reviews')).body.data;
    const { status, headers, body } = await get('/v1/reviews/export?kit=support', await key('analyst'));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(lines).toEqual(listed.toReversed());
    expect((await get('/v1/reviews/export?kit=unknown')).status).toBe(404);
  });
});

describe('the roles', () => {
  it('reviewer reads conversations and reviews, and changes nothing else; analyst reads and exports', async () => {
    const { run, get, key, kit } = await setUp();
    const runId = await run();
    for (const role of ['reviewer', 'analyst'] as const) {
      const own = await key(role);
      expect((await get(`/v1/runs/${runId}?include=input,conversation`, own)).status).toBe(200);
      expect((await get('/v1/runs/export', own)).status).toBe(200);
      for (const [method, path] of [
        ['POST', `/v1/kits/${kit.kit_id}/publish`],
        ['POST', '/v1/kits'],
        ['POST', '/v1/runs'],
        ['DELETE', `/v1/runs/${runId}`],
        ['GET', '/v1/keys'],
        ['GET', '/v1/webhooks'],
      ] as const)
        expect((await service.call(method, path, { key: own, body: method === 'GET' ? undefined : {} })).status).toBe(
          403,
        );
    }
  });
});
