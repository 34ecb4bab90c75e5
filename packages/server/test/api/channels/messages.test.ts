/** What channels are told: alerts, failing webhooks; one message instead of a flood, quiet hours, retries, and nothing of other workspaces. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { type MailServer, startMailServer } from '../../../../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { answer, startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let mails: MailServer;
let workspaces = 0;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startTestService(
    {
      ...WEBHOOK_ENVIRONMENT,
      BRICKWORK_ALERTS_MS: '200',
      BRICKWORK_SMTP_URL: mails.url,
      BRICKWORK_SMTP_FROM: 'calls@example.com',
    },
    { evaluate: tellingEvaluator },
  );
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await mails.stop();
});

const RULE = {
  kit: 'review',
  brick: 'solved',
  aggregate: 'share',
  value: false,
  window: '7d',
  above: 0.5,
  min_runs: 3,
};
/** Words of a conversation that no channel may be sent. */
const SAID = 'my card number is 4111';

async function setUp() {
  workspaces += 1;
  const receiver = await startReceiver();
  const key = await service.key(await service.workspace(`messages-${workspaces}`));
  const kit = await publishedKit(service, kitDocument('review'), key);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const put = (name: string, settings: object) =>
    call('PUT', `/v1/channels/${name}`, { kind: 'webhook', url: receiver.url, topics: ['alerts'], ...settings });
  const runs = async (values: readonly boolean[]) => {
    for (const value of values) await toldRun(service, key, kit.kit_code, { solved: { value, reason: SAID } });
  };
  const log = async (name = 'ops') => (await call('GET', `/v1/channels/${name}/deliveries`)).body.data;
  const untilLog = (matches: object, name = 'ops') =>
    vi.waitFor(async () => expect((await log(name))[0]).toMatchObject(matches), { timeout: 20_000, interval: 50 });
  return { receiver, key, kit, call, put, runs, log, untilLog };
}

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
