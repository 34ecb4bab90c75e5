/**
 * What channels are told: one message instead of a flood, quiet hours, and nothing of other workspaces. Retries, and failing webhooks: `messages.system.test.ts`.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../test/support/mail-server.ts';
import type { TestService } from '../../../../../test/support/test-service.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { RULE, SAID, startTelling, telling } from './support/telling.ts';

let service: TestService;
let mails: MailServer;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startTelling({ BRICKWORK_SMTP_URL: mails.url, BRICKWORK_SMTP_FROM: 'calls@example.com' });
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await mails.stop();
});

const setUp = () => telling(service);

describe('an alert that is raised', () => {
  it('is told to the channels that want alerts, with its figures and no words of a conversation', async () => {
    const { put, runs, call, receiver, untilLog } = await setUp();
    await put('ops', {});
    await put('other', { topics: ['deliveries'] });
    await call('PUT', '/v1/channels/desk', { kind: 'email', to: ['ops@example.com'], topics: ['alerts'] });
    await runs([false, false, false]);
    await call('PUT', '/v1/alerts/unsolved', RULE);
    const [told] = await receiver.until(1);
    expect(told?.event).toMatchObject({
      type: 'channel.message',
      channel: 'ops',
      subject: 'Alert unsolved was raised',
      notifications: [{ topic: 'alerts', times: 1, path: '/console/alerts/unsolved' }],
    });
    expect(told?.event.notifications[0].detail).toMatch(
      /^solved, share of false: 1 \(95 % .+\) of 3 runs; limit: above 0.5 in 7d/,
    );
    const mail = (await mails.until(1)).at(-1);
    expect(mail?.source).toMatch(/^Subject: Alert unsolved was raised\r$/m);
    expect(`${told?.body.toString()}${mail?.source}`).not.toContain(SAID);
    await untilLog({ status: 'succeeded', outcome: 'succeeded', attempts: 1, notifications: 1 });
    expect((await call('GET', '/v1/channels/other/deliveries')).body.data).toEqual([]);
  });

  it('is one message with what else happens within the digest’s minutes', async () => {
    const { put, runs, call, receiver, untilLog } = await setUp();
    await put('ops', { digest_minutes: 60 });
    await runs([false, false, false]);
    await call('PUT', '/v1/alerts/first', RULE);
    await receiver.until(1);
    await call('PUT', '/v1/alerts/second', RULE);
    await untilLog({ status: 'pending', notifications: 1, outcome: 'waits_digest' });
    await call('PUT', '/v1/alerts/third', RULE);
    await call('DELETE', '/v1/alerts/second');
    await untilLog({ status: 'pending', notifications: 3 });
    // The minutes are over.
    await put('ops', { digest_minutes: 0 });
    const [, digest] = await receiver.until(2);
    expect(digest?.event.subject).toBe('2 alerts');
    expect(digest?.event.notifications).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Alert second was deleted', times: 2 }),
        expect.objectContaining({ title: 'Alert third was raised', times: 1 }),
      ]),
    );
    await untilLog({ status: 'succeeded' });
    expect(receiver.got).toHaveLength(2);
  });

  it('waits for the end of quiet hours', async () => {
    const { put, runs, call, receiver, untilLog } = await setUp();
    // All day but for a minute that is not now.
    const hour = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13);
    await put('ops', { quiet_hours: { from: `${hour}:01`, to: `${hour}:00` } });
    await runs([false, false, false]);
    await call('PUT', '/v1/alerts/unsolved', RULE);
    await untilLog({ status: 'pending', outcome: 'waits_quiet_hours', attempts: 0 });
    expect(receiver.got).toHaveLength(0);
    await put('ops', {});
    await receiver.until(1);
    await untilLog({ status: 'succeeded' });
  });

  it('is cancelled with a channel that is disabled, and nothing is kept for it', async () => {
    const { put, runs, call, receiver, untilLog, log } = await setUp();
    await put('ops', { digest_minutes: 60 });
    await runs([false, false, false]);
    await call('PUT', '/v1/alerts/first', RULE);
    await receiver.until(1);
    await call('PUT', '/v1/alerts/second', RULE);
    await untilLog({ status: 'pending' });
    await put('ops', { enabled: false });
    await untilLog({ status: 'cancelled' });
    await call('DELETE', '/v1/alerts/first');
    expect(await log()).toHaveLength(2);
    expect(receiver.got).toHaveLength(1);
  });
});
