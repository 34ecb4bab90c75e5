/** Choosing the runs of a backfill, estimating what they cost, starting and cancelling it. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Principal } from '../access/principal.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import type { CountedSlots } from '../core/counted-slots.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { lookUpKit } from '../kits/resolve-kit.ts';
import type { KitVersion } from '../kits/store/kit-rows.ts';
import type { AnswerFilter } from '../runs/answer-filter.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { findAllRuns, refuseGone, shuffled } from '../runs/find-all-runs.ts';
import { requireSucceeded } from '../runs/require-succeeded.ts';
import type { RunStore } from '../runs/store/run-store.ts';
import type { Backfill } from './backfill.ts';
import { WINDOW } from './run-backfill.ts';
import type { BackfillStore } from './store/backfill-store.ts';

export interface ManageBackfills {
  backfills: BackfillStore;
  runs: RunStore;
  kits: ManageKits;
  quota: StorageQuota;
  clock: Clock;
  /** Input tokens and micro-credits of one conversation of this many bytes with a model; undefined without a model. The kit's part is counted once. */
  estimateRun: ((kit: Kit) => (bytes: number) => { tokens: number; microCredits: number }) | undefined;
  /** The most that it could cost. */
  mostOf(kit: Kit): (bytes: number) => number;
  /** Workspaces whose runs are being chosen. */
  choosing: CountedSlots;
}

export interface BackfillRequest {
  kitVersionId: string;
  engine: 'auto' | 'local';
  /** As sent, so that it can be shown again. */
  filter: Record<string, unknown>;
  occurredAfter: Date | undefined;
  occurredBefore: Date | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
  externalId: string | undefined;
  by: AnswerFilter;
  /** These runs instead of a filter. */
  runIds?: readonly string[] | undefined;
  sample: number | undefined;
}

export interface BackfillEstimate {
  runs: number;
  /** Matching runs whose input has been deleted. */
  withoutInput: number;
  inputTokens: number;
  microCredits: number;
  /** The most that one of them could cost. */
  mostMicroCredits: number;
  seconds: number;
}

export async function estimateBackfill(
  deps: ManageBackfills,
  principal: Principal,
  request: BackfillRequest,
  signal: AbortSignal,
): Promise<BackfillEstimate> {
  const { estimate } = await choose(deps, principal, request, signal);
  return estimate;
}

export async function startBackfill(
  deps: ManageBackfills,
  principal: Principal,
  request: BackfillRequest & { maxMicroCredits: number; sendsEvents: boolean },
  signal: AbortSignal,
): Promise<Backfill> {
  const { version, chosen } = await choose(deps, principal, request, signal);
  if (chosen.length === 0)
    throw new ServiceError('invalid_parameter', {
      detail: 'filter: no matching run has succeeded and still has its input. Nothing was started.',
    });
  const waiting = await deps.backfills.countWaiting(principal.workspaceId);
  await deps.quota.requireRoomLater(principal, { added: chosen.length, waiting });
  const now = deps.clock.now();
  const { workspaceId, environment } = principal;
  const { kitId, kitVersionId, version: kitVersion } = version;
  const { filter, sample, maxMicroCredits, sendsEvents } = request;
  const backfillId = newId('bfl', now);
  await deps.backfills.create({
    workspaceId,
    environment,
    backfillId,
    kitId,
    kitVersionId,
    kitVersion,
    engine: engineOf(principal, request),
    filter,
    sample,
    maxMicroCredits,
    sendsEvents,
    sources: chosen,
    now,
  });
  return getBackfill(deps, principal, backfillId);
}

export async function getBackfill(
  { backfills }: Pick<ManageBackfills, 'backfills'>,
  scope: Scope,
  backfillId: string,
): Promise<Backfill> {
  const backfill = await backfills.find(scope, backfillId);
  if (backfill === undefined) throw new ServiceError('not_found', { detail: 'There is no such backfill.' });
  return backfill;
}

