/** A workspace with a kit and an intake `calls`, and what a service and its owner do with it. */
import { expect } from 'vitest';
import { publishKit } from '../../../../../../test/support/runs.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';

const KIT = { kit: 'calls', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] };
let workspaces = 0;

export async function setUpIntake(service: TestService, intake: object, plan?: string, secrets: object = {}) {
  workspaces += 1;
  const workspaceId = await service.workspace(`pushed-${workspaces}`, plan);
  const key = await service.key(workspaceId);
  await publishKit(service, key, KIT);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  const put = (document: object) => call('PUT', '/v1/intakes/calls', { intake: document, ...secrets });
  const made = await put(intake);
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  const { path, secret } = made.body as { path: string; secret: string };
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    service.call('POST', path, {
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
    });
  /** Until it was read: what became of it. */
  const until = async (deliveryId: string) => {
    const read = async () => (await call('GET', `/v1/intakes/calls/deliveries/${deliveryId}`)).body;
    await expect.poll(async () => (await read()).outcome, { timeout: 30_000 }).not.toBe('received');
    return read();
  };
  const push = async (body: unknown, headers: Record<string, string> = {}) => {
    const sent = await send(body, headers);
    expect([sent.status, sent.body.detail]).toEqual([202, undefined]);
    return until(sent.body.delivery_id);
  };
  const log = async (query = '') => (await call('GET', `/v1/intakes/calls/deliveries${query}`)).body.data;
  const runs = async () => (await call('GET', '/v1/runs')).body.data;
  return { workspaceId, key, call, put, path, secret, send, until, push, log, runs };
}
