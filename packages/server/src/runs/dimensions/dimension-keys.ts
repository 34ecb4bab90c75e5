/** Names of dimensions in filters: the same everywhere, and an unknown name is refused with the nearest known one. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { type AnswerFilter, readAnswerFilter } from '../answer-filter.ts';
import type { DimensionStore } from '../store/dimension-store.ts';
import { listDimensions } from './manage-dimensions.ts';

/** The metadata keys of the names that are dimensions. `known` are names that mean something else in this context. */
export async function dimensionKeys(
  deps: { dimensions: DimensionStore },
  workspaceId: string,
  names: readonly string[],
  known: readonly string[],
  refusal: (name: string, known: readonly string[]) => ServiceError,
): Promise<ReadonlyMap<string, string>> {
  const others = names.filter((name) => !known.includes(name) && !/^(answer|confidence|metadata)\./.test(name));
  if (others.length === 0) return new Map();
  const keys = new Map((await listDimensions(deps, workspaceId)).map(({ name, metadataKey }) => [name, metadataKey]));
  const unknown = others.find((name) => !keys.has(name));
  if (unknown !== undefined) throw refusal(unknown, [...known, ...keys.keys()]);
  return keys;
}

/**
 * Conditions of a stored rule. A dimension is looked up whenever the rule is used, so it means the key that the
 * dimension has at that time.
 */
export async function conditionsOf(
  deps: { dimensions: DimensionStore },
  workspaceId: string,
  where: Readonly<Record<string, string | string[]>>,
): Promise<AnswerFilter> {
  return readAnswerFilter(where, await dimensionKeys(deps, workspaceId, Object.keys(where), [], noCondition));
}

function noCondition(name: string, known: readonly string[]): ServiceError {
  const hint =
    didYouMean(name, known) ??
    `there are ${[...known, 'answer.BRICK', 'confidence.BRICK', 'metadata.KEY'].join(', ')}.`;
  return new ServiceError('invalid_parameter', {
    detail: `where.${name.slice(0, 80)}: there is no such dimension; ${hint}`,
  });
}
