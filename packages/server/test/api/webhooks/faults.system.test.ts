/** Receivers that take for ever, whose deadline is 15 seconds, that are gone for good, and that are one of many. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, type Receiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { receiving } from './support/receiving.ts';

let service: TestService;
const receivers: Receiver[] = [];
const setUp = () => receiving(service, receivers);
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: heldEvaluator().evaluate });
});
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function beginSlowly() {
  const hanging = await receiving(service, receivers);
  hanging.receiver.behave(() => {}, answer(200));
  const dripping = await receiving(service, receivers);
  let drops = 0;
  dripping.receiver.behave((response) => {
    response.writeHead(200);
    const timer = setInterval(() => {
      drops += 1;
      response.write('.');
    }, 100);
    response.on('close', () => clearInterval(timer));
  }, answer(200));
  await Promise.all([hanging.run(), dripping.run()]);
  return { hanging, dripping, drops: () => drops };
}

it('a receiver that hangs, or answers byte by byte, is cut off at the deadline', async () => {
  const slow = await beginSlowly();
  for (const { untilLog } of [slow.hanging, slow.dripping]) {
    const { attempts } = await untilLog(({ status }) => status === 'succeeded');
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['timeout', 'succeeded']);
  }
  expect(slow.drops()).toBeGreaterThan(10);
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});

describe('a receiver that', () => {
  it('answers 410 to the last is disabled; later events are held, and sent when it is enabled again', async () => {
    const { receiver, key, endpoint, run, log, untilLog } = await setUp();
    receiver.behave(answer(410));
    await run();
    const dead = await untilLog(({ status }) => status === 'dead');
    expect(dead.attempts).toHaveLength(10);
    expect((await service.call('GET', '/v1/webhooks', { key })).body.data[0]).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
    });
    receiver.behave(answer(200));
    await run();
    await run();
    await expect.poll(async () => (await log()).length).toBe(3);
    expect((await log()).map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending', 'dead']);
    expect(receiver.got).toHaveLength(10);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
    const enabled = await service.call('POST', `/v1/webhooks/${endpoint.id}/enable`, { key });
    expect([enabled.status, enabled.body.enabled]).toEqual([200, true]);
    await receiver.until(12);
    await untilLog(({ status }) => status === 'succeeded');
    await expect
      .poll(async () => (await log()).filter(({ status }: { status: string }) => status === 'succeeded').length)
      .toBe(2);
    await service.testDatabase.database.query(
      `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'gone' WHERE url = $1`,
      [receiver.url],
    );
    const again = await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
    expect([again.status, again.body.id, again.body.enabled]).toEqual([200, endpoint.id, true]);
  });

  it('hangs delays no other: two hundred deliveries to another receiver arrive, each once', async () => {
    const hung = await setUp();
    hung.receiver.behave(() => {});
    for (let index = 0; index < 30; index += 1) await hung.run();
    await hung.receiver.until(10);
    const healthy = await setUp();
    const body = {
      kit_code: (await publishKit(service, healthy.key)).kit_code,
      input: { transcript: 'Hi.', instant: true },
    };
    const batch = { runs: Array.from({ length: 200 }, () => body) };
    const created = await service.call('POST', '/v1/batches', { key: healthy.key, body: batch });
    expect(created.status).toBe(200);
    await expect.poll(() => healthy.receiver.got.length, { timeout: 28_000, interval: 50 }).toBeGreaterThanOrEqual(200);
    expect(new Set(healthy.receiver.got.map(({ event }) => event.id)).size).toBe(200);
    expect(hung.receiver.got.length, 'its own cap holds').toBeLessThanOrEqual(30);
    await hung
      .log()
      .then((log) => expect(log.some(({ status }: { status: string }) => status === 'succeeded')).toBe(false));
    const removed = await service.call('DELETE', `/v1/webhooks/${hung.endpoint.id}`, { key: hung.key });
    expect(removed.status).toBe(200);
  });
});

describe('a delivery', () => {
  it('is dead-lettered after ten attempts, and can be replayed or recovered', async () => {
    const { receiver, key, endpoint, run, log, untilLog } = await setUp();
    receiver.behave(answer(503));
    await run();
    const dead = await untilLog(({ status }) => status === 'dead');
    expect(dead.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(receiver.got).toHaveLength(10);
    receiver.behave(answer(200));
    const replayed = await service.call('POST', `/v1/deliveries/${dead.attempts[3].id}/replay`, { key });
    expect([replayed.status, replayed.body.id]).toEqual([202, dead.id]);
    await untilLog(({ status }) => status === 'succeeded');
    expect(new Set(receiver.got.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
    const none = await service.call('POST', `/v1/webhooks/${endpoint.id}/recover`, { key });
    expect(none.body).toEqual({ recovered: 0, has_more: false });
    receiver.behave(...Array.from({ length: 20 }, () => answer(500)), answer(200));
    await Promise.all([run(), run()]);
    await expect
      .poll(async () => (await log()).filter(({ status }: { status: string }) => status === 'dead').length, {
        timeout: 15_000,
      })
      .toBe(2);
    const since = new Date(Date.now() - 60_000).toISOString();
    const recovered = await service.call('POST', `/v1/webhooks/${endpoint.id}/recover`, { key, body: { since } });
    expect([recovered.status, recovered.body.recovered]).toEqual([202, 2]);
    await expect
      .poll(async () => (await log()).every(({ status }: { status: string }) => status === 'succeeded'))
      .toBe(true);
  });
});
