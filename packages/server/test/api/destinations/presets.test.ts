/** Every preset against a server that checks the vendor's documented request: what is written, what is not, and what a vendor's refusal becomes. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { DESTINATION_PRESETS } from '../../../src/outbound/destinations/presets/all-presets.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { HUBSPOT_TOKEN, INTERCOM_TOKEN, SALESFORCE, startCrm, ZENDESK } from './support/crm.ts';

let service: TestService;
let workspaces = 0;

beforeAll(async () => {
  service = await startTestService({ ...WEBHOOK_ENVIRONMENT }, { evaluate: tellingEvaluator });
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(() => service.stop());

const ANSWERS = {
  solved: { value: true, confidence: 0.93, reason: 'The caller <thanks> the agent.' },
  score: { value: 7, confidence: 0.8 },
  mood: { value: 'good', confidence: 0.4 },
  caller: { value: null, applicability: 'abstained' },
};

async function setUp() {
  workspaces += 1;
  const crm = await startCrm();
  const key = await service.key(await service.workspace(`destinations-${workspaces}`));
  const kit = await publishedKit(service, kitDocument('review'), key);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const put = async (destination: object, secrets: object, name = 'crm') => {
    const stored = await call('PUT', `/v1/destinations/${name}`, {
      destination: { base_url: crm.url, kits: ['review'], ...destination },
      secrets,
    });
    expect(stored.status, JSON.stringify(stored.body)).toBe(200);
    return stored.body;
  };
  const run = (record: string, tell: Record<string, unknown> = ANSWERS, more: object = {}) =>
    toldRun(service, key, kit.kit_code, tell, { external_id: record, ...more });
  const log = async (name = 'crm') => (await call('GET', `/v1/destinations/${name}/deliveries`)).body.data;
  const untilLog = (matches: object) =>
    vi.waitFor(async () => expect((await log())[0]).toMatchObject(matches), { timeout: 20_000, interval: 50 });
  return { crm, key, kit, call, put, run, log, untilLog };
}

interface Case {
  record: string;
  destination: object;
  secrets: object;
  /** What the record has then. */
  written?: Record<string, unknown>;
  note?: RegExp;
  /** Written for another record, which the vendor does not know. */
  notFound: string;
}

const CASES: Readonly<Record<string, Case>> = {
  hubspot: {
    record: 'jane@example.com',
    destination: {
      settings: { id_property: 'email' },
      fields: { solved: 'solved', score: 'qa_score', 'solved.reason': 'why' },
    },
    secrets: { token: HUBSPOT_TOKEN },
    written: { solved: 'true', qa_score: '7', why: 'The caller <thanks> the agent.' },
    notFound: 'OBJECT_NOT_FOUND: Object not found. objectId are usually numeric: …',
  },
  'hubspot-note': {
    record: '501',
    destination: { fields: { solved: 'Solved', score: 'Score' } },
    secrets: { token: HUBSPOT_TOKEN },
    note: /^Solved: yes \(The caller &lt;thanks&gt; the agent\.\)<br>Score: 7$/,
    notFound: 'OBJECT_NOT_FOUND: resource not found',
  },
  intercom: {
    record: '9911',
    destination: { fields: { solved: 'Solved', score: 'QA score' } },
    secrets: { token: INTERCOM_TOKEN },
    written: { Solved: true, 'QA score': 7 },
    notFound: 'not_found: Resource Not Found',
  },
  'intercom-note': {
    record: '9911',
    destination: { settings: { admin_id: '991267459' }, fields: { solved: 'Solved' } },
    secrets: { token: INTERCOM_TOKEN },
    note: /^Solved: yes \(The caller &lt;thanks&gt; the agent\.\)$/,
    notFound: 'not_found: Resource Not Found',
  },
  salesforce: {
    record: 'C-17',
    destination: { settings: { external_id_field: 'Call_Id__c' }, fields: { solved: 'Solved__c', score: 'Score__c' } },
    secrets: SALESFORCE,
    written: { Solved__c: true, Score__c: 7 },
    notFound: 'NOT_FOUND: The requested resource does not exist',
  },
  zendesk: {
    record: '4711',
    destination: {
      settings: { email: ZENDESK.email, note: 'yes' },
      fields: { solved: '360012345678', score: '360012345679', 'solved.confidence': '360012345680' },
    },
    secrets: { password: ZENDESK.token },
    written: { '360012345678': true, '360012345679': 7, '360012345680': 0.93 },
    note: /^solved: yes \(The caller <thanks> the agent\.\)\nScore: 7$/,
    notFound: 'RecordNotFound: Not found',
  },
};

