/** Appealing an answer of an ended run, and reading appeals: an agent sees their own, everybody else sees all of them. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Principal, seesOwnCallsOnly } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import { pageOf, readCursor } from '../core/cursor.ts';
import { decodeId, newId } from '../core/ids.ts';
import { getRun } from '../runs/read-runs.ts';
import { type FullRun, isTerminal } from '../runs/run.ts';
import type { RunStore } from '../runs/store/run-store.ts';
import type { Appeal, AppealStatus } from './appeal.ts';
import type { AppealStore } from './store/appeal-store.ts';

export interface AppealAnswer {
  runs: Pick<RunStore, 'find'>;
  appeals: AppealStore;
  clock: Clock;
  /** Throws `run_not_found` for a call that the caller may not see. */
  requireOwn(principal: Principal, run: FullRun): Promise<void>;
}

export async function appealAnswer(
  deps: AppealAnswer,
  principal: Principal,
  runId: string,
  { brick, text }: { brick: string; text: string },
): Promise<Appeal> {
  const run = await getRun({ store: deps.runs }, principal, runId);
  await deps.requireOwn(principal, run);
  if (!isTerminal(run.status))
    throw new ServiceError('run_not_completed', { detail: `The run is ${run.status}.`, retryAfterSeconds: 1 });
  if (run.output === undefined || !Object.hasOwn(run.output.bricks, brick))
    throw new ServiceError('invalid_parameter', { detail: `brick: ${brick} is not an answer of the run.` });
  const now = deps.clock.now();
  const appeal: Appeal = {
    appealId: newId('apl', now),
    runId,
    kitId: run.kitId,
    brick,
    text,
    by: principal.actor,
    createdAt: now,
    status: 'open',
    settledAt: undefined,
    note: undefined,
  };
  if (!(await deps.appeals.add(principal, appeal, principal.agent)))
    throw new ServiceError('conflict', {
      detail: `An appeal of ${brick} is already waiting for a reviewer, or the run is being erased. List appeals with GET /v1/appeals.`,
    });
  return appeal;
}

export async function listAppeals(
  { appeals }: Pick<AppealAnswer, 'appeals'>,
  principal: Principal,
  filter: { status: AppealStatus | undefined; runId: string | undefined },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ appeals: Appeal[]; nextCursor: string | undefined }> {
  const before = cursor === undefined ? undefined : readCursor(cursor, appealIdOf);
  const agent = seesOwnCallsOnly(principal) ? (principal.agent ?? '') : undefined;
  const found = await appeals.list(principal, { ...filter, agent, kitId: undefined }, { before, limit: limit + 1 });
  const { items, nextCursor } = pageOf(found, limit, ({ appealId }) => appealId);
  return { appeals: items, nextCursor };
}

function appealIdOf(text: string): string | undefined {
  return decodeId('apl', text) === undefined ? undefined : text;
}
