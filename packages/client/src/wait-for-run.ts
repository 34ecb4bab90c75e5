/** Polling as the contract asks for it: Retry-After first, then exponential backoff, never more often than once a second. */
import { WaitTimeoutError } from './api-error.ts';
import type { Run } from './run.ts';
import { isTerminal } from './run.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { RunOutput } from './wire/run.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 15_000;

export interface WaitOptions extends Pick<CallOptions, 'signal' | 'requestId' | 'onRetry'> {
  /** Of the answer that accepted the run; the first look is not earlier. Without it the first look is at once. */
  retryAfterSeconds?: number | undefined;
  /** Gives up with a `WaitTimeoutError` after this time; the run continues. Without it only `signal` ends the wait. */
  timeoutMs?: number | undefined;
  onPoll?: ((run: Run) => void) | undefined;
}

export async function waitForRun<Output = RunOutput>(
  transport: Transport,
  runId: string,
  { retryAfterSeconds, timeoutMs, onPoll, ...call }: WaitOptions,
): Promise<Run<Output>> {
  const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
  const pauseFor = async (ms: number) => {
    const left = until - Date.now();
    if (left <= 0) throw new WaitTimeoutError(runId, timeoutMs ?? 0);
    await transport.pause(Math.min(ms, left), call.signal);
  };
  if (retryAfterSeconds !== undefined) await pauseFor(Math.max(SHORTEST_MS, retryAfterSeconds * 1_000));
  for (let looks = 1; ; looks += 1) {
    const { body } = await transport.send<Run<Output>>(getRun(runId), call);
    if (isTerminal(body.status)) return body;
    onPoll?.(body as Run);
    await pauseFor(pollDelayMs(looks));
  }
}

/** How long to wait after the n-th look. */
export function pollDelayMs(looks: number): number {
  return Math.min(LONGEST_MS, SHORTEST_MS * 1.6 ** (looks - 1));
}

export function getRun(runId: string, query: { include?: string } = {}) {
  return { method: 'GET', path: `/v1/runs/${encodeURIComponent(runId)}`, query } as const;
}
