/** The endpoint changes while deliveries are in progress, on two nodes; and the database becomes unavailable at the worst moment. */
import { createHmac } from 'node:crypto';
import { verifyWebhook } from '@brickwork/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import {
  answer,
  type Received,
  type Receiver,
  startReceiver,
  WEBHOOK_ENVIRONMENT,
} from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let workspaces = 0;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startTestService(
    { ...WEBHOOK_ENVIRONMENT, BRICKWORK_WEBHOOK_RETRY_SECONDS: '0.3,600,600,600,600,600,600,600,600' },
    { evaluate: heldEvaluator().evaluate },
  );
  await service.node();
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function receiverOf(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

async function setUp() {
  const receiver = await receiverOf();
  workspaces += 1;
  const key = await service.key(await service.workspace(`changes-${workspaces}`));
  const { kit_code } = await publishKit(service, key);
  const put = async (url: string) => (await service.call('POST', '/v1/webhooks', { key, body: { url } })).body;
  const endpoint = await put(receiver.url);
  const run = async (): Promise<string> => {
    const body = { kit_code, input: { transcript: 'Agent: Hi.', instant: true } };
    return (await service.call('POST', '/v1/runs', { key, body })).body.run_id;
  };
  const log = async (id = endpoint.id) =>
    (await service.call('GET', `/v1/webhooks/${id}/deliveries`, { key })).body.data;
  const untilStatus = (status: string, id?: string) =>
    expect.poll(async () => (await log(id))[0]?.status, { timeout: 20_000, interval: 20 }).toBe(status);
  return { receiver, key, endpoint, put, run, log, untilStatus };
}

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
const signatureOf = (secret: string, { body, headers }: Received): string =>
  `v1=${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['service-event-id']}.${headers['service-timestamp']}.`)
    .update(body)
    .digest('hex')}`;

describe('while deliveries are in progress', () => {
  it('a replacement redirects waiting and hanging deliveries; nothing more is sent to the old URL', async () => {
    const { receiver, endpoint, put, run, untilStatus } = await setUp();
    receiver.behave(answer(500), answer(500), () => {});
    await run();
    await receiver.until(2); // Waits ten minutes now.
    await run();
    await receiver.until(3); // Hangs now.
    const next = await receiverOf();
    const moved = await put(next.url);
    const seen = receiver.got.length;
    expect(moved.id).toBe(endpoint.id);
    await next.until(2);
    await untilStatus('succeeded', moved.id);
    expect(new Set(next.got.map(({ event }) => event.id))).toEqual(new Set(receiver.got.map(({ event }) => event.id)));
    for (const received of next.got) expect(verifies(moved.secret, received)).toBe(true);
    expect(receiver.got.length).toBe(seen);
  });

  it('a deletion cancels waiting deliveries and stops hanging ones before it answers', async () => {
    const { receiver, key, endpoint, run } = await setUp();
    let open = 0;
    receiver.behave(answer(500), (response) => {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
    });
    await run();
    await run();
    await receiver.until(3);
    await expect.poll(() => open).toBeGreaterThan(0);
    expect((await service.call('DELETE', `/v1/webhooks/${endpoint.id}`, { key })).status).toBe(200);
    const seen = receiver.got.length;
    await expect.poll(() => open).toBe(0);
    await run();
    const other = await receiverOf();
    const fresh = (await service.call('POST', '/v1/webhooks', { key, body: { url: other.url } })).body;
    await run();
    await other.until(1);
    expect(other.got).toHaveLength(1);
    expect(receiver.got).toHaveLength(seen);
    const { data } = (await service.call('GET', `/v1/webhooks/${fresh.id}/deliveries`, { key })).body;
    expect(data.map(({ status }: { status: string }) => status).sort()).toEqual(
      expect.arrayContaining(['cancelled', 'cancelled']),
    );
  });

  it('a rotation signs with the new secret; the old one signs a header of its own for a while', async () => {
    const { receiver, key, endpoint, run, put } = await setUp();
    receiver.behave(answer(500), answer(200));
    await run();
    await receiver.until(1);
    const rotated = (await service.call('POST', `/v1/webhooks/${endpoint.id}/rotate`, { key })).body;
    expect(rotated.id).toBe(endpoint.id);
    const [, second] = await receiver.until(2);
    if (second === undefined) throw new Error('nothing came');
    expect(second.headers['service-signature']).toBe(signatureOf(rotated.secret, second));
    expect(second.headers['service-signature-previous']).toBe(signatureOf(endpoint.secret, second));
    const { 'webhook-signature': _standard, ...own } = second.headers;
    for (const { secret } of [endpoint, rotated])
      expect(await verifyWebhook(second.body, own, { secret })).toMatchObject({ type: 'run.succeeded' });
    expect(verifies(endpoint.secret, second)).toBe(true);
    expect(verifies(rotated.secret, second)).toBe(true);
    expect((await put(receiver.url)).secret).toBe(rotated.secret);
    await run();
    const third = (await receiver.until(3))[2];
    if (third === undefined) throw new Error('nothing came');
    expect([rotated, endpoint].map(({ secret }) => verifies(secret, third))).toEqual([true, true]);
    await service.testDatabase.database.query(
      `UPDATE webhook_endpoints SET previous_secret_until = now() - interval '1 second' WHERE url = $1`,
      [receiver.url],
    );
    await run();
    const fourth = (await receiver.until(4))[3];
    expect(fourth?.headers['service-signature']).toBe(fourth && signatureOf(rotated.secret, fourth));
    expect(fourth?.headers['service-signature-previous']).toBeUndefined();
  });

  it('a replay during a retry never sends twice at once', async () => {
    const { receiver, key, run, log, untilStatus } = await setUp();
    let sending = 0;
    let most = 0;
    const held = Promise.withResolvers<void>();
    receiver.behave(answer(500), async (response) => {
      sending += 1;
      most = Math.max(most, sending);
      await held.promise;
      sending -= 1;
      response.writeHead(200).end();
    });
    await run();
    await receiver.until(1);
    const [{ id }] = await log();
    const replays = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST', `/v1/deliveries/${id}/replay`, { key })),
    );
    expect(replays.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
    await receiver.until(2);
    held.resolve();
    await untilStatus('succeeded');
    expect(most).toBe(1);
    expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
  });

  it('replaying a successful delivery sends it again; without an endpoint it is a conflict', async () => {
    const { receiver, key, endpoint, run, log, untilStatus } = await setUp();
    await run();
    await untilStatus('succeeded');
    const [{ id }] = await log();
    await Promise.all([1, 2, 3].map(() => service.call('POST', `/v1/deliveries/${id}/replay`, { key })));
    await receiver.until(2);
    expect(new Set(receiver.got.map(({ event }) => event.id)).size).toBe(1);
    await untilStatus('succeeded');
    await service.call('DELETE', `/v1/webhooks/${endpoint.id}`, { key });
    const { status, body } = await service.call('POST', `/v1/deliveries/${id}/replay`, { key });
    expect([status, body.error]).toEqual([409, 'conflict']);
  });

  it('two nodes send each event once', async () => {
    const { receiver, run, log } = await setUp();
    await Promise.all(Array.from({ length: 60 }, run));
    await receiver.until(60);
    await expect
      .poll(async () => (await log()).every(({ status }: { status: string }) => status === 'succeeded'), {
        timeout: 15_000,
      })
      .toBe(true);
    expect(receiver.got).toHaveLength(60);
    expect(new Set(receiver.got.map(({ headers }) => headers['service-delivery-id'])).size).toBe(60);
  });

  it('when the database is unavailable after the 200, the result is stored later; the delivery is not sent again', async () => {
    const { receiver, run, untilStatus } = await setUp();
    const { promise: isBack, resolve: back } = Promise.withResolvers<void>();
    receiver.behave(async (response) => {
      const comeBack = await service.testDatabase.cutOff();
      response.writeHead(200).end();
      await expect.poll(async () => (await service.call('GET', '/readyz')).status).toBe(503);
      await comeBack();
      back();
    });
    await run();
    await isBack;
    await untilStatus('succeeded');
    expect(receiver.got).toHaveLength(1);
  });
});
