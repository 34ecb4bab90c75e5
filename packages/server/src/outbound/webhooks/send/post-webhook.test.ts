/** Every `connect` of a socket is recorded, so the tests see which addresses are contacted; none leaves this machine. */
import net from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../../../../test/support/webhook-receiver.ts';
import { createAddressRules, parseAddressRange } from '../guard/address-rules.ts';
import { createSendRequest } from './guarded-request.ts';
import { createPostWebhook } from './post-webhook.ts';

const LOOPBACK = parseAddressRange('127.0.0.0/8');
const dialled: string[] = [];
const names: unknown[] = [];
let isReal = false;

beforeEach(() => {
  dialled.length = 0;
  names.length = 0;
  isReal = false;
  const original = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...given: unknown[]) {
    const flat = given.flat() as { host?: string; port?: number; servername?: string }[];
    const options = flat.find((each) => typeof each === 'object' && each !== null && 'port' in each);
    dialled.push(String(options?.host));
    names.push(options?.servername);
    if (isReal && options?.host === '127.0.0.1') return Reflect.apply(original, this, given) as net.Socket;
    queueMicrotask(() => this.destroy(Object.assign(new Error('refused by the test'), { code: 'ECONNREFUSED' })));
    return this;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends to a name that resolves to the given addresses, one list per look-up. */
async function send(answers: readonly (readonly string[])[], url = 'https://hooks.example.com/in', allow = false) {
  let asked = 0;
  const post = createPostWebhook(
    createSendRequest({
      rules: createAddressRules(allow && LOOPBACK ? [LOOPBACK] : []),
      resolve: async () => {
        asked += 1;
        const addresses = answers[Math.min(asked, answers.length) - 1];
        if (addresses === undefined) throw new Error('ENOTFOUND');
        return [...addresses];
      },
    }),
  );
  const target = URL.parse(url);
  if (target === null) throw new Error('no URL');
  const outcome = await post(target, { 'content-type': 'application/json' }, '{}', AbortSignal.timeout(5_000));
  return { outcome, asked };
}

const PUBLIC = '93.184.216.34';

describe('the guard at every connection', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.254',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.216.34',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::5db8:d822',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    'localhost',
    '',
    'not an address',
  ])('never dials a name that resolves to %s', async (address) => {
    expect((await send([[address]])).outcome).toEqual({ fault: 'address_not_public' });
    expect((await send([[PUBLIC, address]])).outcome).toEqual({ fault: 'address_not_public' });
    expect((await send([[address, PUBLIC]])).outcome).toEqual({ fault: 'address_not_public' });
    expect(dialled).toEqual([]);
  });

  it.each([PUBLIC, '8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])(
    'dials %s by number, and keeps the name for TLS',
    async (address) => {
      const { outcome, asked } = await send([[address]]);
      expect(outcome).toEqual({ fault: 'connection_refused' });
      expect(dialled).toEqual([address]);
      expect(names).toEqual(['hooks.example.com']);
      expect(asked).toBe(1);
    },
  );

  it('has no name for TLS where the URL has an address, which is none', async () => {
    expect((await send([[PUBLIC]], `https://${PUBLIC}/in`)).outcome).toEqual({ fault: 'connection_refused' });
    expect(dialled).toEqual([PUBLIC]);
    expect(names).not.toContain(PUBLIC);
  });

  it('resolves once per connection, so that the address cannot change between the check and the connection', async () => {
    const { asked } = await send([[PUBLIC], ['127.0.0.1']]);
    expect(asked).toBe(1);
    expect(dialled).toEqual([PUBLIC]);
  });

  it('tries the next checked address when one does not answer', async () => {
    await send([[PUBLIC, '8.8.8.8', '1.1.1.1', '9.9.9.9']]);
    expect(dialled).toEqual([PUBLIC, '8.8.8.8', '1.1.1.1']);
  });

  it('fails for a name that does not resolve, or whose resolver hangs', async () => {
    expect((await send([[]])).outcome).toEqual({ fault: 'host_not_found' });
    expect((await send([])).outcome).toEqual({ fault: 'host_not_found' });
    expect(dialled).toEqual([]);
  });

  it('checks the address of the connected peer', async () => {
    vi.mocked(net.Socket.prototype.connect).mockImplementation(function (this: net.Socket) {
      queueMicrotask(() => this.emit('connect'));
      return this;
    });
    const allowed = await send([['127.0.0.1']], 'http://hooks.example.com:8443/', true);
    expect(allowed.outcome).toEqual({ fault: 'address_not_public' });
  });

  it('uses no proxy from the environment, and does not follow a redirect', async () => {
    isReal = true;
    const proxy = await startReceiver();
    const receiver = await startReceiver();
    const elsewhere = await startReceiver();
    receiver.behave((response) => void response.writeHead(307, { location: elsewhere.url }).end());
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      const { outcome } = await send([['127.0.0.1']], receiver.url, true);
      expect(outcome).toMatchObject({ status: 307 });
      expect([receiver.got.length, proxy.connections(), elsewhere.connections()]).toEqual([1, 0, 0]);
    } finally {
      vi.unstubAllEnvs();
      await Promise.all([proxy.stop(), receiver.stop(), elsewhere.stop()]);
    }
  });
});

