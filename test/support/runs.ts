/** What tests of runs share: a published kit, and an evaluator that the test controls. */

import type { Evaluated } from '@brickwork/server/runs/execute-run';
import type { RunFault } from '@brickwork/server/runs/run-fault';
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { expect } from 'vitest';
import type { TestNode, TestResponse, TestService } from './test-service.ts';

export const KIT = {
  kit: 'call_shape',
  name: 'Call shape',
  bricks: [
    { key: 'agent_words', type: 'numeric', metric: 'word_count', speaker: 'agent' },
    { key: 'turns', type: 'numeric', metric: 'turn_count' },
  ],
};

export const TRANSCRIPT =
  'Agent: Good morning, how can I help?\nCustomer: I lost my card.\nAgent: I am sorry to hear that.';

/** Pushes and publishes a kit; returns its ids. */
export async function publishKit(
  service: TestService,
  key = service.adminKey,
  document: object = KIT,
): Promise<{ kit_id: string; kit_code: string; kit_version_id: string }> {
  const pushed = await service.call('POST', '/v1/kits', { key, body: document });
  expect(pushed.status, JSON.stringify(pushed.body)).toBeLessThan(300);
  const published = await service.call('POST', `/v1/kits/${pushed.body.kit_id}/publish`, {
    key,
    body: { kit_version_id: pushed.body.kit_version_id },
  });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  return pushed.body;
}

export async function untilStatus(
  node: TestNode,
  key: string,
  runId: string,
  ...statuses: string[]
): Promise<TestResponse['body']> {
  let body: TestResponse['body'];
  await expect
    .poll(
      async () => {
        ({ body } = await node.call('GET', `/v1/runs/${runId}`, { key }));
        return body.status;
      },
      { timeout: 45_000, interval: 20 },
    )
    .toSatisfy((status: string) => statuses.includes(status));
  return body;
}

/** Rejects with the signal's reason, at once when it is aborted already: nobody would tell a listener then. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export interface HeldRun {
  work: RunWork;
  signal: AbortSignal;
  succeed(): void;
  fail(fault: RunFault | Error): void;
}

/** Runs wait in `held` until the test lets them go. A run whose input says `{ instant: true }` does not wait. */
export function heldEvaluator() {
  const held: HeldRun[] = [];
  const evaluate = (work: RunWork, signal: AbortSignal): Promise<Evaluated> =>
    new Promise((resolve, reject) => {
      const succeed = () =>
        resolve({
          output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: { turns: { value: 3 } } },
          warnings: [],
          usage: { ...NO_USAGE, engine: 'local' },
        });
      if ((JSON.parse(work.input) as { instant?: boolean }).instant === true) {
        succeed();
        return;
      }
      untilAborted(signal).catch(reject);
      held.push({ work, signal, succeed, fail: reject });
    });
  const next = async (index: number): Promise<HeldRun> => {
    await expect.poll(() => held.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(index);
    const run = held[index];
    if (run === undefined) throw new Error('no such held run');
    return run;
  };
  return { evaluate, held, next };
}
