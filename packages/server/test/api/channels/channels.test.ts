/** Channels over HTTP: what is stored, what is never shown, and the test button of each kind. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../../../../test/support/mail-server.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import {
  answer,
  type Receiver,
  startReceiver,
  WEBHOOK_ENVIRONMENT,
} from '../../../../../test/support/webhook-receiver.ts';

let service: TestService;
let mails: MailServer;
let receiver: Receiver;
let workspaces = 0;

beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startReceiver();
  service = await startTestService({
    ...WEBHOOK_ENVIRONMENT,
    BRICKWORK_SMTP_URL: mails.url,
    BRICKWORK_SMTP_FROM: 'Brickwork <calls@example.com>',
    BRICKWORK_PUBLIC_URL: 'https://calls.example.com',
  });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([mails.stop(), receiver.stop()]);
});

async function setUp() {
  workspaces += 1;
  const workspaceId = await service.workspace(`channels-${workspaces}`);
  const key = await service.key(workspaceId);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `/v1/channels${path}`, { key, ...(body === undefined ? {} : { body }) });
  return { workspaceId, key, call };
}

const slack = () => ({ kind: 'slack', url: receiver.url, topics: ['alerts'] });

describe('PUT /v1/channels/:name', () => {
  it('200: stores a channel with its defaults; neither URL nor secret is ever shown, or stored in the open', async () => {
    const { call } = await setUp();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { status, body } = await call('PUT', '/ops', {
      kind: 'webhook',
      url: receiver.url,
      secret,
      topics: ['alerts'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'ops',
      kind: 'webhook',
      topics: ['alerts'],
      digest_minutes: 10,
      enabled: true,
      host: new URL(receiver.url).host,
      signed: true,
    });
    expect((await call('GET', '')).body.data).toEqual([(await call('GET', '/ops')).body]);
    expect(JSON.stringify((await call('GET', '')).body)).not.toMatch(/\/hook|whsec/);
    const { rows } = await service.testDatabase.database.query<{ row: string }>(
      'SELECT c::text AS row FROM channels c',
    );
    expect(JSON.stringify(rows)).not.toMatch(/\/hook|whsec/);
  });

  it('200: keeps URL and secret that are left out, and forgets them with another kind', async () => {
    const { call } = await setUp();
    await call('PUT', '/ops', slack());
    const kept = await call('PUT', '/ops', { kind: 'slack', topics: ['deliveries'], digest_minutes: 0 });
    expect(kept.body).toMatchObject({ topics: ['deliveries'], digest_minutes: 0, host: new URL(receiver.url).host });
    const other = await call('PUT', '/ops', { kind: 'teams', topics: ['alerts'] });
    expect([other.status, other.body.error]).toEqual([400, 'webhook_url_required']);
  });

  it.each([
    [{ kind: 'email', topics: ['alerts'] }, 400, /to/],
    [{ kind: 'email', to: ['nobody'], topics: ['alerts'] }, 400, /to/],
    [{ kind: 'slack', to: ['a@example.com'], url: 'https://hooks.slack.com/x', topics: ['alerts'] }, 400, /to/],
    [{ kind: 'slack', topics: ['alerts'] }, 400, /url/],
    [{ kind: 'slack', url: 'https://10.0.0.1/x', topics: ['alerts'] }, 422, /public/],
    [{ kind: 'slack', url: 'https://hooks.slack.com/x', topics: [] }, 400, /topics/],
    [{ kind: 'slack', url: 'https://hooks.slack.com/x', topics: ['runs'] }, 400, /topics/],
    [{ kind: 'slack', url: 'https://hooks.slack.com/x', topics: ['alerts', 'alerts'] }, 400, /twice/],
    [{ ...{ kind: 'teams', url: 'https://x.example.com/x', topics: ['alerts'] }, secret: 'whsec_x' }, 400, /secret/],
    [
      {
        kind: 'slack',
        url: 'https://x.example.com/x',
        topics: ['alerts'],
        quiet_hours: { from: '25:00', to: '07:00' },
      },
      400,
      /22:00/,
    ],
  ])('4xx: %j', async (settings, status, detail) => {
    const { call } = await setUp();
    const refused = await call('PUT', '/ops', settings);
    expect([refused.status, refused.body.detail]).toEqual([status, expect.stringMatching(detail)]);
    expect((await call('GET', '')).body.data).toEqual([]);
  });

  it('409: mail where the service has no mail server', async () => {
    const { key } = await setUp();
    const bare = await service.node({ BRICKWORK_SMTP_URL: '', BRICKWORK_SMTP_FROM: '' });
    const body = { kind: 'email', to: ['ops@example.com'], topics: ['alerts'] };
    const refused = await bare.call('PUT', '/v1/channels/ops', { key, body });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('BRICKWORK_SMTP_URL')]);
  });
});

describe('POST /v1/channels/:name/test', () => {
  it('200: Slack gets text, Teams an adaptive card, a webhook signed JSON', async () => {
    const { call } = await setUp();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const before = receiver.got.length;
    for (const [kind, more] of [
      ['slack', {}],
      ['teams', {}],
      ['webhook', { secret }],
    ] as const) {
      await call('PUT', `/${kind}`, { kind, url: receiver.url, topics: ['alerts'], ...more });
      const { status, body } = await call('POST', `/${kind}/test`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'succeeded', outcome: 'succeeded', test: true, attempts: 1 });
    }
    const [text, card, signed] = receiver.got.slice(before);
    expect(text?.event.text).toContain('*<https://calls.example.com/console/settings|Test of the channel slack>*');
    expect(card?.event.attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4' },
    });
    expect(signed && new Webhook(secret).verify(signed.body, signed.headers)).toMatchObject({
      type: 'channel.message',
      notifications: [{ title: 'Test of the channel webhook' }],
    });
  });

  it('200: mail arrives, with a sender, an id and plain text', async () => {
    const { call } = await setUp();
    await call('PUT', '/desk', { kind: 'email', to: ['ops@example.com', 'qa@example.com'], topics: ['alerts'] });
    const before = mails.got.length;
    expect((await call('POST', '/desk/test')).body).toMatchObject({ status: 'succeeded', outcome: 'succeeded' });
    const mail = (await mails.until(before + 1)).at(-1);
    expect(mail).toMatchObject({ from: 'calls@example.com', to: ['ops@example.com', 'qa@example.com'] });
    expect(mail?.source).toMatch(/^Subject: Test of the channel desk\r$/m);
    expect(mail?.source).toMatch(/^Message-ID: <[0-9a-f]{32}@example\.com>\r$/m);
    expect(mail?.source).toContain('https://calls.example.com/console/settings');
  });

  it('200: says what went wrong, sends once, and the log has it', async () => {
    const { call } = await setUp();
    await call('PUT', '/ops', slack());
    receiver.behave(answer(404), answer(200));
    expect((await call('POST', '/ops/test')).body).toMatchObject({ status: 'dead', outcome: 'http_404' });
    await call('PUT', '/desk', { kind: 'email', to: ['ops@example.com'], topics: ['alerts'] });
    mails.refuse(550);
    const refused = (await call('POST', '/desk/test')).body;
    mails.refuse(undefined);
    expect(refused).toMatchObject({ status: 'dead', outcome: 'smtp_550' });
    expect((await call('GET', '/desk/deliveries')).body.data).toEqual([refused]);
    expect((await call('GET', '/desk')).body.last_delivery).toEqual(refused);
  });
});

describe('DELETE /v1/channels/:name', () => {
  it('200, then 404, also for the log and the test', async () => {
    const { call } = await setUp();
    await call('PUT', '/ops', slack());
    expect((await call('DELETE', '/ops')).body).toEqual({ name: 'ops', deleted: true });
    for (const [method, path] of [
      ['GET', '/ops'],
      ['DELETE', '/ops'],
      ['GET', '/ops/deliveries'],
      ['POST', '/ops/test'],
    ] as const)
      expect((await call(method, path)).status).toBe(404);
  });
});