it('there is a case for every preset', () => {
  expect(Object.keys(CASES).sort()).toEqual(DESTINATION_PRESETS.map(({ name }) => name).sort());
});

describe.each(Object.entries(CASES))('%s', (preset, { record, destination, secrets, written, note, notFound }) => {
  it('writes a run that ends and what reviewers correct, a note once; a record that does not exist is final', async () => {
    const { crm, put, run, call, untilLog } = await setUp();
    await put({ preset, ...destination }, secrets);
    const runId = await run(record);
    await untilLog({ status: 'succeeded', outcome: 'succeeded', attempts: 1, cause: 'run' });
    if (written !== undefined) expect(crm.written[record]).toEqual(written);
    if (note !== undefined) expect(crm.notes).toEqual([{ record, text: expect.stringMatching(note) }]);
    const reviewed = await call('POST', `/v1/runs/${runId}/reviews`, [
      { brick: 'solved', verdict: 'wrong', value: false },
    ]);
    expect(reviewed.status, JSON.stringify(reviewed.body)).toBe(201);
    await untilLog({ status: preset.endsWith('-note') ? 'skipped' : 'succeeded', cause: 'review' });
    const [field] = Object.keys(written ?? {});
    if (field !== undefined) expect(crm.written[record]?.[field]).toEqual(preset === 'hubspot' ? 'false' : false);
    expect(crm.notes).toHaveLength(note === undefined ? 0 : 1);
    await run('nobody-here');
    await untilLog({ status: 'dead', outcome: 'http_404', attempts: 1, detail: notFound });
  });
});

describe('which answers are written', () => {
  const zendesk = (more: object) => ({
    preset: 'zendesk',
    settings: { email: ZENDESK.email },
    record: 'metadata.ticket',
    fields: { solved: '1', score: '2', mood: '3', caller: '4' },
    ...more,
  });
  const secrets = { password: ZENDESK.token };
  const ticket = { metadata: { ticket: '4711' } };

  it('leaves out what is not sure, or empties it where that is wanted', async () => {
    const { crm, put, run, untilLog } = await setUp();
    await put(zendesk({ min_confidence: 0.5 }), secrets);
    await run('x', ANSWERS, ticket);
    await untilLog({ status: 'succeeded' });
    expect(crm.written['4711']).toEqual({ '1': true, '2': 7 });
    await put(zendesk({ min_confidence: 0.5, not_sure: 'clear' }), {});
    await run('x', ANSWERS, ticket);
    await vi.waitFor(() => expect(crm.written['4711']).toEqual({ '1': true, '2': 7, '3': null, '4': null }), 20_000);
  });

  it('skips a run without a record, of another kit, or without a sure answer, and says why', async () => {
    const { crm, put, run, untilLog } = await setUp();
    await put(zendesk({ min_confidence: 0.99 }), secrets);
    await run('x');
    await untilLog({ status: 'skipped', detail: 'The run has no record: metadata.ticket returns nothing.' });
    await run('x', ANSWERS, ticket);
    await untilLog({ status: 'skipped', detail: 'No answer is sure enough to be written.' });
    expect(crm.got).toEqual([]);
  });

  it('finds the record by a dimension or an expression', async () => {
    const { crm, put, run, untilLog } = await setUp();
    await put(zendesk({ record: 'dimensions.customer' }), secrets);
    await run('x', ANSWERS, { metadata: { customer: '9911' } });
    await untilLog({ status: 'succeeded' });
    await put(zendesk({ record: "$substringAfter(external_id, 'ticket-')" }), {});
    await run('ticket-4711');
    await vi.waitFor(() => expect(Object.keys(crm.written).sort()).toEqual(['4711', '9911']), 20_000);
  });

  it('masks what is written where that is wanted, and still finds the record', async () => {
    const { crm, put, run, untilLog } = await setUp();
    const settings = { settings: { id_property: 'email' }, fields: { caller: 'caller' } };
    await put({ preset: 'hubspot', ...settings, mask: true }, { token: HUBSPOT_TOKEN });
    await run('jane@example.com', { caller: { value: 'write to jane@example.com', confidence: 0.9 } });
    await untilLog({ status: 'succeeded' });
    expect(crm.written['jane@example.com']?.caller).toMatch(/^write to <EMAIL_1>$/);
  });
});

