/** The filter with which backfills and review draws choose past runs, in a request body. */
import { backfillsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { z } from 'zod';
import { requireNoProbing } from '../access/no-probing.ts';
import type { Principal } from '../access/principal.ts';
import { readAnswerFilter } from '../runs/answer-filter.ts';
import { dimensionKeys } from '../runs/dimensions/dimension-keys.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import { periodOf } from './period-wire.ts';

const KNOWN = Object.keys(backfillsApi.backfillFilter.shape);

export async function pastRunsOf(
  deps: { dimensions: DimensionStore },
  principal: Principal,
  filter: z.output<typeof backfillsApi.backfillFilter>,
) {
  requireNoProbing(principal, filter);
  const dimensions = await dimensionKeys(deps, principal.workspaceId, Object.keys(filter), KNOWN, noCondition);
  return { ...periodOf(filter), externalId: filter.external_id, by: readAnswerFilter(filter, dimensions) };
}

function noCondition(name: string, known: readonly string[]): ServiceError {
  const hint =
    didYouMean(name, known) ?? `known are ${known.join(', ')}, answer.BRICK, confidence.BRICK and metadata.KEY.`;
  return new ServiceError('invalid_parameter', {
    detail: `filter: has no condition ${JSON.stringify(name.slice(0, 80))}; ${hint}`,
  });
}
