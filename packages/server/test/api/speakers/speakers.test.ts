import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

const THREAD = [
  { from: 'Jo <jo@other.org>', body: 'Please see the notes below and let us know what you think of them.' },
  { from: 'Lena <lena@acme.com>', body: 'We looked at the notes and would like to talk about the second one.' },
  { from: 'Ida <ida@third.net>', body: 'The second one is fine, it is the first one that we have to change.' },
];
const KIT = {
  kit: 'sides',
  bricks: [
    {
      key: 'notes',
      type: 'boolean',
      question: 'Are notes mentioned?',
      speaker: 'agent',
      hints: { keywords: ['notes'] },
    },
  ],
};

let service: TestService;
let code: string;
beforeAll(async () => {
  service = await sharedTestService();
  code = (await publishKit(service, service.adminKey, KIT)).kit_code;
});
afterAll(() => service.stop());

async function run(input: object, more: object = {}) {
  const { body } = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: code, input, ...more },
  });
  await untilStatus(service, service.adminKey, body.run_id, 'succeeded');
  const path = `/v1/runs/${body.run_id}?include=conversation`;
  return (await service.call('GET', path, { key: service.adminKey })).body;
}

describe('/v1/speakers', () => {
  it('says who the agents of all runs are; until then an answer about a side is at most half sure', async () => {
    const before = await run({ transcript: THREAD });
    expect(before.output.bricks.notes.confidence).toBeLessThanOrEqual(0.5);
    expect(before.output.bricks.notes.reason).toContain('the whole conversation was read');
    expect(before.warnings[0]).toContain('"Jo", "Lena", "Ida"');
    const set = await service.call('POST', '/v1/speakers', { key: service.adminKey, body: { agents: ['*@acme.com'] } });
    expect([set.status, set.body]).toEqual([200, { agents: ['*@acme.com'], rules: [] }]);
    expect((await service.call('GET', '/v1/speakers', { key: service.adminKey })).body).toEqual(set.body);
    const after = await run({ transcript: THREAD });
    // Whoever is left over is a customer unless the list has lost somebody.
    expect(after.warnings).toEqual([expect.stringContaining('The sides are likely, not certain: ')]);
    expect(after.conversation.speakers).toEqual([
      { label: 'Jo', side: 'customer', probability: 0.85, basis: 'other' },
      { label: 'Lena', side: 'agent', probability: 1, basis: 'workspace' },
      { label: 'Ida', side: 'customer', probability: 0.85, basis: 'other' },
    ]);
    const told = await run({ transcript: THREAD, speakers: { Jo: 'agent', Lena: 'customer', Ida: 'customer' } });
    expect(told.conversation.speakers[0]).toMatchObject({ side: 'agent', basis: 'given' });
  });

  it('400: a list that is none', async () => {
    const { status, body } = await service.call('POST', '/v1/speakers', {
      key: service.adminKey,
      body: { agents: 'lena' },
    });
    expect([status, body.error]).toEqual([400, 'invalid_parameter']);
  });

  it('403: a test key, because live runs use the list', async () => {
    const key = await service.key(service.workspaceId, 'test', 'admin');
    const { status, body } = await service.call('POST', '/v1/speakers', { key, body: { agents: [] } });
    expect([status, body.error]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('needs a live key');
  });

  it('403: a key that may not change kits; and no other workspace sees the list', async () => {
    const other = await service.workspace('elsewhere', 'team');
    const viewer = await service.key(other, 'live', 'viewer');
    expect((await service.call('POST', '/v1/speakers', { key: viewer, body: { agents: [] } })).status).toBe(403);
    expect((await service.call('GET', '/v1/speakers', { key: viewer })).body).toEqual({ agents: [], rules: [] });
  });

  it('remembers rules for some of the runs, by their metadata; agents that are set later leave them', async () => {
    const rules = [{ metadata: { intake: 'phones' }, speakers: { '0': 'agent', '1': 'customer' } }];
    const body = { agents: [], rules };
    expect((await service.call('POST', '/v1/speakers', { key: service.adminKey, body })).body).toEqual(body);
    await service.call('POST', '/v1/speakers', { key: service.adminKey, body: { agents: [] } });
    const transcript = [
      { speaker: '0', text: 'The notes.' },
      { speaker: '1', text: 'Which ones?' },
    ];
    const sidesOf = async (metadata: object) => {
      const { conversation } = await run({ transcript }, { metadata });
      return conversation.speakers.map(({ side, basis }: Record<string, unknown>) => [side, basis]);
    };
    expect(await sidesOf({ intake: 'phones' })).toEqual([
      ['agent', 'workspace'],
      ['customer', 'workspace'],
    ]);
    expect(await sidesOf({ intake: 'chats' })).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('400: a rule with an unknown side, or without speakers', async () => {
    for (const rule of [{ speakers: { '0': 'boss' } }, { metadata: { intake: 'phones' } }]) {
      const body = { agents: [], rules: [rule] };
      const answer = await service.call('POST', '/v1/speakers', { key: service.adminKey, body });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_parameter']);
    }
  });

  it('leaves it to the kit, unless the input says otherwise; a contradiction is told with how to settle it', async () => {
    const transcript = [
      {
        speaker: 'caller',
        text: 'Thank you for calling, how can I help you today? Can I take your order number please?',
      },
      {
        speaker: 'callee',
        text: 'Hi, I am calling about my order, it still has not arrived. Why is my order so late?',
      },
    ];
    const told = await run({ transcript });
    expect(told.warnings[0]).toContain('The label "caller" says customer, but the words say agent');
    expect(told.warnings[0]).toContain('"speakers": {"caller": "agent"}');
    expect(told.conversation.speakers[0]).toMatchObject({ conflict: { label: 'customer', words: 'agent' } });
    expect(told.output.bricks.notes.confidence).toBeLessThan(0.9);
    const kit = { ...KIT, kit: 'outbound', speakers: { caller: 'agent' } };
    const { kit_code } = await publishKit(service, service.adminKey, kit);
    const settled = await run({ transcript }, { kit_code });
    expect(settled).not.toHaveProperty('warnings');
    expect(settled.conversation.speakers[0]).toMatchObject({ side: 'agent', probability: 1, basis: 'given' });
    const overruled = await run({ transcript, speakers: { caller: 'customer' } }, { kit_code });
    expect(overruled.conversation.speakers[0]).toMatchObject({ side: 'customer', basis: 'given' });
  });

  it('dates a pasted thread by the clock of the workspace, and says so where nothing dates what an intake sent', async () => {
    const setZone = (timezone: string) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { timezone } });
    expect((await setZone('Asia/Kolkata')).status).toBe(200);
    const mail = (from: string, sent: string, body: string) =>
      `From: ${from}\nSent: ${sent}\nTo: support@acme.com\nSubject: RE: Refund\n\n${body}\n`;
    const transcript = [
      mail('Lena <lena@acme.com>', 'Tuesday, March 4, 2025 9:12 AM', 'It is on its way.'),
      mail('Jo Park <jo@example.org>', 'Monday, March 3, 2025 5:40 PM', 'I want my money back.'),
    ].join('\n');
    const dated = await run({ transcript }, { metadata: { intake: 'mails' } }).finally(() => setZone('UTC'));
    expect(dated.occurred_at).toBe('2025-03-03T12:10:00.000Z');
    expect(dated.conversation.turns.map(({ text }: { text: string }) => text)).toEqual([
      'I want my money back.',
      'It is on its way.',
    ]);
    const isUndated = expect.stringContaining('Neither the intake "mails" nor the export says when');
    expect(dated.warnings ?? []).not.toContainEqual(isUndated);
    const undated = await run({ transcript: THREAD }, { metadata: { intake: 'mails' } });
    expect(undated.warnings).toContainEqual(isUndated);
    const ours = await run({ transcript: THREAD });
    expect(ours.warnings ?? []).not.toContainEqual(isUndated);
  });
});
