/** Creating contrasts: choosing the calls of either side, reading and deleting them. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../core/clock.ts';
import type { CountedSlots } from '../../core/counted-slots.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { NO_ANSWER_FILTER } from '../../runs/answer-filter.ts';
import { findAllRuns, type RunsFilter, shuffled } from '../../runs/find-all-runs.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { ContrastStore } from '../store/contrast-store.ts';
import type { Contrast } from './contrast.ts';
import { LEAST_CALLS } from './count-phrases.ts';

export interface ManageContrasts {
  contrasts: ContrastStore;
  runs: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion'>;
  clock: Clock;
  /** Workspaces whose calls are being chosen. */
  choosing: CountedSlots;
}

export interface ContrastRequest {
  filter: Record<string, unknown>;
  match: RunsFilter;
  against: { filter: Record<string, unknown>; match: RunsFilter } | undefined;
  side: Contrast['side'];
  limit: number;
}

const MOST_CONTRASTS = 100;
/** Calls per side: chosen at random if there are more. */
const MOST_CALLS = 10_000;

export async function askForContrast(
  deps: ManageContrasts,
  principal: Principal,
  request: ContrastRequest,
  signal: AbortSignal,
): Promise<Contrast> {
  if ((await deps.contrasts.countAll(principal)) >= MOST_CONTRASTS)
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_CONTRASTS} contrasts, the maximum. Delete one first.`,
    });
  const giveBack = deps.choosing.take(principal.workspaceId, 1);
  if (giveBack === undefined)
    throw new ServiceError('rate_limited', {
      detail: 'A workspace can start one question or contrast at a time. Wait for the other request.',
      retryAfterSeconds: 5,
    });
  try {
    const { inside, against } = await chooseSides(deps, principal, request, signal);
    const now = deps.clock.now();
    const { workspaceId, environment } = principal;
    const contrastId = newId('ctr', now);
    await deps.contrasts.create({
      ...{ workspaceId, environment, contrastId, now },
      plan: {
        filter: request.filter,
        against: request.against?.filter ?? null,
        side: request.side,
        limit: request.limit,
        population: { inside: inside.length, against: against.length },
      },
      inside: await sampleOf(inside),
      against: await sampleOf(against),
    });
    return await readContrast(deps, principal, contrastId);
  } finally {
    giveBack();
  }
}

async function chooseSides(
  deps: ManageContrasts,
  scope: Scope,
  { match, against }: ContrastRequest,
  signal: AbortSignal,
): Promise<{ inside: string[]; against: string[] }> {
  // Lists include erased runs; there is nothing to read in them.
  const idsOf = async (filter: RunsFilter) => {
    const found = await findAllRuns(
      deps,
      scope,
      { ...filter, status: filter.status ?? 'succeeded', type: filter.type ?? 'api' },
      ({ runId, erasedAt }) => (erasedAt === undefined ? runId : undefined),
      signal,
    );
    return found.filter((runId) => runId !== undefined);
  };
  const inside = await idsOf(match);
  if (inside.length < LEAST_CALLS)
    throw new ServiceError('invalid_parameter', {
      detail: `filter: ${inside.length} calls match; at least ${LEAST_CALLS} are needed. Widen it.`,
    });
  const own = new Set(inside);
  const others = (await idsOf(against?.match ?? restOf(match))).filter((runId) => !own.has(runId));
  if (others.length < LEAST_CALLS)
    throw new ServiceError('invalid_parameter', {
      detail: `against: ${others.length} other calls match; at least ${LEAST_CALLS} are needed. Narrow filter, or name other calls in against.`,
    });
  return { inside, against: others };
}

/** The same kit and period, without the conditions that define the first side. */
function restOf({
  kitCode,
  type,
  status,
  occurredAfter,
  occurredBefore,
  createdAfter,
  createdBefore,
}: RunsFilter): RunsFilter {
  const period = { occurredAfter, occurredBefore, createdAfter, createdBefore };
  return { kitCode, type, status, ...period, externalId: undefined, words: undefined, by: NO_ANSWER_FILTER };
}

async function sampleOf(runIds: readonly string[]): Promise<string[]> {
  const drawn = await shuffled(runIds.map((runId) => ({ runId })));
  return drawn.slice(0, MOST_CALLS).map(({ runId }) => runId);
}

/** Runs that were erased since are no longer listed. */
export async function readContrast(
  { contrasts }: Pick<ManageContrasts, 'contrasts'>,
  scope: Scope,
  contrastId: string,
): Promise<Contrast> {
  const contrast = await contrasts.find(scope, contrastId);
  if (contrast === undefined) throw new ServiceError('not_found', { detail: 'There is no such contrast.' });
  const { result } = contrast;
  if (result === undefined) return contrast;
  const present = await contrasts.present(scope, [...new Set(result.phrases.flatMap(({ runIds }) => runIds))]);
  const phrases = result.phrases.map((phrase) => ({
    ...phrase,
    runIds: phrase.runIds.filter((runId) => present.has(runId)),
  }));
  return { ...contrast, result: { ...result, phrases } };
}

export async function deleteContrast(
  { contrasts }: Pick<ManageContrasts, 'contrasts'>,
  scope: Scope,
  contrastId: string,
): Promise<void> {
  if (!(await contrasts.remove(scope, contrastId)))
    throw new ServiceError('not_found', { detail: 'There is no such contrast.' });
}
