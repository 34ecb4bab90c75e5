/** The filters of lists, exports and insights, as they stand in a query: the same names everywhere, dimensions among them. */
import type { Endpoint, RunStatus, RunType } from '@brickwork/contract';
import type { ServiceError } from '@brickwork/engine/core/service-error';
import { z } from 'zod';
import { type Principal, requirePermission } from '../access/principal.ts';
import { type Dimension, listDimensions } from '../dimensions/manage-dimensions.ts';
import { ownCallsOf } from '../dimensions/own-calls.ts';
import type { DimensionStore } from '../dimensions/store/dimension-store.ts';
import { readAnswerFilter } from '../runs/answer-filter.ts';
import { requireNoProbing } from './no-probing.ts';
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
  return dimensionKeys(deps, principal, Object.keys(query), known, (name, all) =>
    unknownParameter(name, all, patterns),
  );
}

/** The metadata keys of the names that are dimensions; one that is nothing is refused. */
export async function dimensionKeys(
  deps: { dimensions: DimensionStore },
  { workspaceId }: Principal,
  names: readonly string[],
  known: readonly string[],
  refusal: (name: string, known: readonly string[]) => ServiceError,
): Promise<ReadonlyMap<string, string>> {
  const others = names.filter((name) => !known.includes(name) && !/^(answer|confidence|metadata)\./.test(name));
  if (others.length === 0) return new Map();
  const keys = new Map(
    (await listDimensions(deps, workspaceId)).map(({ name, metadataKey }: Dimension) => [name, metadataKey]),
  );
  const unknown = others.find((name) => !keys.has(name));
  if (unknown !== undefined) throw refusal(unknown, [...known, ...keys.keys()]);
  return keys;
}
