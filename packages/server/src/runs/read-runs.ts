/** Reading runs: one, its usage, or a page of them, newest first. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { pageOf, readCursor, writeCursor } from '../core/cursor.ts';
import { decodeId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { AnswerFilter } from './answer-filter.ts';
import { checkAnswerFilter } from './check-answer-filter.ts';
import { requireRunIds } from './require-run-ids.ts';
import { type FullRun, isTerminal, type Run } from './run.ts';
import { checkRunOrder, type RunOrder, readPosition, writePosition } from './run-order.ts';
import type { ChosenRuns } from './store/chosen-runs.ts';
import type { RunUsage } from './store/find-runs.ts';
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
  /** For an order by answer: whether every matching run was compared. */
  isSortComplete?: boolean;
}

export async function listRuns(
  { store }: { store: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion'> },
  scope: Scope,
  filter: Omit<RunFilter, 'before'>,
  cursor?: string,
): Promise<RunPage> {
  const before = cursor === undefined ? undefined : readCursor(cursor, runIdOf);
  const by = await checkFilter(store, scope, filter);
  const found = await store.list(scope, { ...filter, by, before, limit: filter.limit + 1 });
  const { items, nextCursor } = pageOf(found.runs, filter.limit, ({ runId }) => runId);
  return { runs: items, nextCursor: nextCursor ?? (found.lookedTo && writeCursor(found.lookedTo)) };
}

/** In another order than newest first. */
export async function listInOrder(
  { store }: { store: Pick<RunStore, 'sort' | 'knownAnswers' | 'hasVersion'> },
  scope: Scope,
  order: RunOrder,
  filter: Omit<RunFilter, 'before'>,
  { cursor, showsTexts }: { cursor: string | undefined; showsTexts: boolean },
): Promise<RunPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor, (text) => readPosition(order, text));
  const by = await checkFilter(store, scope, filter);
  const { kitCode } = filter;
  await checkRunOrder(order, kitCode, () => store.knownAnswers(scope, { kitCode: kitCode ?? '' }), showsTexts);
  const found = await store.sort(scope, order, { ...filter, by, before: undefined }, after);
  return {
    runs: found.runs,
    nextCursor: found.next && writeCursor(writePosition(found.next)),
    ...(typeof order.by !== 'string' && { isSortComplete: found.isComplete }),
  };
}

/** An unknown kit or version, and impossible answers, are refused: they would find nothing and look like a result. */
export async function checkFilter(
  store: Pick<RunStore, 'knownAnswers' | 'hasVersion'>,
  scope: Scope,
  { kitCode, kitVersionId, by }: Pick<RunFilter, 'kitCode' | 'kitVersionId' | 'by'>,
): Promise<AnswerFilter> {
  if (kitVersionId !== undefined && !(await store.hasVersion(scope, kitVersionId)))
    throw new ServiceError('invalid_parameter', { detail: 'kit_version_id: there is no such version.' });
  const known = kitCode === undefined ? undefined : store.knownAnswers(scope, { kitCode });
  if (known !== undefined && (await known.bricks()) === undefined)
    throw new ServiceError('invalid_parameter', { detail: `kit_code: there is no kit ${kitCode?.slice(0, 80)}.` });
  const [first] = by.answers;
  if (first === undefined) return by;
  if (known === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `${first.field}.${first.brick}: answers belong to a kit; add kit_code to the request.`,
    });
  return checkAnswerFilter(by, known);
}

/** Of a body: ids that cannot be ids, and conditions that no answer can meet, are refused. */
export async function checkChosen(
  store: Pick<RunStore, 'knownAnswers' | 'hasVersion'>,
  scope: Scope,
  chosen: ChosenRuns,
): Promise<ChosenRuns> {
  if ('filter' in chosen)
    return { ...chosen, filter: { ...chosen.filter, by: await checkFilter(store, scope, chosen.filter) } };
  return { runIds: requireRunIds(chosen.runIds) };
}

function runIdOf(text: string): string | undefined {
  return decodeId('run', text) === undefined ? undefined : text;
}
