/** Recordings over HTTP: from the bytes of a call to its answers, with a transcription service whose words are known. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../../../test/support/fake-transcription.ts';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { recordingCalls, recordingOf } from '../../../../../test/support/recordings.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';

let service: TestService;
let fake: FakeTranscription;
let kitCode: string;
let call: Buffer;

const AGENT = 'Good morning this is Maya Keller from the parcel service how can I help you today';
const CUSTOMER = 'My parcel came broken and I want my money back please';
/** The agent speaks twice, the customer once: six seconds against three. */
const said = (seconds: number) => (seconds > 4.5 ? AGENT : CUSTOMER);

beforeAll(async () => {
  fake = await startFakeTranscription('');
  service = await startTestService({
    ...WEBHOOK_ENVIRONMENT,
    BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
    BRICKWORK_TRANSCRIBER_BASE_URL: fake.url,
    BRICKWORK_RECORDING_BYTES: '30000000',
  });
  kitCode = (await publishedKit(service, kitDocument('support'), service.adminKey)).kit_code;
  call = await recordingOf(14, [0.5, 4.7], [9]);
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});

const { ask, create, upload, sent, ended } = recordingCalls(
  () => service,
  () => kitCode,
);
const listen = (id: string, headers: Record<string, string> = {}, key = service.adminKey, query = '') =>
  fetch(`${service.url}/v1/recordings/${id}/audio${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

describe('a recording', () => {
  it('becomes a run with exact sides and times, and is deleted', async () => {
    fake.behave(said);
    const id = await sent(call, {
      ...{ external_id: 'call-1', name: 'call-1.wav', metadata: { team: 'Porto' } },
      channels: ['agent', 'customer'],
    });
    const recording = await ended(id);
    expect(recording).toMatchObject({
      ...{ status: 'succeeded', engine: 'openai/whisper-1', language: 'en', has_audio: false, seconds: 14 },
      external_id: 'call-1',
    });
    expect(recording.conversation).toBeUndefined();
    const [runId] = recording.run_ids;
    await expect.poll(async () => (await ask('GET', `/v1/runs/${runId}`)).body.status).toBe('succeeded');
    const { body: run } = await ask('GET', `/v1/runs/${runId}?include=conversation,input`);
    expect(run).toMatchObject({ external_id: 'call-1', metadata: { team: 'Porto' } });
    expect(run.input.transcript.turns.map(({ side, text }: { side: string; text: string }) => [side, text])).toEqual([
      ['agent', AGENT],
      ['customer', CUSTOMER],
    ]);
    const [agent, customer] = run.input.transcript.turns;
    expect(agent.start).toBeCloseTo(0.5, 0);
    expect(customer.start).toBeCloseTo(9, 0);
    expect(run.input.transcript.speech.map(({ side }: { side: string }) => side)).toEqual([
      'agent',
      'agent',
      'customer',
    ]);
    expect((await ask('GET', `/v1/recordings?run_id=${runId}`)).body.data).toHaveLength(1);
    const { database } = service.testDatabase;
    const { rows } = await database.query('SELECT 1 FROM recording_parts UNION ALL SELECT 1 FROM recording_pieces');
    expect(rows).toEqual([]);
  });

  it('is uploaded in parts, which may be sent again', async () => {
    fake.behave(said);
    const { body } = await create({ size_bytes: call.length });
    const id = body.recording_id;
    const half = Math.floor(call.length / 2);
    expect((await upload(id, call.subarray(0, half))).body).toMatchObject({
      status: 'uploading',
      received_bytes: half,
    });
    expect((await upload(id, call.subarray(0, half))).body.received_bytes).toBe(half);
    const wrong = await upload(id, call.subarray(half), half + 1);
    expect([wrong.status, wrong.body.detail]).toEqual([
      409,
      `The upload continues at offset ${half}, not at ${half + 1}.`,
    ]);
    expect((await upload(id, Buffer.concat([call, call]), half)).status).toBe(400);
    expect((await upload(id, call.subarray(half), half)).body.received_bytes).toBe(call.length);
    expect((await upload(id, call.subarray(half), half)).status).toBe(200);
    expect((await upload(id, Buffer.from('more'), call.length)).status).toBe(409);
    const recording = await ended(id);
    expect(recording).toMatchObject({ status: 'succeeded', run_ids: [] });
    expect(recording.conversation.turns).toHaveLength(2);
    expect(recording.conversation.turns[1].words[0]).toMatchObject({ text: 'My' });
    expect((await ask('DELETE', `/v1/recordings/${id}`)).status).toBe(200);
    expect((await ask('GET', `/v1/recordings/${id}`)).status).toBe(404);
  });

  it('can be listened to where it is kept, in part, without who is named, until its run is erased', async () => {
    fake.behave(said);
    const id = await sent(call, { channels: ['agent', 'customer'], keep_audio: true });
    const recording = await ended(id);
    expect(recording.has_audio).toBe(true);
    expect(Date.parse(recording.audio_until)).toBeGreaterThan(Date.now() + 80 * 86_400_000);
    const whole = await listen(id);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes).toHaveLength(44 + 14 * 16_000 * 4);
    for (const [from, to] of [
      [0, 99],
      [30, 500_001],
      [bytes.length - 7, bytes.length - 1],
    ] as const) {
      const part = await listen(id, { range: `bytes=${from}-${to}` });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true);
    }
    const { words } = recording.conversation.turns[0];
    const [first, last] = [
      words.find(({ text }: { text: string }) => text === 'Maya'),
      words.find(({ text }: { text: string }) => text === 'Keller'),
    ];
    const masked = Buffer.from(await (await listen(id, {}, service.adminKey, '?mask=1')).arrayBuffer());
    const loudness = (sound: Buffer, start: number, end: number) => {
      let sum = 0;
      for (let frame = Math.ceil(start * 16_000); frame < end * 16_000; frame += 1)
        sum += Math.abs(sound.readInt16LE(44 + frame * 4));
      return sum;
    };
    expect(loudness(masked, first.start, last.end)).toBe(0);
    expect(loudness(bytes, first.start, last.end)).toBeGreaterThan(0);
    expect(loudness(masked, 5.5, 7.5)).toBe(loudness(bytes, 5.5, 7.5));
    const { body: audit } = await ask('GET', `/v1/audit?action=recording.played`);
    expect(audit.data).toMatchObject([{ target: { type: 'recording', id } }]);
    await ask('DELETE', `/v1/runs/${recording.run_ids[0]}`);
    expect((await listen(id)).status).toBe(404);
    const { rows } = await service.testDatabase.database.query('SELECT 1 FROM recording_parts');
    expect(rows).toEqual([]);
  });

  it('is nobody else’s', async () => {
    fake.behave(said);
    const id = await sent(call, { keep_audio: true });
    await ended(id);
    const other = await service.key(await service.workspace('other'));
    const sandbox = await service.key(service.workspaceId, 'test');
    for (const key of [other, sandbox]) {
      expect((await ask('GET', `/v1/recordings/${id}`, undefined, key)).status).toBe(404);
      expect((await listen(id, {}, key)).status).toBe(404);
      expect((await upload(id, call, 0, key)).status).toBe(404);
      expect((await ask('DELETE', `/v1/recordings/${id}`, undefined, key)).status).toBe(404);
      expect((await ask('GET', '/v1/recordings', undefined, key)).body.data).toEqual([]);
    }
    const viewer = await service.key(service.workspaceId, 'live', 'viewer');
    expect((await listen(id, {}, viewer)).status).toBe(403);
    expect((await ask('GET', `/v1/recordings/${id}?include=conversation`, undefined, viewer)).status).toBe(403);
  });

  it('is played by pages of the console, and by no page of another origin', async () => {
    fake.behave(said);
    const id = await sent(call, { keep_audio: true });
    await ended(id);
    const { headers, body } = await service.call('POST', '/console/session', { body: { key: service.adminKey } });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const play = async (more: Record<string, string>, path = `/v1/recordings/${id}/audio`) =>
      (await fetch(`${service.url}${path}`, { headers: { cookie, range: 'bytes=0-99', ...more } })).status;
    expect(await play({})).toBe(206);
    expect(await play({ 'sec-fetch-site': 'same-origin' })).toBe(206);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(await play({ 'sec-fetch-site': site, 'x-csrf-token': body.csrf_token })).toBe(401);
    expect(await play({ 'sec-fetch-site': 'same-origin' }, `/v1/recordings/${id}`)).toBe(401);
    expect(await play({ 'x-csrf-token': body.csrf_token }, `/v1/recordings/${id}`)).toBe(200);
  });

  it('fails with a reason, and can be tried again', async () => {
    fake.behave(said);
    const why = async (bytes: Uint8Array) => (await ended(await sent(bytes))).error;
    expect(await why(Buffer.from('PK\u0003\u0004 a zip and no sound'))).toContain(
      'This is not a recording that is read',
    );
    expect(await why(await recordingOf(3, []))).toContain('No speech was found');
    expect(await why(call.subarray(0, 30))).toMatch(/ends too early|damaged|cut off/);
    fake.behave(() => 401);
    const id = await sent(call);
    expect((await ended(id)).error).toContain('refused the key (401)');
    fake.behave(said);
    expect((await ask('POST', `/v1/recordings/${id}/retry`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'succeeded' });
    expect((await ask('POST', `/v1/recordings/${id}/retry`)).status).toBe(409);
  });

  it('is refused before anything is uploaded where it could not end well', async () => {
    const codes = async (body: object) => {
      const { status, body: answer } = await create(body);
      return [status, answer.error];
    };
    expect(await codes({ kit_code: 'NOSUCHKT', size_bytes: 100 })).toEqual([404, 'kit_not_found']);
    expect(await codes({ kit_code: kitCode })).toEqual([400, 'invalid_parameter']);
    expect(await codes({ size_bytes: 524_288_001 })).toEqual([400, 'invalid_parameter']);
    expect(await codes({ size_bytes: 31_000_000 })).toEqual([507, 'storage_quota_exceeded']);
    expect(await codes({ url: 'https://10.0.0.1/call.wav' })).toEqual([422, 'webhook_url_not_public']);
    expect(await codes({ size_bytes: 100, language: 'German' })).toEqual([400, 'invalid_parameter']);
    const again = () =>
      service.call('POST', '/v1/recordings', {
        key: service.adminKey,
        headers: { 'idempotency-key': 'once' },
        body: { size_bytes: 100 },
      });
    expect((await again()).body.recording_id).toBe((await again()).body.recording_id);
  });

  it('is fetched from an address that answers at another time', async () => {
    fake.behave(said);
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 1) return void response.writeHead(503, { 'retry-after': '1' }).end();
      const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      const part = call.subarray(Number(from), Number(to) + 1);
      if (part.length === 0) return void response.writeHead(416).end();
      response.writeHead(206).end(part);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.wav?token=secret`;
    const { body } = await create({ url, kit_code: kitCode, channels: ['agent', 'customer'] });
    const recording = await ended(body.recording_id);
    server.close();
    expect(recording).toMatchObject({ status: 'succeeded', size_bytes: call.length, seconds: 14 });
    expect(requests).toBe(2);
    expect(JSON.stringify(recording)).not.toContain('secret');
  });
});
