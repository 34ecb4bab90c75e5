/** The filters of lists, exports and insights, as they stand in a query: the same names everywhere, dimensions among them. */
import type { Endpoint, RunStatus, RunType } from '@brickwork/contract';
import { z } from 'zod';
import { requireNoProbing } from '../access/no-probing.ts';
import { type Principal, requirePermission } from '../access/principal.ts';
import { readAnswerFilter } from '../runs/answer-filter.ts';
import { dimensionKeys } from '../runs/dimensions/dimension-keys.ts';
import { ownCallsOf } from '../runs/dimensions/own-calls.ts';
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
