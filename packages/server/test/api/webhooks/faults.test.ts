/** Receivers that misbehave. None of them costs more than its own deadline, or delays another receiver: `faults.system.test.ts`. */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import {
  answer,
  type Behaviour,
  type Receiver,
  WEBHOOK_ENVIRONMENT,
} from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { receiving } from './support/receiving.ts';

let service: TestService;
const receivers: Receiver[] = [];
const setUp = () => receiving(service, receivers);
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: heldEvaluator().evaluate });
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

const nuls = Buffer.from([0x6f, 0x6b, 0x00, 0xff, 0xfe, 0x00]);

describe('a receiver that', () => {
  it.each<[string, Behaviour, string]>([
    ['resets the connection', (_response, _received, socket) => socket.resetAndDestroy(), 'connection_reset'],
    ['hangs up without an answer', (_response, _received, socket) => socket.destroy(), 'connection_reset'],
    [
      'speaks no HTTP',
      (_response, _received, socket) => void socket.end('SSH-2.0-nonsense\r\n\r\n'),
      'invalid_response',
    ],
    ['redirects', answer(301, { location: 'https://example.com/' }), 'http_301'],
    ['answers 404', answer(404), 'http_404'],
    [
      'cuts its answer short',
      (response, _received, socket) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => socket.destroy());
      },
      'invalid_response',
    ],
  ])('%s is tried again', async (_name, fault, outcome) => {
    const { receiver, run, untilLog } = await setUp();
    receiver.behave(fault, answer(200));
    await run();
    const delivery = await untilLog(({ status }) => status === 'succeeded');
    expect(delivery.attempts.map((attempt: { outcome: string }) => attempt.outcome)).toEqual([outcome, 'succeeded']);
    expect(new Set(receiver.got.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
  });

  it('answers endlessly is cut off at 16 KiB and counts as answered', async () => {
    const { receiver, run, untilLog } = await setUp();
    let isClosed = false;
    receiver.behave((response) => {
      response.writeHead(200);
      response.on('close', () => {
        isClosed = true;
      });
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', pour);
      pour();
    });
    await run();
    const delivery = await untilLog(({ status }) => status === 'succeeded');
    expect(delivery.attempts[0].response_body).toHaveLength(16_384);
    await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
  });

  it('answers with a gzip bomb, NULs or broken text has its answer stored as bytes', async () => {
    const { receiver, run, untilLog } = await setUp();
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    receiver.behave(
      (response) => void response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb),
      (response) => void response.writeHead(200).end(nuls),
    );
    await run();
    const { attempts } = await untilLog(({ status }) => status === 'succeeded');
    expect(attempts[0].response_body.length).toBeLessThanOrEqual(16_384);
    expect(attempts[1].response_body).toBe('ok\0\ufffd\ufffd\0');
  });

  it('answers 410 once is tried again like any other', async () => {
    const { receiver, key, run, untilLog } = await setUp();
    receiver.behave(answer(410), answer(200));
    await run();
    const { attempts } = await untilLog(({ status }) => status === 'succeeded');
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['http_410', 'succeeded']);
    expect((await service.call('GET', '/v1/webhooks', { key })).body.data[0].enabled).toBe(true);
  });

  it('sends Retry-After is retried after that time', async () => {
    const { receiver, run, untilLog } = await setUp();
    receiver.behave(answer(429, { 'retry-after': '3600' }));
    await run();
    const delivery = await untilLog(({ attempts }) => attempts[0]?.outcome === 'http_429');
    const waitMs = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts[0].finished_at);
    expect(waitMs / 1_000).toBeGreaterThan(3_590);
    expect(waitMs / 1_000).toBeLessThan(3_610);
  });
});