describe('what a vendor answers', () => {
  const hubspot = { preset: 'hubspot', fields: { solved: 'solved', mood: 'mood' } };
  const secrets = { token: HUBSPOT_TOKEN };

  it('400 is final; its words are in the log without the value that was sent', async () => {
    const { put, run, untilLog } = await setUp();
    await put(hubspot, secrets);
    await run('501', { mood: { value: 'furious', confidence: 0.9 } });
    const detail = expect.stringMatching(/^VALIDATION_ERROR: Property values were not valid: .*"… was not one of/);
    await untilLog({ status: 'dead', outcome: 'http_400', attempts: 1, detail });
  });

  it('5xx and 429 are tried again, the latter not before Retry-After', async () => {
    const { crm, put, run, untilLog, log } = await setUp();
    await put(hubspot, secrets);
    crm.answerWith(
      { status: 502 },
      { status: 429, headers: { 'retry-after': '3600' }, body: { message: 'You have reached your limit.' } },
    );
    await run('501');
    await untilLog({ status: 'pending', outcome: 'http_429', attempts: 2, detail: 'You have reached your limit.' });
    const [waiting] = await log();
    expect(Date.parse(waiting.next_attempt_at) - Date.parse(waiting.updated_at)).toBeGreaterThan(3_500_000);
  });

  it('wrong credentials are tried again, and a new secret is used at once', async () => {
    const { crm, put, run, untilLog } = await setUp();
    await put(hubspot, { token: 'wrong-token' });
    crm.answerWith({ status: 401, headers: { 'retry-after': '3600' }, body: { message: 'no' } });
    await run('501');
    await untilLog({ status: 'pending', outcome: 'http_401' });
    await put(hubspot, secrets);
    await untilLog({ status: 'succeeded', attempts: 2 });
  });

  it('a Salesforce token is kept, and requested again after a 401; a locked row is worth another attempt', async () => {
    const { crm, put, run, untilLog } = await setUp();
    const salesforce = { preset: 'salesforce', fields: { solved: 'Solved__c' } };
    await put(salesforce, SALESFORCE);
    await run('500Aa00000XyZ');
    await untilLog({ status: 'succeeded' });
    await run('500Aa00000XyZ', { solved: { value: false, confidence: 0.9 } });
    await vi.waitFor(() => expect(crm.written['500Aa00000XyZ']).toEqual({ Solved__c: false }), 20_000);
    expect(crm.tokens).toHaveLength(1);
    crm.tokens.push('another');
    await run('500Aa00000XyZ');
    await vi.waitFor(() => expect(crm.written['500Aa00000XyZ']).toEqual({ Solved__c: true }), 20_000);
    expect(crm.tokens).toHaveLength(3);
    crm.answerWith({
      status: 400,
      body: [{ errorCode: 'UNABLE_TO_LOCK_ROW', message: 'unable to obtain exclusive access' }],
    });
    await run('500Aa00000XyZ');
    await untilLog({ status: 'succeeded', attempts: 2 });
  });

  it('a refresh token works too; wrong ones are said to be', async () => {
    const { put, run, untilLog } = await setUp();
    const salesforce = { preset: 'salesforce', settings: { grant: 'refresh_token' }, fields: { solved: 'Solved__c' } };
    await put(salesforce, { ...SALESFORCE, refresh_token: 'old' });
    await run('500Aa00000XyZ');
    await untilLog({ outcome: 'token_http_400', detail: 'invalid_client: invalid client credentials' });
    await put(salesforce, { refresh_token: '5Aep861' });
    await untilLog({ status: 'succeeded' });
  });
});
