/** `group_by` of insights and quality: the same names, and the same error for unknown ones. */
import { GROUPINGS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { GroupBy } from '../insights/store/counted-runs.ts';
import { type Dimension, listDimensions } from '../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';

export async function groupingsOf(
  deps: { dimensions: DimensionStore },
  workspaceId: string,
  names: readonly string[],
): Promise<GroupBy[]> {
  if (names.length > 2 || new Set(names).size < names.length)
    throw new ServiceError('invalid_parameter', { detail: 'group_by: must be one grouping, or two different ones.' });
  const isTime = (name: string) => GROUPINGS.some((each) => each === name);
  const isKnown = names.every((name) => isTime(name) || name.startsWith('metadata.'));
  const dimensions = isKnown ? [] : await listDimensions(deps, workspaceId);
  return names.map((name) => groupingOf(name, dimensions));
}

function groupingOf(name: string, dimensions: readonly Dimension[]): GroupBy {
  const time = GROUPINGS.find((each) => each === name);
  if (time !== undefined) return time;
  const [, key] = /^metadata\.([^\0]{1,64})$/.exec(name) ?? [];
  if (key?.isWellFormed()) return { metadata: key };
  const dimension = dimensions.find((each) => each.name === name);
  if (dimension !== undefined) return { metadata: dimension.metadataKey };
  const known = [...GROUPINGS, ...dimensions.map((each) => each.name)];
  throw new ServiceError('invalid_parameter', {
    detail: `group_by: there is no grouping “${name.slice(0, 64)}”; ${didYouMean(name, known) ?? `there are ${known.join(', ')} and metadata.KEY.`}`,
  });
}
