import { ServiceError } from '@brickwork/engine/core/service-error';
import { isUuid } from '../core/ids.ts';
import type { BrickMetadata } from './store/kit-rows.ts';
import type { KitStore } from './store/kit-store.ts';

const MAX_IDS = 100;

export interface FoundBricks {
  bricks: BrickMetadata[];
  missing: string[];
}

/** Brick metadata by ids, in the order of the request, without duplicates; ids that the workspace cannot see are listed as missing. */
export async function findBricks(
  { store }: { store: Pick<KitStore, 'findBricks'> },
  workspaceId: string,
  ids: string | undefined,
): Promise<FoundBricks> {
  const wanted = [...new Set((ids ?? '').split(',').map((id) => id.trim().toLowerCase()))].filter((id) => id !== '');
  if (wanted.length === 0) throw new ServiceError('ids_required');
  if (wanted.length > MAX_IDS) throw new ServiceError('too_many_ids', { detail: `ids has ${wanted.length} ids.` });
  const malformed = wanted.findIndex((id) => !isUuid(id));
  if (malformed >= 0) {
    throw new ServiceError('invalid_parameter', { detail: `ids: number ${malformed + 1} is not a Brick id` });
  }
  const found = new Map((await store.findBricks(workspaceId, wanted)).map((brick) => [brick.brickId, brick]));
  return {
    bricks: wanted.flatMap((id) => found.get(id) ?? []),
    missing: wanted.filter((id) => !found.has(id)),
  };
}
