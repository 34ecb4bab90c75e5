/** What tests of receivers that misbehave begin with. */
import { expect } from 'vitest';
import { publishKit } from '../../../../../../test/support/runs.ts';
import type { TestService } from '../../../../../../test/support/test-service.ts';
import { type Receiver, startReceiver } from '../../../../../../test/support/webhook-receiver.ts';

/** A workspace with a published kit and an endpoint; `receivers` are stopped in the end. */
export async function receiving(service: TestService, receivers: Receiver[]) {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const key = await service.key(await service.workspace(`receiver-${receivers.length}`));
  const { kit_code } = await publishKit(service, key);
  const { body: endpoint } = await service.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
  const run = async () => {
    const body = { kit_code, input: { transcript: 'Agent: Hi.', instant: true } };
    return (await service.call('POST', '/v1/runs', { key, body })).body.run_id;
  };
  const log = async () => (await service.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`, { key })).body.data;
  const untilLog = async (look: (delivery: { status: string; attempts: { outcome?: string }[] }) => boolean) => {
    await expect.poll(async () => (await log()).some(look), { timeout: 25_000, interval: 30 }).toBe(true);
    return (await log())[0];
  };
  return { receiver, key, endpoint, run, log, untilLog };
}
