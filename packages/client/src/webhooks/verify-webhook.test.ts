import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClient } from '../create-client.ts';
import { verifyWebhook } from './verify-webhook.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const now = () => NOW;
const at = (secondsAgo: number) => String(NOW.getTime() / 1_000 - secondsAgo);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const bytesOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const BODY = JSON.stringify({ id: 'evt_1', type: 'run.succeeded', thin: false, data: { run_id: 'run_1', é: '…' } });

function own(secrets: string[], { body = BODY, timestamp = at(10), prefix = 'Service' } = {}): Record<string, string> {
  const sign = (secret: string) =>
    `v1=${createHmac('sha256', bytesOf(secret)).update(`evt_1.${timestamp}.${body}`).digest('hex')}`;
  return {
    [`${prefix}-Event-Id`]: 'evt_1',
    [`${prefix}-Timestamp`]: timestamp,
    [`${prefix}-Signature`]: secrets.map(sign).join(','),
  };
}

function standard(secrets: string[], { body = BODY, timestamp = at(10) } = {}): Record<string, string> {
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', bytesOf(secret)).update(`evt_1.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}

describe.each([
  ['the service’s own headers', own],
  ['Standard Webhooks headers', standard],
])('verifyWebhook with %s', (_name, sign) => {
  const secret = newSecret();

  it('returns the event of a genuine delivery, from text, bytes, Headers and plain objects', async () => {
    const headers = sign([secret]);
    expect(await verifyWebhook(BODY, headers, { secret, now })).toMatchObject({
      id: 'evt_1',
      data: { run_id: 'run_1' },
    });
    const bytes = new Uint8Array(Buffer.from(BODY));
    expect(await verifyWebhook(bytes, new Headers(headers), { secret, now })).toMatchObject({ id: 'evt_1' });
  });

  it('accepts old and new secret while they are exchanged, on either side', async () => {
    const next = newSecret();
    expect(await verifyWebhook(BODY, sign([next, secret]), { secret, now })).toBeDefined();
    expect(await verifyWebhook(BODY, sign([secret]), { secret: [next, secret], now })).toBeDefined();
  });

  it.each([
    ['another body', BODY.replace('run_1', 'run_2'), {}, 'bad_signature'],
    ['another secret', BODY, { secret: newSecret() }, 'bad_signature'],
    ['a secret that is none', BODY, { secret: 'whsec_%%%' }, 'bad_secret'],
  ])('refuses %s', async (_what, body, more, fault) => {
    await expect(verifyWebhook(body, sign([secret]), { secret, now, ...more })).rejects.toMatchObject({ fault });
  });

  it('refuses a signature of another time, scheme or shape', async () => {
    for (const [header, value] of Object.entries(sign([secret]))) {
      const changed = /signature/i.test(header) ? value.replace('v1', 'v0') : value.replace(/\d(?=\d*$)/, '4');
      const headers = { ...sign([secret]), [header]: changed === value ? '1' : changed };
      await expect(verifyWebhook(BODY, headers, { secret, now })).rejects.toThrow();
    }
  });
});

describe('verifyWebhook and time', () => {
  const secret = newSecret();

  it('allows an attempt five minutes, and an event a day of retries', async () => {
    const old = { timestamp: at(301) };
    await expect(verifyWebhook(BODY, standard([secret], old), { secret, now })).rejects.toMatchObject({
      fault: 'too_old',
    });
    const ahead = { timestamp: at(-301) };
    await expect(verifyWebhook(BODY, standard([secret], ahead), { secret, now })).rejects.toMatchObject({
      fault: 'too_old',
    });
    expect(await verifyWebhook(BODY, standard([secret], old), { secret, now, toleranceSeconds: 400 })).toBeDefined();
    expect(await verifyWebhook(BODY, own([secret], { timestamp: at(24 * 3_600) }), { secret, now })).toBeDefined();
    const ancient = own([secret], { timestamp: at(26 * 3_600) });
    await expect(verifyWebhook(BODY, ancient, { secret, now })).rejects.toMatchObject({ fault: 'too_old' });
  });

  it('needs the headers, under the deployment’s prefix', async () => {
    const headers = own([secret], { prefix: 'Acme' });
    await expect(verifyWebhook(BODY, headers, { secret, now })).rejects.toMatchObject({ fault: 'missing_headers' });
    expect(await verifyWebhook(BODY, headers, { secret, now, headerPrefix: 'Acme' })).toBeDefined();
    const odd = { ...headers, 'Acme-Timestamp': 'soon' };
    await expect(verifyWebhook(BODY, odd, { secret, now, headerPrefix: 'Acme' })).rejects.toMatchObject({
      fault: 'bad_timestamp',
    });
  });
});

describe('webhooks.receive', () => {
  it('fetches the run of a thin event', async () => {
    const secret = newSecret();
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'run.succeeded',
      thin: true,
      data: { run_id: 'run_9', status: 'succeeded' },
    });
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(new URL(String(input)).pathname);
      return Response.json({ run_id: 'run_9', status: 'succeeded', output: { bricks: { big: { value: 'x' } } } });
    };
    const client = createClient({ apiKey: 'x', fetch });
    const event = await client.webhooks.receive(body, standard([secret], { body }), { secret, now });
    expect(asked).toEqual(['/v1/runs/run_9']);
    expect(event).toMatchObject({ thin: false, data: { output: { bricks: { big: { value: 'x' } } } } });
  });
});
