import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { heldEvaluator, publishKit, untilStatus } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import {
  answer,
  type Received,
  startReceiver,
  WEBHOOK_ENVIRONMENT,
} from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let code: string;
let workspaces = 0;
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: heldEvaluator().evaluate });
  receiver = await startReceiver();
});
afterEach(async () => {
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** A workspace of its own with an endpoint at the receiver. */
async function setUp(environment: 'live' | 'test' = 'live') {
  workspaces += 1;
  const workspaceId = await service.workspace(`hooks-${workspaces}`);
  const key = await service.key(workspaceId, environment);
  code = (await publishKit(service, key)).kit_code;
  const { body: endpoint } = await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
  receiver.got.length = 0;
  receiver.behave(answer(200));
  const run = async (more: object = {}): Promise<string> => {
    const { body } = await service.call('POST', '/v1/runs', {
      key,
      body: { kit_code: code, input: { transcript: 'Agent: Hello.', instant: true }, ...more },
    });
    await untilStatus(service, key, body.run_id, 'succeeded', 'failed', 'cancelled');
    return body.run_id;
  };
  const deliveries = async () =>
    (await service.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`, { key })).body.data;
  const untilDelivery = async (status: string) => {
    await expect.poll(async () => (await deliveries())[0]?.status, { timeout: 15_000, interval: 20 }).toBe(status);
    return (await deliveries())[0];
  };
  return { workspaceId, key, endpoint, run, deliveries, untilDelivery };
}

const onlyOne = async (): Promise<Received> => {
  const [first] = await receiver.until(1);
  if (first === undefined) throw new Error('nothing came');
  return first;
};

describe('a delivery', () => {
  it('carries the run as GET shows it, with every header of the contract', async () => {
    const { workspaceId, key, run, untilDelivery } = await setUp();
    const runId = await run({ external_id: 'call-1', metadata: { who: 'me' } });
    const { method, headers, event, body } = await onlyOne();
    const shown = (await service.call('GET', `/v1/runs/${runId}`, { key })).body;
    expect(method).toBe('POST');
    expect(event).toEqual({
      id: headers['service-event-id'],
      type: 'run.succeeded',
      created_at: shown.completed_at,
      api_version: 'v1',
      environment: 'live',
      workspace_id: workspaceId,
      thin: false,
      data: shown,
    });
    expect(headers).toMatchObject({
      'service-event-type': 'run.succeeded',
      'service-timestamp': String(Math.floor(Date.parse(shown.completed_at) / 1_000)),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'accept-encoding': 'identity',
    });
    expect(headers['service-event-id']).toMatch(/^evt_[0-9a-z]{26}$/);
    expect(headers['service-delivery-id']).toMatch(/^dlv_[0-9a-z]{26}$/);
    expect(headers['service-signature']).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(await untilDelivery('succeeded')).toMatchObject({
      run_id: runId,
      event_id: headers['service-event-id'],
      attempts: [{ id: headers['service-delivery-id'], number: 1, outcome: 'succeeded', http_status: 200 }],
    });
  });

  it('verifies with the standardwebhooks package and with openssl, and fails once a byte has changed', async () => {
    const { endpoint, run } = await setUp();
    await run({ metadata: { name: 'Zoë 😀' } });
    const { headers, body } = await onlyOne();
    const judge = new Webhook(endpoint.secret);
    expect(judge.verify(body, headers)).toMatchObject({ type: 'run.succeeded' });
    const forged = Buffer.from(body);
    forged.writeUInt8(forged.readUInt8(10) ^ 1, 10);
    expect(() => judge.verify(forged, headers)).toThrow();
    const hex = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64').toString('hex');
    const signed = Buffer.concat([
      Buffer.from(`${headers['service-event-id']}.${headers['service-timestamp']}.`),
      body,
    ]);
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-hex'], {
      input: signed,
      timeout: 60_000,
    });
    expect(headers['service-signature']).toBe(`v1=${digest.toString().trim().split(/[= ]+/).at(-1)}`);
  });

  it('is also sent for failures and cancellations', async () => {
    const { key, run } = await setUp();
    const { body } = await service.call('POST', '/v1/runs', {
      key,
      body: { kit_code: code, input: { transcript: 'Agent: Hello.' } },
    });
    await service.call('POST', `/v1/runs/${body.run_id}/cancel`, { key });
    await receiver.until(1);
    await run();
    const types = (await receiver.until(2)).map(({ event }) => [event.type, event.data.status]);
    expect(types).toEqual([
      ['run.cancelled', 'cancelled'],
      ['run.succeeded', 'succeeded'],
    ]);
  });

  it('is sent for a sandbox run only where the endpoint asks for it; the event is listed either way', async () => {
    const { key, run, deliveries } = await setUp();
    const quiet = await run({ type: 'sandbox' });
    const loud = await run();
    await receiver.until(1);
    expect((await deliveries()).map(({ run_id }: { run_id: string }) => run_id)).toEqual([loud]);
    const { body } = await service.call('GET', '/v1/events', { key });
    expect(body.data.map(({ data }: { data: { run_id: string } }) => data.run_id)).toEqual([quiet, loud]);
    expect(body.data[0].data.output).toBeDefined();
    await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url, include_sandbox: true } });
    const asked = await run({ type: 'sandbox' });
    const received = await receiver.until(2);
    expect(received.map(({ event }) => event.data.run_id)).toEqual([loud, asked]);
  });

  it('is retried with the same event id and body, and another delivery id', async () => {
    const { run, untilDelivery } = await setUp();
    receiver.behave(answer(500, {}, 'oops'), answer(200, {}, 'fine'));
    await run();
    const [first, second] = await receiver.until(2);
    for (const name of ['service-event-id', 'service-timestamp', 'service-signature', 'webhook-id'])
      expect(second?.headers[name]).toBe(first?.headers[name]);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['service-delivery-id']).not.toBe(first?.headers['service-delivery-id']);
    expect((await untilDelivery('succeeded')).attempts).toMatchObject([
      { number: 1, outcome: 'http_500', http_status: 500, response_body: 'oops' },
      { number: 2, outcome: 'succeeded', response_body: 'fine' },
    ]);
    const metrics = (await service.call('GET', '/metrics')).body;
    expect(metrics).toMatch(/brickwork_webhook_attempts_total\{outcome="http_500"\} 1\n/);
    expect(metrics).toMatch(/brickwork_webhook_deliveries_total\{status="succeeded"\} \d+\n/);
    expect(metrics).toContain('brickwork_webhook_deliveries_waiting 0');
  });
});
