/** Lets a version answer a share of a kit's runs alongside the live one. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, getVersion } from '../kits/manage-kits.ts';
import type { Backfill } from './backfill.ts';
import { cancelBackfill, cancelOpen, engineOf, getBackfill, type ManageBackfills } from './manage-backfills.ts';

export interface ShadowRequest {
  kitVersionId: string;
  share: number;
  engine: 'auto' | 'local';
  maxMicroCredits: number | undefined;
}

/** The active shadow is changed if version and engine stay the same, and replaced otherwise. */
export async function putShadow(
  deps: ManageBackfills,
  principal: Principal,
  kit: string,
  request: ShadowRequest,
): Promise<Backfill> {
  const { workspaceId, environment } = principal;
  const version = await getVersion(deps.kits, workspaceId, kit, { kitVersionId: request.kitVersionId });
  const { kitId, kitVersionId, version: kitVersion } = version;
  if (version.status === 'archived')
    throw new ServiceError('conflict', { detail: 'The kit is archived: it has no runs for a shadow to follow.' });
  if (version.isLive)
    throw new ServiceError('conflict', {
      detail: `Version ${kitVersion} is already live: there is nothing to compare. Push a draft, or name another version.`,
    });
  const waiting = await deps.backfills.countWaiting(workspaceId);
  await deps.quota.requireRoomLater(principal, { added: 1, waiting });
  const now = deps.clock.now();
  const { share, maxMicroCredits } = request;
  const { backfillId, open } = await deps.backfills.putShadow({
    workspaceId,
    environment,
    backfillId: newId('bfl', now),
    kitId,
    kitVersionId,
    kitVersion,
    engine: engineOf(principal, request),
    share,
    maxMicroCredits,
    now,
  });
  await cancelOpen(deps, principal, open);
  return getBackfill(deps, principal, backfillId);
}

/** The active one, otherwise the last one. */
export async function getShadow(deps: ManageBackfills, scope: Scope, kit: string): Promise<Backfill> {
  const { kitId } = await getKit(deps.kits, scope.workspaceId, kit);
  const shadow = await deps.backfills.findShadow(scope, kitId);
  if (shadow === undefined) throw new ServiceError('not_found', { detail: 'The kit has no shadow.' });
  return shadow;
}

/** Its finished runs stay and can be compared. */
export async function stopShadow(deps: ManageBackfills, scope: Scope, kit: string): Promise<Backfill> {
  const { backfillId } = await getShadow(deps, scope, kit);
  return cancelBackfill(deps, scope, backfillId);
}
