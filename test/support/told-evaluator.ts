/** An evaluator that answers with what the input says: `{ transcript: …, tell: { resolved: { value: false } } }`. */
import type { BrickOutput } from '@brickwork/contract';
import type { Evaluated } from '@brickwork/server/runs/execute-run';
import { RunFault } from '@brickwork/server/runs/run-fault';
import type { RunWork } from '@brickwork/server/runs/store/find-runs';
import { NO_USAGE } from '@brickwork/server/usage/usage';
import { expect, vi } from 'vitest';
import { TRANSCRIPT } from './runs.ts';
import type { TestNode } from './test-service.ts';

export async function tellingEvaluator(work: RunWork): Promise<Evaluated> {
  const { tell } = JSON.parse(work.input) as { tell?: Record<string, BrickOutput> };
  if (tell === undefined) throw new RunFault({ code: 'run_request_failed', message: 'Told to fail.', userMessage: '' });
  return {
    output: { kit_code: work.kitCode, kit_version_id: work.kitVersionId, bricks: tell },
    warnings: [],
    usage: { ...NO_USAGE, engine: 'local' },
  };
}

/** Creates a run that is told its answers, and waits for its end. Without answers it fails. */
export async function toldRun(
  node: TestNode,
  key: string,
  kitCode: string,
  tell: Record<string, unknown> | undefined,
  more: object = {},
): Promise<string> {
  const { status, body } = await node.call('POST', '/v1/runs', {
    key,
    // Answered when it has ended: asking again and again would be most of what a test costs.
    body: { kit_code: kitCode, input: { transcript: TRANSCRIPT, ...(tell && { tell }) }, mode: 'sync', ...more },
  });
  if (status === 200) return body.run_id;
  expect(status, JSON.stringify(body)).toBe(202);
  await vi.waitFor(
    async () => expect((await node.call('GET', `/v1/runs/${body.run_id}/usage`, { key })).status).toBe(200),
    { timeout: 15_000, interval: 10 },
  );
  return body.run_id;
}
