import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
let kit_code: string;
beforeAll(async () => {
  service = await sharedTestService();
  ({ kit_code } = await publishKit(service));
});
afterAll(() => service.stop());

const read = (body: object, key = service.adminKey) =>
  service.call('POST', '/v1/conversations/read', { key, body: { kit_code, ...body } });
const batch = (runs: object[]) =>
  service.call('POST', '/v1/batches', {
    key: service.adminKey,
    body: { runs: runs.map((run) => ({ kit_code, ...run })) },
  });

const SWAPPED =
  'Customer: Thank you for calling Acme, this is Dana, how can I help you today?\nAgent: I lost my card and want a new one.\n' +
  'Customer: I am sorry to hear that. Let me look up your account. Can I have your date of birth?\nAgent: Sure. I also never got my bill.\n' +
  'Customer: I will send it again. Is there anything else I can help you with today?\nAgent: No, thank you.';

describe('POST /v1/conversations/read', () => {
  it('200: a line for each input, as a run would read it; nothing is stored', async () => {
    const slack = [
      { type: 'message', user: 'U1', text: 'It crashes.', ts: '1788250000.000100' },
      { type: 'message', user: 'U2', text: 'Which version?', ts: '1788250060.000200' },
    ];
    const inputs = [TRANSCRIPT, slack, '', '{"a": 1}', 'Lena: Hello.\nBo: I lost my key.', SWAPPED];
    const { status, body } = await read({ conversations: inputs.map((transcript) => ({ input: { transcript } })) });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        index: 0,
        format: 'labelled',
        turns: 3,
        speakers: [
          { label: 'Agent', side: 'agent' },
          { label: 'Customer', side: 'customer' },
        ],
        warnings: [],
        side_warnings: [],
      },
      { index: 1, format: 'slack', occurred_at: '2026-09-01T08:06:40.000Z', channel: 'chat' },
      { index: 2, error: 'kit_input_invalid', detail: 'input.transcript is empty' },
      { index: 3, error: 'kit_input_invalid', detail: expect.stringContaining('must not be JSON in a string') },
      { index: 4, speakers: [{ label: 'Lena' }, { label: 'Bo' }] },
      {
        index: 5,
        side_warnings: expect.arrayContaining([expect.stringContaining('says customer, but the words say agent')]),
      },
    ]);
    expect((await service.call('GET', '/v1/runs', { key: service.adminKey })).body.data).toEqual([]);
  });

  it('200: how much of it is not speech, and who is a bot', async () => {
    const transcript =
      'IVR: This call may be recorded.\nAgent: One moment.\n[Hold music]\nCustomer: Sure.\n(call transferred)\nAgent: Back.';
    const { body } = await read({ conversations: [{ input: { transcript } }] });
    expect(body.data).toMatchObject([
      {
        turns: 4,
        left_out: { hold: 1, system: 1 },
        speakers: [{ label: 'IVR', kind: 'bot' }, { label: 'Agent', side: 'agent' }, { label: 'Customer' }],
      },
    ]);
  });

  it('200: with the rules of the workspace, by metadata', async () => {
    const rules = [{ metadata: { desk: 'north' }, speakers: { Lena: 'agent' } }];
    await service.call('POST', '/v1/speakers', { key: service.adminKey, body: { agents: [], rules } });
    const input = { transcript: 'Lena: Hello.\nBo: I lost my key.' };
    const { body } = await read({ conversations: [{ input, metadata: { desk: 'north' } }, { input }] });
    expect(body.data.map(({ speakers }: { speakers: { side?: string }[] }) => speakers[0]?.side)).toEqual([
      'agent',
      undefined,
    ]);
  });

  it('400, 403 and 404: no kit, too many, nobody who may, no such kit', async () => {
    const one = { input: { transcript: TRANSCRIPT } };
    expect((await read({ kit_code: '', conversations: [one] })).body.error).toBe('kit_code_or_kit_version_id_required');
    expect((await read({ conversations: Array(101).fill(one) })).status).toBe(400);
    expect((await read({ conversations: [{ ...one, more: 1 }] })).status).toBe(400);
    expect((await read({ kit_code: 'AAAAAAAA', conversations: [one] })).body.error).toBe('kit_not_found');
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await read({ conversations: [one] }, viewer)).status).toBe(403);
  });
});

describe('POST /v1/batches with once', () => {
  it('a key stands for its conversation, whatever else a later line says, and when its run is erased', async () => {
    const line = { input: { transcript: TRANSCRIPT }, idempotency_key: 'import:1', once: true };
    const first = (await batch([line])).body.data[0];
    expect(first).toMatchObject({ http_status: 202, replayed: false });
    const later = { ...line, metadata: { agent: 'Dana' }, external_id: 'renamed.txt' };
    expect((await batch([later])).body.data[0]).toMatchObject({ run_id: first.run_id, replayed: true });
    await service.call('DELETE', `/v1/runs/${first.run_id}`, { key: service.adminKey });
    expect((await batch([line])).body.data[0]).toMatchObject({ run_id: first.run_id, replayed: true });
  });

  it('needs a key', async () => {
    const { body } = await batch([{ input: { transcript: TRANSCRIPT }, once: true }]);
    expect(body.data[0]).toMatchObject({ http_status: 400, error: 'invalid_parameter' });
  });
});
