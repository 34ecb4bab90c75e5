import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

const KIT = {
  kit: 'cards',
  bricks: [
    { key: 'lost', type: 'boolean', question: 'Did the customer lose a card?' },
    {
      key: 'mood',
      type: 'categorical',
      question: 'Mood?',
      categories: [{ value: 'calm' }, { value: 'angry' }],
      abstain_below: 0.5,
    },
  ],
};
const ANSWERS = {
  lost: { value: true, confidence: 0.9, reason: 'The customer says so.', evidence: ['I lost my card.'] },
  mood: { value: 'calm', confidence: 0.7 },
};

let service: TestService;
let kit: { kit_code: string; kit_id: string; kit_version_id: string };
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_ROLE: 'api', BRICKWORK_WEBHOOK_ALLOW: '127.0.0.1/32' });
  kit = await publishKit(service, service.adminKey, KIT);
});
afterAll(() => service.stop());

const line = (external_id: string, more: object = {}) => ({
  external_id,
  input: { transcript: TRANSCRIPT },
  bricks: ANSWERS,
  ...more,
});
const load = (runs: readonly unknown[], key = service.adminKey) =>
  service.call('POST', '/v1/imports', { key, body: { kit_code: kit.kit_code, runs } });
const get = async (path: string) => (await service.call('GET', path, { key: service.adminKey })).body;