describe('kept connections', () => {
  beforeEach(() => {
    isReal = true;
  });
  let post: ReturnType<typeof createPostWebhook>;
  beforeAll(() => {
    post = createPostWebhook(
      createSendRequest({
        rules: createAddressRules(LOOPBACK ? [LOOPBACK] : []),
        resolve: async () => ['127.0.0.1'],
      }),
    );
  });
  const postTo = (url: string, signal = AbortSignal.timeout(5_000)) =>
    post(new URL(url), { 'content-type': 'application/json' }, '{}', signal);

  it('serve the next request to the same receiver, and are used by one request at a time', async () => {
    const receiver = await startReceiver();
    try {
      for (const _ of [1, 2, 3]) expect(await postTo(receiver.url)).toMatchObject({ status: 200 });
      expect(receiver.connections()).toBe(1);
      await Promise.all([postTo(receiver.url), postTo(receiver.url)]);
      expect(receiver.connections()).toBe(2);
    } finally {
      await receiver.stop();
    }
  });

  it('that the receiver closes during a request cost no attempt: it is sent again on a new one', async () => {
    const receiver = await startReceiver();
    try {
      await postTo(receiver.url);
      receiver.behave(
        (_response, _received, socket) => socket.resetAndDestroy(),
        (response) => void response.writeHead(202).end(),
      );
      expect(await postTo(receiver.url)).toMatchObject({ status: 202 });
      expect(receiver.connections()).toBe(2);
      // A reset of a new connection counts as the receiver's answer.
      receiver.behave((_response, _received, socket) => socket.resetAndDestroy());
      expect(await postTo(receiver.url)).toEqual({ fault: 'connection_reset' });
      expect(await postTo(receiver.url)).toEqual({ fault: 'connection_reset' });
    } finally {
      await receiver.stop();
    }
  });

  it('are closed after an answer that was too long, or an abort', async () => {
    const receiver = await startReceiver();
    try {
      receiver.behave(
        (response) => void response.end('x'.repeat(100_000)),
        () => undefined,
        (response) => void response.end('short'),
      );
      expect(await postTo(receiver.url)).toMatchObject({ status: 200, response: Buffer.from('x'.repeat(16_384)) });
      const stop = new AbortController();
      const hanging = postTo(receiver.url, stop.signal);
      await receiver.until(2);
      stop.abort();
      expect(await hanging).toEqual({ fault: 'timeout' });
      expect(await postTo(receiver.url)).toMatchObject({ status: 200, response: Buffer.from('short') });
      expect(receiver.connections()).toBe(3);
    } finally {
      await receiver.stop();
    }
  });
});
