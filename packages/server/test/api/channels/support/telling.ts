/** A service that tells channels, and workspaces whose channels are told. */
import { expect, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../../test/support/kits.ts';
import { startTestService, type TestService } from '../../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../../test/support/told-evaluator.ts';
import { startReceiver, WEBHOOK_ENVIRONMENT } from '../../../../../../test/support/webhook-receiver.ts';

export const startTelling = (environment: NodeJS.ProcessEnv = {}): Promise<TestService> =>
  startTestService(
    { ...WEBHOOK_ENVIRONMENT, BRICKWORK_ALERTS_MS: '200', ...environment },
    { evaluate: tellingEvaluator },
  );

export const RULE = {
  kit: 'review',
  brick: 'solved',
  aggregate: 'share',
  value: false,
  window: '7d',
  above: 0.5,
  min_runs: 3,
};
/** Words of a conversation that no channel may be sent. */
export const SAID = 'my card number is 4111';

let workspaces = 0;

/** A workspace with a kit, and a receiver for its channels. */
export async function telling(service: TestService) {
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
