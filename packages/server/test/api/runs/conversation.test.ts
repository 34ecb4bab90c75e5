import { LEFT_OUT_KINDS, SPOKEN_KINDS } from '@brickwork/contract';
import { TURN_KINDS } from '@brickwork/engine/conversation/turn-kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KIT, publishKit, TRANSCRIPT, untilStatus } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

interface Turn {
  speaker?: string;
  side?: string;
  text: string;
  start: number;
  end: number;
}

let service: TestService;
let code: string;
beforeAll(async () => {
  service = await sharedTestService();
  const bricks = [
    ...KIT.bricks,
    { key: 'lost', type: 'boolean', question: 'Was a card lost?', hints: { keywords: ['lost my card'] } },
    { key: 'silence', type: 'numeric', metric: 'silence_seconds' },
    { key: 'longest', type: 'numeric', metric: 'longest_silence' },
  ];
  code = (await publishKit(service, service.adminKey, { ...KIT, bricks })).kit_code;
});
afterAll(() => service.stop());

async function finished(transcript: unknown = TRANSCRIPT): Promise<string> {
  const { body } = await service.call('POST', '/v1/runs', {
    key: service.adminKey,
    body: { kit_code: code, input: { transcript } },
  });
  await untilStatus(service, service.adminKey, body.run_id, 'succeeded');
  return body.run_id;
}

describe('GET /v1/runs/:runId?include=conversation', () => {
  it('200: the turns as they were read, with offsets that match the evidence, and the basis of the confidence', async () => {
    const path = `/v1/runs/${await finished()}`;
    const { body } = await service.call('GET', `${path}?include=conversation,evidence_spans,confidence_basis`, {
      key: service.adminKey,
    });
    expect(body).not.toHaveProperty('input');
    expect(body.conversation.format).toBe('labelled');
    const turns: Turn[] = body.conversation.turns;
    expect(turns.map(({ speaker, side }) => [speaker, side])).toEqual([
      ['Agent', 'agent'],
      ['Customer', 'customer'],
      ['Agent', 'agent'],
    ]);
    for (const { text, start, end } of turns) expect(TRANSCRIPT.slice(start, end)).toBe(text);
    const { lost, turns: counted } = body.output.bricks;
    expect(counted.basis).toBe('metric');
    expect(lost.basis).toBeDefined();
    expect(lost.evidence_spans.length).toBeGreaterThan(0);
    for (const { text, start, end } of lost.evidence_spans) expect(TRANSCRIPT.slice(start, end)).toBe(text);
    const plain = (await service.call('GET', path, { key: service.adminKey })).body;
    expect(plain).not.toHaveProperty('conversation');
    expect(plain.output.bricks.turns).not.toHaveProperty('basis');
  });

  it('200: structured input is the user’s strings joined by a newline', async () => {
    const id = await finished([
      { speaker: 'Ann', text: 'Hello there.' },
      { speaker: 'Bob', text: 'I lost my card.' },
    ]);
    const { body } = await service.call('GET', `/v1/runs/${id}?include=conversation`, { key: service.adminKey });
    const text = 'Hello there.\nI lost my card.';
    expect(body.conversation.turns).toHaveLength(2);
    for (const turn of body.conversation.turns as Turn[]) expect(text.slice(turn.start, turn.end)).toBe(turn.text);
  });

  it('200: a recording: the seconds of its turns, hold beside them, and metrics by when each side spoke', async () => {
    const side = (name: string) => ({ speaker: name, side: name });
    const id = await finished({
      turns: [
        { ...side('agent'), text: 'Good morning.', start: 1.24, end: 4.8 },
        { kind: 'hold', text: '[hold music]', start: 30.1, end: 52 },
        { ...side('customer'), text: 'I lost my card.', start: 53, end: 56.5 },
      ],
      speech: [
        { ...side('agent'), start: 1, end: 5 },
        { ...side('customer'), start: 54, end: 56.5 },
      ],
    });
    const { body } = await service.call('GET', `/v1/runs/${id}?include=conversation`, { key: service.adminKey });
    expect(body.conversation.turns).toMatchObject([
      { side: 'agent', start_seconds: 1.24, end_seconds: 4.8 },
      { side: 'customer', start_seconds: 53, end_seconds: 56.5 },
    ]);
    expect(body.conversation.left_out).toMatchObject([
      { kind: 'hold', start_seconds: 30.1, end_seconds: 52, before: 1 },
    ]);
    expect(body.output.bricks.silence).toMatchObject({ value: 27.1, confidence: 1 });
    expect(body.output.bricks.longest).toMatchObject({
      value: 25.1,
      reason: 'The longest silence lasted 25.1 s, from 0:05 to 0:30.',
    });
  });

  it('422: speech that is no list of stretches', async () => {
    const transcript = { turns: [{ text: 'Hello.' }], speech: [{ side: 'agent', start: 2, end: 1 }] };
    const { status, body } = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code: code, input: { transcript } },
    });
    expect([status, body.error]).toEqual([422, 'kit_input_invalid']);
    expect(body.detail).toContain('transcript.speech[0] must not end before it starts');
  });

  it('200: names what is not speech; a note is neither read nor quoted, nor a word of the agent', async () => {
    const id = await finished({
      comments: [
        { author_id: 1, public: true, plain_body: 'I was charged twice.', attachments: [{ file_name: 'bill.pdf' }] },
        { author_id: 2, public: false, plain_body: 'He says: I lost my card. Mary Smith approved it.' },
        { author_id: 2, public: true, plain_body: 'Fixed.\n\n-- \nDana Frost\nAcme' },
      ],
      users: [
        { id: 1, name: 'Jo', role: 'end-user' },
        { id: 2, name: 'Dana', role: 'agent' },
      ],
    });
    const path = `/v1/runs/${id}?include=conversation,evidence_spans`;
    const { body } = await service.call('GET', path, { key: service.adminKey });
    const { turns, left_out } = body.conversation;
    expect(turns.map(({ text }: Turn) => text)).toEqual(['I was charged twice.', 'Fixed.']);
    expect(left_out).toEqual([
      { kind: 'attachment', text: 'bill.pdf', speaker: 'Jo', before: 1 },
      { kind: 'note', text: 'He says: I lost my card. Mary Smith approved it.', speaker: 'Dana', before: 1 },
      { kind: 'signature', text: '-- \nDana Frost\nAcme', speaker: 'Dana', before: 2 },
    ]);
    const { lost, turns: counted } = body.output.bricks;
    expect(lost.value).not.toBe(true);
    expect(lost.evidence ?? []).toEqual([]);
    expect(counted.value).toBe(2);
  });

  it('describes every kind of turn that the engine knows', () => {
    expect([...SPOKEN_KINDS, ...LEFT_OUT_KINDS].sort()).toEqual(Object.keys(TURN_KINDS).sort());
  });

  it('403: without runs:read_input', async () => {
    const runner = await service.key(service.workspaceId, 'live', 'runner');
    const refused = await service.call('GET', `/v1/runs/${await finished()}?include=conversation`, { key: runner });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('runs:read_input');
  });

  it('200: without the conversation once the run was erased', async () => {
    const path = `/v1/runs/${await finished()}`;
    expect((await service.call('DELETE', path, { key: service.adminKey })).status).toBe(200);
    const { status, body } = await service.call('GET', `${path}?include=conversation`, { key: service.adminKey });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('conversation');
  });

  it('400: not available for exports', async () => {
    const { body } = await service.call('GET', '/v1/runs/export?include=conversation', { key: service.adminKey });
    expect(body.error).toBe('invalid_parameter');
  });
});