describe('POST /v1/imports', () => {
  it('200: stores runs that have succeeded, with their evidence found in the conversation', async () => {
    const { status, body } = await load([
      line('call-1', { occurred_at: '2026-10-01T08:00:00Z', metadata: { team: 'Porto' }, engine: 'openai/gpt-5' }),
    ]);
    expect([status, body]).toEqual([
      200,
      {
        created: 1,
        replayed: 0,
        refused: 0,
        data: [{ index: 0, http_status: 201, run_id: expect.stringMatching(/^run_/), replayed: false }],
      },
    ]);
    const run = await get(`/v1/runs/${body.data[0].run_id}?include=evidence_spans,input`);
    expect(run).toMatchObject({
      status: 'succeeded',
      occurred_at: '2026-10-01T08:00:00.000Z',
      external_id: 'call-1',
      metadata: { team: 'Porto' },
      engine: 'openai/gpt-5',
      warnings: ['Loaded: these answers were given outside this service.'],
      input: { transcript: TRANSCRIPT },
      output: { kit_version_id: kit.kit_version_id, bricks: { mood: ANSWERS.mood } },
    });
    const [span] = run.output.bricks.lost.evidence_spans;
    expect(span).toMatchObject({ text: 'I lost my card.', turn: 1, speaker: 'Customer' });
    expect(TRANSCRIPT.slice(span.start, span.end)).toBe(span.text);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('costs nothing, counts in insights, is in the log of events and pushed to nobody', async () => {
    const url = 'https://127.0.0.1:9/hook';
    await service.call('POST', '/v1/webhooks', { key: service.adminKey, body: { url } });
    const { body } = await load([line('call-2', { occurred_at: '2026-10-02T08:00:00Z' })]);
    const [{ run_id }] = body.data;
    expect(await get(`/v1/runs/${run_id}/usage`)).toMatchObject({ calls: 0, tokens: { total: 0 }, credits: 0 });
    const insights = await get(`/v1/kits/${kit.kit_id}/insights?from=2026-10-02&to=2026-10-03`);
    expect(insights.total.runs.succeeded).toBe(1);
    const { data: events } = await get('/v1/events?limit=100');
    expect(events.at(-1)).toMatchObject({ type: 'run.succeeded', data: { run_id, output: { bricks: {} } } });
    const { data: endpoints } = await get('/v1/webhooks');
    expect((await get(`/v1/webhooks/${endpoints[0].id}/deliveries`)).data).toEqual([]);
  });

  it('stores nothing twice: by external id, or without one by the conversation', async () => {
    const anonymous = { input: { transcript: `${TRANSCRIPT}\nCustomer: Thanks.` }, bricks: ANSWERS };
    const runs = [
      line('call-3'),
      anonymous,
      line('call-3'),
      line('call-3', { bricks: { ...ANSWERS, mood: { value: 'angry' } } }),
    ];
    const first = await load(runs);
    expect(first.body).toMatchObject({ created: 2, replayed: 1, refused: 1 });
    expect(first.body.data[3]).toMatchObject({ http_status: 409, error: 'idempotency_key_conflict' });
    const again = await load(runs);
    expect(again.body).toMatchObject({ created: 0, replayed: 3, refused: 1 });
    expect(again.body.data[0].run_id).toBe(first.body.data[0].run_id);
    const { data } = await get('/v1/runs?external_id=call-3');
    expect(data).toHaveLength(1);
  });

  it('does not bring back what was erased', async () => {
    const { body } = await load([line('call-4')]);
    const [{ run_id }] = body.data;
    await service.call('DELETE', `/v1/runs/${run_id}`, { key: service.adminKey });
    expect((await load([line('call-4')])).body.data[0]).toMatchObject({ run_id, replayed: true });
    expect(await get(`/v1/runs/${run_id}`)).toMatchObject({ erased_at: expect.any(String) });
    expect((await get('/v1/runs?external_id=call-4')).data).toEqual([]);
  });

  it.each([
    [
      'evidence that was not said',
      { lost: { value: true, evidence: ['I sold my card.'] } },
      'bricks.lost has evidence that is not in',
    ],
    [
      'evidence elsewhere than it says',
      { lost: { value: true, evidence_spans: [{ text: 'I lost my card.', turn: 1, start: 0, end: 15 }] } },
      'bricks.lost has evidence that is not in the conversation at 0 to 15',
    ],
    ['a value that the brick cannot have', { mood: { value: 'bored' } }, 'bricks.mood'],
    ['no value without a reason', { lost: { value: null } }, 'bricks.lost must not be null'],
    ['a value where it abstained', { mood: { value: 'calm', applicability: 'abstained' } }, 'must have no value'],
    ['a brick of another kit', { lots: { value: true } }, 'bricks.lots is not a brick of this kit version'],
    ['a brick without an answer', { mood: undefined }, 'bricks.mood has no answer'],
  ])('422 for one line: %s', async (_, bricks, detail) => {
    const { status, body } = await load([line('bad', { bricks: { ...ANSWERS, ...bricks } }), line('good')]);
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({
      http_status: 422,
      error: 'answers_invalid',
      detail: expect.stringContaining(detail),
    });
    expect(body.data[1].run_id).toMatch(/^run_/);
  });

  it('takes any amount of evidence with its position, and looks up little without', async () => {
    const start = TRANSCRIPT.indexOf('I lost');
    const span = { text: 'I lost', turn: 1, start, end: start + 6 };
    const many = Array.from({ length: 101 }, () => span);
    const withSpans = { ...ANSWERS, lost: { value: true, evidence_spans: many } };
    const without = { ...ANSWERS, lost: { value: true, evidence: many.map(({ text }) => text) } };
    const { body } = await load([line('spans', { bricks: withSpans }), line('texts', { bricks: without })]);
    expect(body.data[0]).toMatchObject({ http_status: 201 });
    expect(body.data[1]).toMatchObject({ http_status: 422, detail: expect.stringContaining('Send evidence_spans') });
  });

  it('says for each line what is wrong with it', async () => {
    const { body } = await load([
      7,
      { external_id: 'x', bricks: ANSWERS },
      line('later', { occurred_at: '2999-01-01T00:00:00Z' }),
      line('empty', { input: { transcript: '' } }),
    ]);
    expect(body.data.map(({ error }: { error: string }) => error)).toEqual([
      'invalid_parameter',
      'invalid_parameter',
      'invalid_parameter',
      'kit_input_invalid',
    ]);
    expect(body).toMatchObject({ created: 0, refused: 4 });
  });

  it('400, 403, 404: no kit, a role that may not, a kit of others and a draft', async () => {
    const none = await service.call('POST', '/v1/imports', { key: service.adminKey, body: { runs: [line('x')] } });
    expect([none.status, none.body.error]).toEqual([400, 'kit_code_or_kit_version_id_required']);
    const runner = await service.key(service.workspaceId, 'live', 'runner');
    const refused = await load([line('x')], runner);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('runs:import')]);
    const draft = await service.call('POST', '/v1/kits', { key: service.adminKey, body: { ...KIT, name: 'Next' } });
    const unpublished = await service.call('POST', '/v1/imports', {
      key: service.adminKey,
      body: { kit_version_id: draft.body.kit_version_id, runs: [line('x')] },
    });
    expect([unpublished.status, unpublished.body.error]).toEqual([404, 'kit_not_found']);
  });

  it('leaves one entry in the audit log for a request', async () => {
    await load([line('audited-1'), line('audited-2')]);
    const { data } = await get('/v1/audit?action=runs.imported&limit=1');
    expect(data).toMatchObject([{ target: { type: 'kit', id: kit.kit_id }, details: { runs: 2, kit_version: 1 } }]);
  });
});

