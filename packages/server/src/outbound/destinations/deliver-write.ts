/**
 * The job of a delivery: one attempt to write a run, and what follows from it. Retries are those of webhooks. At least once: a worker that is
 * lost loses its lease, and another one writes the same values.
 */
import type { Clock } from '../../core/clock.ts';
import { encodeId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import { nextDelayMs } from '../webhooks/retry-schedule.ts';
import type { BegunWrite, FinishedWrite, WriteStore } from './store/write-store.ts';
import { type WriteRun, type Written, writeRun } from './write-run.ts';

export interface DeliverWrite extends WriteRun {
  writes: WriteStore;
  clock: Clock;
  logger: Logger;
  delaysSeconds: readonly number[];
  onOutcome(outcome: string, ending: FinishedWrite['ending']): void;
}

export async function deliverWrite(deps: DeliverWrite, job: HeldJob, signal: AbortSignal): Promise<void> {
  try {
    const begun = await deps.writes.begin(job, deps.clock.now());
    if (begun === undefined) return;
    const written = await writeRun(deps, begun.destination, begun.runId, begun.isFirst, signal);
    const finished = finishedOf(deps, begun, written, signal);
    await deps.writes.finish(job, begun.destination, finished);
    deps.onOutcome(finished.outcome, finished.ending);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    deps.logger.warn(
      { delivery_id: encodeId('dsd', job.id), reason },
      'writing a run to a destination failed unexpectedly; it is retried when its lease expires',
    );
  }
}

function finishedOf(
  { clock, delaysSeconds }: DeliverWrite,
  { number, seriesStartedAt }: BegunWrite,
  written: Written,
  signal: AbortSignal,
): FinishedWrite {
  const now = clock.now();
  const { outcome, detail, latencyMs } = resultOf(written);
  const finished = { outcome, detail, latencyMs, now };
  if (written.kind !== 'failed') return { ...finished, ending: { kind: written.kind } };
  if (signal.aborted) return { ...finished, outcome: 'interrupted', ending: { kind: 'interrupted' } };
  if (written.isFinal) return { ...finished, ending: { kind: 'dead' } };
  const { retryAfter } = written;
  const delayMs = nextDelayMs(delaysSeconds, { number, seriesStartedAt, now, retryAfter });
  return { ...finished, ending: delayMs === undefined ? { kind: 'dead' } : { kind: 'retry', delayMs } };
}

/** As the log has it. */
export function resultOf(written: Written): Pick<FinishedWrite, 'outcome' | 'detail' | 'latencyMs'> {
  if (written.kind === 'succeeded') return { outcome: 'succeeded', detail: undefined, latencyMs: written.latencyMs };
  if (written.kind === 'skipped') return { outcome: 'skipped', detail: written.detail, latencyMs: undefined };
  return written;
}
