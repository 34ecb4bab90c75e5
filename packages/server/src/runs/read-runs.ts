/** Reading runs: one, its usage, or a page of them, newest first. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { pageOf, readCursor, writeCursor } from '../core/cursor.ts';
import { decodeId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { AnswerFilter } from './answer-filter.ts';
import { type FullRun, isTerminal, type Run } from './run.ts';
import type { RunUsage } from './store/read-runs.ts';
import type { RunFilter } from './store/run-conditions.ts';
import type { RunStore } from './store/run-store.ts';

export async function getRun(
  { store }: { store: Pick<RunStore, 'find'> },
  scope: Scope,
  runId: string,
): Promise<FullRun> {
  const run = await store.find(scope, runId);
  if (run === undefined) throw new ServiceError('run_not_found');
  return run;
}

export async function getUsage(
  { store }: { store: Pick<RunStore, 'findUsage'> },
  scope: Scope,
  runId: string,
): Promise<RunUsage> {
  const usage = await store.findUsage(scope, runId);
  if (usage === undefined) throw new ServiceError('run_not_found');
  if (!isTerminal(usage.status))
    throw new ServiceError('run_not_completed', { detail: `The run is ${usage.status}.`, retryAfterSeconds: 1 });
  return usage;
}

export interface RunPage {
  runs: Run[];
  nextCursor: string | undefined;
}

export async function listRuns(
  { store }: { store: Pick<RunStore, 'list' | 'findBrickKeys'> },
  scope: Scope,
  filter: Omit<RunFilter, 'before'>,
  cursor?: string,
): Promise<RunPage> {
  const before = cursor === undefined ? undefined : readCursor(cursor, runIdOf);
  await checkBricks(store, scope, filter);
  const found = await store.list(scope, { ...filter, before, limit: filter.limit + 1 });
  const { items, nextCursor } = pageOf(found.runs, filter.limit, ({ runId }) => runId);
  return { runs: items, nextCursor: nextCursor ?? (found.lookedTo && writeCursor(found.lookedTo)) };
}

/** A mistyped key would find nothing and look like an answer. */
async function checkBricks(
  store: Pick<RunStore, 'findBrickKeys'>,
  scope: Scope,
  { kitCode, by }: Pick<RunFilter, 'kitCode' | 'by'>,
): Promise<void> {
  const [first] = by.answers;
  if (first === undefined) return;
  if (kitCode === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `${first.field}.${first.brick}: answers belong to a kit; add kit_code to the request.`,
    });
  requireBricks(by, (await store.findBrickKeys(scope, kitCode)) ?? []);
}

export function requireBricks({ answers }: AnswerFilter, keys: readonly string[]): void {
  const unknown = answers.find(({ brick }) => !keys.includes(brick));
  if (unknown === undefined || keys.length === 0) return;
  const hint = didYouMean(unknown.brick, keys) ?? `It has ${keys.toSorted().join(', ')}.`;
  throw new ServiceError('invalid_parameter', {
    detail: `${unknown.field}.${unknown.brick}: the kit has no such brick. ${hint[0]?.toUpperCase()}${hint.slice(1)}`,
  });
}

function runIdOf(text: string): string | undefined {
  return decodeId('run', text) === undefined ? undefined : text;
}