describe('answers that contradict the kit', () => {
  const SCORED = {
    kit: 'scored',
    bricks: [
      { key: 'refund', type: 'boolean', question: 'Was a refund asked for?' },
      { key: 'greeted', type: 'boolean', question: 'Did the agent greet?' },
      { key: 'explained', type: 'boolean', question: 'Explained?', applies_when: { brick: 'refund', is: true } },
      { key: 'polite', type: 'boolean', question: 'Was the agent polite?', abstain_below: 0.6 },
      {
        key: 'total',
        type: 'numeric',
        score: { items: ['greeted', 'polite', 'refund'].map((brick) => ({ brick, points: 10 })) },
      },
    ],
  };
  const answers = {
    refund: { value: false, confidence: 1 },
    greeted: { value: true, confidence: 1 },
    explained: { value: null, applicability: 'not_applicable' },
    polite: { value: false, confidence: 1 },
    total: { value: 33, confidence: 1 },
  };
  const NOT_APPLICABLE = { value: null, applicability: 'not_applicable' };

  async function loadScored(id: string, more: object) {
    const { kit_code } = await publishKit(service, service.adminKey, SCORED);
    const run = { external_id: id, input: { transcript: TRANSCRIPT }, bricks: { ...answers, ...more } };
    const { body } = await service.call('POST', '/v1/imports', {
      key: service.adminKey,
      body: { kit_code, runs: [run] },
    });
    const [loaded] = body.data;
    return { loaded, run: loaded.run_id && (await get(`/v1/runs/${loaded.run_id}`)) };
  }
  const recomputed = (keys: string) => `Recomputed, because the answers that were loaded contradict the kit: ${keys}.`;

  it('scores are recomputed with a warning', async () => {
    const { run: honest } = await loadScored('s-0', {});
    expect(honest.warnings).toHaveLength(1);
    const { run } = await loadScored('s-1', { total: { value: 77, confidence: 1 } });
    expect([honest, run].map(({ output }) => output.bricks.total.value)).toEqual([33, 33]);
    expect(run.warnings).toContainEqual(recomputed('total'));
  });

  it('an answer whose condition does not hold does not apply', async () => {
    const { run } = await loadScored('s-2', { explained: { value: true, confidence: 1 } });
    expect(run.output.bricks.explained).toMatchObject(NOT_APPLICABLE);
    expect(run.warnings.at(-1)).toContain('explained');
  });

  it('one that is not sure enough abstains', async () => {
    const { run } = await loadScored('s-3', { polite: { value: true, confidence: 0.2 } });
    expect(run.output.bricks.polite).toMatchObject({ value: null, applicability: 'abstained' });
    expect(run.warnings.at(-1)).toContain('polite');
  });

  it('one that is said not to apply, although it does, is refused', async () => {
    const { loaded } = await loadScored('s-4', { refund: { value: true, confidence: 1 } });
    expect(loaded).toMatchObject({ http_status: 422, error: 'answers_invalid' });
    expect(loaded.detail).toContain('bricks.explained is marked as not applicable');
  });
});
