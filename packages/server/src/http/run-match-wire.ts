/** A filter of runs in a body: the parameters of GET /v1/runs as an object. */
import { runsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import { kitReferences, lookUpKit, type ResolveKit } from '../kits/resolve-kit.ts';
import type { RunsFilter } from '../runs/find-all-runs.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import { runFilterOf } from './run-filter-wire.ts';
import { validateQuery } from './validate.ts';

/** Parameters of a list, not of a filter. */
const PAGE_PARAMETERS = ['limit', 'cursor', 'include'];

/** By the rules of the list itself: the same names, values and errors. */
export async function matchOf(
  deps: { dimensions: DimensionStore; kits: ResolveKit },
  principal: Principal,
  filter: Record<string, unknown>,
): Promise<RunsFilter> {
  const page = Object.keys(filter).find((name) => PAGE_PARAMETERS.includes(name));
  if (page !== undefined)
    throw new ServiceError('invalid_parameter', {
      detail: `filter.${page}: is not a condition on runs. Leave it out.`,
    });
  const texts = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
  const query = validateQuery(runsApi.listRuns, texts) as z.output<NonNullable<typeof runsApi.listRuns.query>>;
  const { kit_code: kitName, as } = query;
  const kit =
    kitName === undefined ? undefined : await lookUpKit(deps.kits, principal.workspaceId, kitReferences(kitName));
  return { ...(await runFilterOf(deps, principal, runsApi.listRuns, query)), kitCode: kit?.kitCode, as };
}
