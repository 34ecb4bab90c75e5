/** Puts past runs into the review queue: chosen ones, and those that a policy draws. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../../access/principal.ts';
import { decodeId } from '../../core/ids.ts';
import { getKit, getVersion } from '../../kits/manage-kits.ts';
import { findAllRuns, type RunsFilter, refuseGone } from '../../runs/find-all-runs.ts';
import { listRuns } from '../../runs/read-runs.ts';
import { requireSucceeded } from '../../runs/require-succeeded.ts';
import type { Run } from '../../runs/run.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { chooseItem, type DimensionKeys } from './draw-item.ts';
import { checkMatches, type HandOut, keysOf } from './hand-out.ts';
import type { DrawnReason, ReviewPolicy } from './review-policy.ts';

export interface QueuePastRuns extends HandOut {
  runs: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion' | 'succeeded'>;
}

/** Their outputs are read one after the other, so there are fewer than a backfill may have. */
const MOST_RUNS = 20_000;
/** Enough to estimate the number per day; a form asks at every keystroke. */
const PREVIEWED = 2_000;
const PAGE = 500;
const DAY_MS = 86_400_000;

export interface QueuedRuns {
  kitId: string;
  added: number;
  already: number;
  open: number;
}

export async function queueRuns(
  deps: QueuePastRuns,
  principal: Principal,
  kit: string,
  { runIds: given, second }: { runIds: readonly string[]; second: boolean },
): Promise<QueuedRuns> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  const runIds = await requireSucceeded(deps, principal, kitId, given, 'Nothing was queued.');
  const chosen = runIds.flatMap((runId) => {
    const run = decodeId('run', runId);
    return run === undefined ? [] : [{ run, item: chooseItem(runId, second) }];
  });
  const added = await deps.queue.add(principal, kitId, chosen, deps.clock.now());
  const { open } = await deps.queue.state(principal, kitId);
  return { kitId, added, already: runIds.length - added, open };
}

export interface DrawRequest {
  /** The kit's policy if undefined. */
  policy: ReviewPolicy | undefined;
  filter: Pick<RunsFilter, 'occurredAfter' | 'occurredBefore' | 'createdAfter' | 'createdBefore' | 'externalId' | 'by'>;
  isPreview: boolean;
}

export interface ReviewDraw {
  kitId: string;
  runs: number;
  isComplete: boolean;
  drawn: number;
  second: number;
  reasons: Record<Exclude<DrawnReason['kind'], 'chosen'>, number>;
  days: number;
  added: number;
}

export async function drawReviews(
  deps: QueuePastRuns,
  principal: Principal,
  kit: string,
  request: DrawRequest,
  signal: AbortSignal,
): Promise<ReviewDraw> {
  const { kitId, kitCode } = await getKit(deps.kits, principal.workspaceId, kit);
  const dimensions = await keysOf(deps, principal);
  const policy = await policyFor(deps, principal, kitId, request.policy, dimensions);
  const filter = { ...request.filter, status: 'succeeded', type: 'api', kitCode, words: undefined } as const;
  const { found, isComplete } = request.isPreview
    ? await newest(deps, principal, filter, signal)
    : await all(deps, principal, filter, signal);
  const runIds = found.map(({ runId }) => runId);
  const drawn = await deps.queue.drawPast(principal, kitId, policy, dimensions, runIds);
  refuseGone(signal);
  const added = request.isPreview ? 0 : await deps.queue.add(principal, kitId, drawn, deps.clock.now());
  const countOf = (kind: DrawnReason['kind']) =>
    drawn.filter(({ item }) => item.reasons.some((reason) => reason.kind === kind)).length;
  return {
    kitId,
    runs: runIds.length,
    isComplete,
    drawn: drawn.length,
    second: drawn.filter(({ item }) => item.needsSecond).length,
    reasons: { random: countOf('random'), low_confidence: countOf('low_confidence'), match: countOf('match') },
    days: daysOf(found),
    added,
  };
}

async function policyFor(
  deps: QueuePastRuns,
  { workspaceId }: Principal,
  kitId: string,
  given: ReviewPolicy | undefined,
  dimensions: DimensionKeys,
): Promise<ReviewPolicy> {
  if (given !== undefined) {
    checkMatches(given, (await getVersion(deps.kits, workspaceId, kitId, 'newest')).kit.bricks, dimensions);
    return given;
  }
  const policy = await deps.queue.policyOf(workspaceId, kitId);
  if (policy === undefined)
    throw new ServiceError('invalid_parameter', {
      detail: 'policy: is missing, and the kit has none. Send one, or set it with PUT /v1/kits/:kitId/review-policy.',
    });
  return policy;
}

type Found = Pick<Run, 'runId' | 'occurredAt'>;

const keep = ({ runId, occurredAt }: Run): Found => ({ runId, occurredAt });

async function all(
  deps: QueuePastRuns,
  principal: Principal,
  filter: RunsFilter,
  signal: AbortSignal,
): Promise<{ found: Found[]; isComplete: true }> {
  const found = await findAllRuns(deps, principal, filter, keep, signal);
  if (found.length > MOST_RUNS)
    throw new ServiceError('invalid_parameter', {
      detail: `filter: ${found.length.toLocaleString('en')} runs match; at most ${MOST_RUNS.toLocaleString('en')} can be drawn from at once. Narrow it with occurred_after and occurred_before. Nothing was queued.`,
    });
  return { found, isComplete: true };
}

async function newest(
  { runs }: QueuePastRuns,
  principal: Principal,
  filter: RunsFilter,
  signal: AbortSignal,
): Promise<{ found: Found[]; isComplete: boolean }> {
  const found: Found[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PREVIEWED / PAGE; page += 1) {
    refuseGone(signal);
    const { runs: some, nextCursor } = await listRuns(
      { store: runs },
      principal,
      { ...filter, limit: PAGE, withAnswers: false },
      cursor,
    );
    found.push(...some.map(keep));
    if (nextCursor === undefined) return { found, isComplete: true };
    cursor = nextCursor;
  }
  return { found, isComplete: false };
}

/** From the first conversation to the last. */
function daysOf(found: readonly Found[]): number {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { occurredAt } of found) {
    first = Math.min(first, occurredAt.getTime());
    last = Math.max(last, occurredAt.getTime());
  }
  return found.length === 0 ? 1 : Math.max(1, (last - first) / DAY_MS);
}