/** Its open runs are cancelled; finished ones stay. */
export async function cancelBackfill(deps: ManageBackfills, scope: Scope, backfillId: string): Promise<Backfill> {
  const { status } = await getBackfill(deps, scope, backfillId);
  const open = await deps.backfills.cancel(scope, backfillId, deps.clock.now());
  if (open === undefined)
    throw new ServiceError('conflict', { detail: `The backfill has already ended as ${status}.` });
  await cancelOpen(deps, scope, open);
  return getBackfill(deps, scope, backfillId);
}

export async function cancelOpen(
  { runs, clock }: Pick<ManageBackfills, 'runs' | 'clock'>,
  scope: Scope,
  runIds: readonly string[],
): Promise<void> {
  for (const runId of runIds)
    await cancelRun({ store: runs, clock }, scope, runId).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || !isOver(error)) throw error;
    });
}

const isOver = ({ code }: ServiceError) => code === 'run_already_terminal' || code === 'run_not_found';

export function engineOf({ environment }: Principal, { engine }: { engine: 'auto' | 'local' }): 'auto' | 'local' {
  return environment === 'test' ? 'local' : engine;
}

interface Chosen {
  version: KitVersion;
  chosen: { runId: string; microCredits: number }[];
  estimate: BackfillEstimate;
}

/** Up to 100,000 runs are read, so each workspace can do this only once at a time, and not for a caller who has disconnected. */
async function choose(
  deps: ManageBackfills,
  principal: Principal,
  request: BackfillRequest,
  signal: AbortSignal,
): Promise<Chosen> {
  const giveBack = deps.choosing.take(principal.workspaceId, 1);
  if (giveBack === undefined)
    throw new ServiceError('rate_limited', {
      detail: 'A workspace can estimate or start one backfill at a time. Wait for the other request.',
      retryAfterSeconds: 5,
    });
  try {
    return await chooseNow(deps, principal, request, signal);
  } finally {
    giveBack();
  }
}

async function chooseNow(
  deps: ManageBackfills,
  principal: Principal,
  request: BackfillRequest,
  signal: AbortSignal,
): Promise<Chosen> {
  const version = await lookUpKit(deps.kits, principal.workspaceId, [{ kitVersionId: request.kitVersionId }]);
  const matching = await findMatching(deps, principal, version, request, signal);
  const sources = await deps.backfills.sources(principal, matching);
  const inOrder = (await shuffled(sources)).slice(0, request.sample);
  const isLocal = engineOf(principal, request) === 'local';
  const cost = isLocal ? undefined : deps.estimateRun?.(version.kit);
  const mostOf = cost && deps.mostOf(version.kit);
  let milliseconds = 0;
  let inputTokens = 0;
  let microCredits = 0;
  let mostMicroCredits = 0;
  const chosen: Chosen['chosen'] = [];
  const turns = takeTurns();
  for (const { runId, bytes, durationMs } of inOrder) {
    const one = cost?.(bytes) ?? { tokens: 0, microCredits: 0 };
    milliseconds += durationMs;
    inputTokens += one.tokens;
    microCredits += one.microCredits;
    mostMicroCredits = Math.max(mostMicroCredits, mostOf?.(bytes) ?? 0);
    chosen.push({ runId, microCredits: one.microCredits });
    if (turns.isOver()) await turns.pass();
  }
  refuseGone(signal);
  const estimate = {
    runs: chosen.length,
    withoutInput: matching.length - sources.length,
    inputTokens,
    microCredits,
    mostMicroCredits,
    seconds: Math.ceil(milliseconds / WINDOW / 1000),
  };
  return { version, chosen, estimate };
}

/** The runs of the kit that succeeded and match. Sandbox runs and those of other backfills are left out. */
async function findMatching(
  deps: ManageBackfills,
  scope: Scope,
  { kitId, kitCode }: KitVersion,
  { occurredAfter, occurredBefore, createdAfter, createdBefore, externalId, by, runIds }: BackfillRequest,
  signal: AbortSignal,
): Promise<string[]> {
  if (runIds !== undefined) return requireSucceeded(deps, scope, kitId, runIds, 'Nothing was started.');
  const period = { occurredAfter, occurredBefore, createdAfter, createdBefore };
  const filter = { status: 'succeeded', type: 'api', kitCode, externalId, ...period, words: undefined, by } as const;
  return findAllRuns(deps, scope, filter, ({ runId }) => runId, signal);
}
