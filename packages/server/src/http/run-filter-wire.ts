/** The filters of lists, exports and insights in a query: the same names everywhere, including dimensions. */
import { type Endpoint, type RunStatus, type RunType, runsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { z } from 'zod';
import { requireNoProbing } from '../access/no-probing.ts';
import { type Principal, requirePermission } from '../access/principal.ts';
import { readAnswerFilter } from '../runs/answer-filter.ts';
import { dimensionKeys } from '../runs/dimensions/dimension-keys.ts';
import { ownCallsOf } from '../runs/dimensions/own-calls.ts';
import type { ChosenRuns } from '../runs/store/chosen-runs.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import { type PeriodWire, periodOf } from './period-wire.ts';
import { unknownParameter } from './validate.ts';

interface FilterWire extends PeriodWire {
  status?: RunStatus | undefined;
  type?: RunType | undefined;
  backfill_id?: string | undefined;
  kit_version_id?: string | undefined;
  external_id?: string | undefined;
  q?: string | undefined;
  [other: string]: unknown;
}

export async function runFilterOf(
  deps: { dimensions: DimensionStore },
  principal: Principal,
  endpoint: Pick<Endpoint, 'query' | 'queryPatterns'>,
  query: FilterWire,
) {
  requireNoProbing(principal, query);
  const own = await ownCallsOf(deps, principal);
  if (query.q !== undefined && own === undefined) requirePermission(principal, 'runs:read_input');
  const by = readAnswerFilter(query, await dimensionsIn(deps, principal, endpoint, query));
  return {
    status: query.status,
    type: query.type,
    backfillId: query.backfill_id,
    kitVersionId: query.kit_version_id,
    externalId: query.external_id,
    ...periodOf(query),
    words: query.q,
    by: own === undefined ? by : { ...by, metadata: [...by.metadata, own] },
  };
}

/** Lists, counts and exports include the same runs as insights: no sandbox or backfill runs, unless requested. */
export async function listedRunsOf(...[deps, principal, endpoint, query]: Parameters<typeof runFilterOf>) {
  const filter = await runFilterOf(deps, principal, endpoint, query);
  return { ...filter, type: filter.type ?? (filter.backfillId === undefined ? ('api' as const) : undefined) };
}

/** In a body: a filter without conditions is most likely a mistake. */
export async function chosenRunsOf(
  deps: { dimensions: DimensionStore },
  principal: Principal,
  {
    run_ids,
    filter,
  }: { run_ids?: readonly string[] | undefined; filter?: z.output<typeof runsApi.bodyFilter> | undefined },
): Promise<ChosenRuns> {
  if (filter === undefined) return { runIds: run_ids ?? [] };
  const given = Object.values(filter).filter((value) => value !== undefined);
  if (given.length === 0)
    throw new ServiceError('invalid_parameter', { detail: 'filter: must have at least one condition.' });
  const wire = { query: runsApi.bodyFilter, queryPatterns: runsApi.ANSWER_PARAMETERS };
  return {
    filter: { ...(await runFilterOf(deps, principal, wire, filter)), kitCode: filter.kit_code },
    conversation: given.length === 1 ? filter.external_id : undefined,
  };
}

async function dimensionsIn(
  deps: { dimensions: DimensionStore },
  principal: Principal,
  endpoint: Pick<Endpoint, 'query' | 'queryPatterns'>,
  query: Record<string, unknown>,
): Promise<ReadonlyMap<string, string>> {
  const known = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
  const patterns = endpoint.queryPatterns?.filter(({ name }) => name.includes('.'));
  return dimensionKeys(deps, principal.workspaceId, Object.keys(query), known, (name, all) =>
    unknownParameter(name, all, patterns),
  );
}
