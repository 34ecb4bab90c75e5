/**
 * What a workspace stores, compared with its plan. Accepting a run costs no query: a node remembers the last measurement, adds what it has
 * accepted since, and measures again in the background. Several nodes together may exceed a limit by what they accept in between.
 */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { PlanLimits } from './plans.ts';
import type { Principal } from './principal.ts';

export interface Stored {
  runs: number;
  /** Of inputs, outputs, kit versions, golden sets and what intakes keep; indexes and the copies in events are not counted. */
  bytes: number;
}

export interface StorageMeter {
  measure(workspaceId: string): Promise<Stored>;
}

/** Data about to be stored; a text is measured only if the plan has a limit. */
export type Addition = { runs: number } & ({ text: string } | { bytes: number });

export interface StorageQuota {
  /** Throws `storage_quota_exceeded` if there is no room. The caller then reports whether it was stored. */
  take(principal: Principal, addition: Addition): Promise<(isStored: boolean) => void>;
  /**
   * For runs that start later, when no live run is waiting. Throws `storage_quota_exceeded` if they and the other waiting background runs
   * do not fit into their share of the plan.
   */
  requireRoomLater(principal: Principal, runs: { added: number; waiting: number }): Promise<void>;
  /** For small data: throws `storage_quota_exceeded` if the workspace is already over its limit. */
  requireRoom(principal: Principal): Promise<void>;
}

interface Known {
  measured: Stored;
  /** Stored by this node since the last measurement. */
  added: Stored;
  /** About to be stored. */
  pending: Stored;
  measuredAt: number;
  nextAt: number;
  measuring: Promise<void> | undefined;
}

type Limits = Pick<PlanLimits, 'storedRuns' | 'storedBytes'>;

/** The share of a plan that backfills and shadows may fill: the rest is reserved for live runs, which must never be refused because of them. */
const SHARE_OF_BACKFILLS = 0.95;

/** The share of a plan for backfills and shadows. */
export function limitsOfBackfills({ storedRuns, storedBytes }: Limits): Limits {
  const partOf = (limit: number | null) => (limit === null ? null : Math.floor(limit * SHARE_OF_BACKFILLS));
  return { storedRuns: partOf(storedRuns), storedBytes: partOf(storedBytes) };
}

/** Whether there is room for one more run. */
export function isBelow({ storedRuns, storedBytes }: Limits, { runs, bytes }: Stored): boolean {
  return (storedRuns === null || runs < storedRuns) && (storedBytes === null || bytes < storedBytes);
}

const MEASURE_EVERY_MS = 5_000;
/** Measured again before a refusal, so callers who have just erased runs are not refused for long. */
const REFUSE_AFTER_MS = 1_000;
/** Measuring takes at most a twentieth of the time, however many runs are waiting. */
const REST = 20;
const MOST_WORKSPACES = 50_000;
const NOTHING: Stored = { runs: 0, bytes: 0 };
const nothingToTell = (): void => {};

export function createStorageQuota(
  meter: StorageMeter,
  plans: Readonly<Record<string, PlanLimits>>,
  clock: Clock,
  onRefused: () => void = nothingToTell,
): StorageQuota {
  const known = new Map<string, Known>();
  const now = () => clock.now().getTime();

  const stateOf = (workspaceId: string): Known => {
    const state = known.get(workspaceId) ?? {
      measured: NOTHING,
      added: NOTHING,
      pending: NOTHING,
      measuredAt: Number.NEGATIVE_INFINITY,
      nextAt: Number.NEGATIVE_INFINITY,
      measuring: undefined,
    };
    if (known.size >= MOST_WORKSPACES) known.clear();
    known.set(workspaceId, state);
    return state;
  };
  const measure = async (workspaceId: string, state: Known): Promise<void> => {
    const startedAt = now();
    const before = state.added;
    state.measured = await meter.measure(workspaceId);
    state.added = minus(state.added, before);
    state.measuredAt = now();
    state.nextAt = state.measuredAt + Math.max(MEASURE_EVERY_MS, REST * (state.measuredAt - startedAt));
  };
  const measureOnce = (workspaceId: string, state: Known): Promise<void> => {
    state.measuring ??= measure(workspaceId, state).finally(() => {
      state.measuring = undefined;
    });
    return state.measuring;
  };
  const reserve = async (
    { workspaceId, plan }: Principal,
    limits: Limits,
    addition: Stored,
    detailOf = (reason: string) => `The plan "${plan}" stores at most ${reason}.`,
  ): Promise<(isStored: boolean) => void> => {
    const state = stateOf(workspaceId);
    if (state.measuredAt === Number.NEGATIVE_INFINITY) await measureOnce(workspaceId, state);
    const excess = () => excessOf(limits, plus(plus(plus(state.measured, state.added), state.pending), addition));
    if (excess() !== undefined && state.measuredAt + REFUSE_AFTER_MS <= now()) await measureOnce(workspaceId, state);
    const reason = excess();
    if (reason !== undefined) {
      onRefused();
      throw new ServiceError('storage_quota_exceeded', {
        detail: `${detailOf(reason)} Erase runs, shorten the retention, or ask the operator for a larger plan.`,
      });
    }
    // In the same turn as the check, so that concurrent requests see each other.
    state.pending = plus(state.pending, addition);
    // In the background: after a failure, the old figures are kept and the next request tries again.
    if (state.nextAt <= now()) void measureOnce(workspaceId, state).catch(nothingToTell);
    return (isStored) => {
      state.pending = minus(state.pending, addition);
      if (isStored) state.added = plus(state.added, addition);
    };
  };

  return {
    async take(principal, addition) {
      const limits = limitsOf(plans, principal);
      return limits === undefined
        ? nothingToTell
        : reserve(principal, limits, {
            runs: addition.runs,
            bytes: 'text' in addition ? Buffer.byteLength(addition.text) : addition.bytes,
          });
    },
    async requireRoomLater(principal, { added, waiting }) {
      const limits = limitsOf(plans, principal);
      if (limits === undefined) return;
      const detailOf = (reason: string) =>
        `Backfills and shadows may fill the plan "${principal.plan}" up to ${reason}, and ${waiting} of their runs are already waiting.`;
      const runs = added + waiting;
      (await reserve(principal, limitsOfBackfills(limits), { runs, bytes: 0 }, detailOf))(false);
    },
    async requireRoom(principal) {
      const limits = limitsOf(plans, principal);
      if (limits !== undefined) await reserve(principal, limits, NOTHING);
    },
  };
}

function limitsOf(plans: Readonly<Record<string, PlanLimits>>, { plan }: Principal): Limits | undefined {
  const limits = plans[plan];
  return limits === undefined || (limits.storedRuns === null && limits.storedBytes === null) ? undefined : limits;
}

function excessOf({ storedRuns, storedBytes }: Limits, { runs, bytes }: Stored): string | undefined {
  if (storedRuns !== null && runs > storedRuns) return `${storedRuns} runs`;
  if (storedBytes !== null && bytes > storedBytes) return `${storedBytes} bytes`;
  return undefined;
}

function plus(a: Stored, b: Stored): Stored {
  return { runs: a.runs + b.runs, bytes: a.bytes + b.bytes };
}

function minus(a: Stored, b: Stored): Stored {
  return { runs: a.runs - b.runs, bytes: a.bytes - b.bytes };
}
