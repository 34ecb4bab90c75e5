/**
 * The calls of one agent: runs whose dimension `agent` has the value assigned to the caller's member or key. Callers who may read all runs
 * are not limited. If the workspace has no such dimension, calls cannot be assigned to agents, and nothing is shown.
 */
import { AGENT_DIMENSION } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Principal, seesOwnCallsOnly } from '../../access/principal.ts';
import type { DimensionStore } from '../store/dimension-store.ts';
import { listDimensions } from './manage-dimensions.ts';

/** In the form of a filter of runs. */
interface OwnCondition {
  key: string;
  isNot: false;
  value: string;
}

export interface OwnCalls {
  dimensions: DimensionStore;
}

/** The condition that every run must meet; undefined if the caller may see all of them. */
export async function ownCallsOf({ dimensions }: OwnCalls, principal: Principal): Promise<OwnCondition | undefined> {
  if (!seesOwnCallsOnly(principal)) return undefined;
  const all = await listDimensions({ dimensions }, principal.workspaceId);
  const dimension = all.find(({ name }) => name === AGENT_DIMENSION);
  if (dimension === undefined || principal.agent === undefined)
    throw new ServiceError('forbidden', {
      detail: `The workspace has no dimension named “${AGENT_DIMENSION}”, which says whose call a run is. Ask an admin to add it.`,
    });
  return { key: dimension.metadataKey, isNot: false, value: principal.agent };
}

/** For another agent's run, the response is the same as if it did not exist. */
export async function requireOwnCall(
  deps: OwnCalls,
  principal: Principal,
  { metadata = {} }: { metadata?: Readonly<Record<string, string>> | undefined },
): Promise<void> {
  const own = await ownCallsOf(deps, principal);
  if (own === undefined) return;
  if (!Object.hasOwn(metadata, own.key) || metadata[own.key] !== own.value) throw new ServiceError('run_not_found');
}
