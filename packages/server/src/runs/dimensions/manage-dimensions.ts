/**
 * Dimensions: what a workspace groups and filters its runs by, declared once with the metadata key that they come from.
 * Four exist from the start. A dimension is read at query time, so declaring one is enough for all past runs.
 */
import { dimensionsApi, RESERVED_PARAMETERS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/scope.ts';
import type { DimensionStore, DimensionValue } from '../store/dimension-store.ts';

export interface Dimension {
  name: string;
  metadataKey: string;
  label: string;
}

export interface ManageDimensions {
  dimensions: DimensionStore;
  clock: Clock;
}

/** The four that exist from the start, and eight of a workspace's own. */
const MOST_DIMENSIONS = 12;

/** By name. */
export async function listDimensions(
  { dimensions }: Pick<ManageDimensions, 'dimensions'>,
  workspaceId: string,
): Promise<Dimension[]> {
  return withDefaults(await dimensions.rows(workspaceId));
}

/** The workspace's own declarations override the built-in ones; a row without a key marks a deleted one. */
export function withDefaults(
  rows: readonly { name: string; metadataKey: string | undefined; label: string }[],
): Dimension[] {
  const all = new Map<string, Dimension>(
    dimensionsApi.DEFAULT_DIMENSIONS.map(({ name, label }) => [name, { name, metadataKey: name, label }]),
  );
  for (const { name, metadataKey, label } of rows) {
    if (metadataKey === undefined) all.delete(name);
    else all.set(name, { name, metadataKey, label });
  }
  return [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function putDimension(
  deps: ManageDimensions,
  workspaceId: string,
  dimension: Dimension,
): Promise<{ dimension: Dimension; isNew: boolean }> {
  let isNew = false;
  await deps.dimensions.save(workspaceId, deps.clock.now(), (rows) => {
    const known = withDefaults(rows);
    isNew = !known.some(({ name }) => name === dimension.name);
    requireAcceptable(known, dimension, isNew);
    return dimension;
  });
  return { dimension, isNew };
}

function requireAcceptable(known: readonly Dimension[], dimension: Dimension, isNew: boolean): void {
  if (isNew && RESERVED_PARAMETERS.includes(dimension.name))
    throw new ServiceError('invalid_parameter', {
      detail: `name: “${dimension.name}” is a parameter of lists, insights or quality. Choose another name.`,
    });
  const other = known.find(({ name, metadataKey }) => name !== dimension.name && metadataKey === dimension.metadataKey);
  if (other !== undefined)
    throw new ServiceError('conflict', {
      detail: `The metadata key “${dimension.metadataKey}” already belongs to the dimension “${other.name}”.`,
    });
  if (isNew && known.length >= MOST_DIMENSIONS)
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_DIMENSIONS} dimensions, the maximum. Delete one first.`,
    });
}

export async function deleteDimension(deps: ManageDimensions, workspaceId: string, name: string): Promise<void> {
  await deps.dimensions.save(workspaceId, deps.clock.now(), (rows) => {
    const { label } = dimensionIn(withDefaults(rows), name);
    return { name, metadataKey: undefined, label };
  });
}

/** The most frequent values first. */
export async function valuesOfDimension(
  deps: ManageDimensions,
  scope: Scope,
  name: string,
  query: { prefix: string; limit: number; kitId: string | undefined },
): Promise<DimensionValue[]> {
  const { metadataKey } = dimensionIn(await listDimensions(deps, scope.workspaceId), name);
  return deps.dimensions.values(scope, { ...query, key: metadataKey });
}

function dimensionIn(known: readonly Dimension[], name: string): Dimension {
  const found = known.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = known.map((each) => each.name);
  throw new ServiceError('not_found', {
    detail: `There is no such dimension; ${didYouMean(name, names) ?? `there are ${names.join(', ')}.`}`,
  });
}
