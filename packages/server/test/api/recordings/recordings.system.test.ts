/** Recordings that are large or long: fetched in parts, heard by two nodes. */
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
  });
  kitCode = (await publishedKit(service, kitDocument('support'), service.adminKey)).kit_code;
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});

const { create, sent, ended } = recordingCalls(
  () => service,
  () => kitCode,
);
describe('a large recording', () => {
  it('is fetched in parts from an address, and goes on after one that failed', async () => {
    fake.behave(said);
    const large = await recordingOf(300, [0.5, 4.7], [9]);
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 2) return void response.writeHead(503, { 'retry-after': '1' }).end();
      const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
      const part = large.subarray(Number(from), Number(to) + 1);
      if (part.length === 0) return void response.writeHead(416).end();
      response.writeHead(206).end(part);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.wav?token=secret`;
    const { body } = await create({ url, kit_code: kitCode, channels: ['agent', 'customer'] });
    const recording = await ended(body.recording_id);
    server.close();
    expect(recording).toMatchObject({ status: 'succeeded', size_bytes: large.length, seconds: 300 });
    expect(requests).toBe(4);
    expect(JSON.stringify(recording)).not.toContain('secret');
  });
});

describe('a node that is lost', () => {
  it('costs the piece that it was hearing', async () => {
    // Pieces of two minutes at most: three of them.
    const long = await recordingOf(
      400,
      Array.from({ length: 90 }, (_, at) => at * 4 + 0.5),
    );
    const { pieces } = fake;
    const before = pieces.length;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = await service.node();
    await service.service.background.stop();
    fake.behave(async (_seconds, number) => {
      if (number - before === 2) await held;
      return CUSTOMER;
    });
    const id = await sent(long);
    await expect.poll(() => pieces.length - before, { timeout: 20_000 }).toBe(2);
    await first.stop();
    release();
    const second = await service.node();
    const recording = await ended(id);
    const heard = pieces.slice(before);
    await ended(await sent(long));
    await second.stop();
    const undisturbed = pieces.slice(before + heard.length);
    expect(recording).toMatchObject({ status: 'succeeded', run_ids: [expect.stringMatching(/^run_/)] });
    expect(undisturbed.length).toBeGreaterThan(2);
    expect(heard).toEqual([undisturbed[0], ...undisturbed.slice(1, 2), ...undisturbed.slice(1)]);
  });
});
