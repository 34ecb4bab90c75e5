/** A run as callers read it: its status says whether there is an output. */
import type { RunOutput, RunRecord } from './wire/run.ts';
import { type RunStatus, TERMINAL_STATUSES } from './wire/vocabulary.ts';

/**
 * `Output` is what `brickwork kits types` prints for a kit. A run that has succeeded has its output, until it is erased: where that
 * happens, look at `erased_at` first.
 */
export type Run<Output = RunOutput> = RunRecord<Output> &
  ({ status: 'succeeded'; output: Output } | { status: Exclude<RunStatus, 'succeeded'> });

/** Whether the status will never change again. */
export function isTerminal(status: RunStatus): boolean {
  return TERMINAL_STATUSES.some((each) => each === status);
}
