/** What channels are told after many attempts: each waits longer than the one before. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../../../test/support/test-service.ts';
import { answer, startReceiver } from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { RULE, startTelling, telling } from './support/telling.ts';

let service: TestService;
const setUp = () => telling(service);
beforeAll(async () => {
  service = await startTelling();
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(() => service.stop());

describe('an alert that is raised', () => {
  it('is sent again until it arrives, under the same id, and is dead after ten attempts', async () => {
    const { put, runs, call, receiver, untilLog } = await setUp();
    receiver.behave(answer(500), answer(429), answer(200));
    await put('ops', { digest_minutes: 0 });
    await runs([false, false, false]);
    await call('PUT', '/v1/alerts/unsolved', RULE);
    await untilLog({ status: 'succeeded', attempts: 3 });
    expect(new Set(receiver.got.map(({ event }) => event.id)).size).toBe(1);
    receiver.behave(answer(500));
    await call('PUT', '/v1/alerts/more', RULE);
    await untilLog({ status: 'dead', attempts: 10, outcome: 'http_500' });
  });
});

describe('a webhook that fails', () => {
  it.each([
    [500, 'Webhook deliveries failed', 'http_500'],
    [410, 'The webhook endpoint was disabled', '410'],
  ])('with %i for good is told to the channels that want deliveries', async (status, title, detail) => {
    const { put, runs, call, receiver } = await setUp();
    const failing = await startReceiver();
    failing.behave(answer(status));
    await put('ops', { topics: ['deliveries'] });
    await call('POST', '/v1/webhooks', { url: failing.url });
    await runs([true]);
    const [told] = await receiver.until(1);
    expect(told?.event.notifications).toMatchObject([
      { topic: 'deliveries', title, times: 1, path: '/console/webhooks' },
    ]);
    expect(told?.event.notifications[0].detail).toContain(detail);
    await failing.stop();
  });
});
