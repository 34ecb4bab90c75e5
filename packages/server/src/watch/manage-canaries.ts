/** Storing, reading and deleting canaries. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { requireSet } from '../golden/manage-golden-sets.ts';
import type { GoldenStore } from '../golden/store/golden-store.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import type { Canary, CanaryRule } from './canary.ts';
import { eventOfCanary } from './canary-document.ts';
import { MOST_CHANGES } from './manage-alerts.ts';
import type { AlertChange } from './store/alert-changes.ts';
import type { CanaryStore } from './store/canary-store.ts';

export interface ManageCanaries {
  canaries: CanaryStore;
  golden: GoldenStore;
  kits: ManageKits;
  clock: Clock;
}

/** Of one workspace and environment: each may cost a model's calls every night. */
const MOST_CANARIES = 50;

export async function putCanary(deps: ManageCanaries, scope: Scope, name: string, rule: CanaryRule): Promise<Canary> {
  const { kitId, live } = await getKit(deps.kits, scope.workspaceId, rule.kit);
  await requireSet(deps, scope.workspaceId, kitId, rule.set);
  if (live === undefined) throw invalid('kit: no version of it is live. Publish one first.');
  const stored = await deps.canaries.put(scope, { name, kitId, rule, now: deps.clock.now() }, MOST_CANARIES);
  if (stored === 'too_many')
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_CANARIES} canaries already, which is the most. Delete one first.`,
    });
  return stored;
}

export async function getCanary(
  { canaries }: Pick<ManageCanaries, 'canaries'>,
  scope: Scope,
  name: string,
): Promise<Canary> {
  const canary = await canaries.find(scope, name);
  if (canary === undefined) throw noSuchCanary();
  return canary;
}

export async function listCanaryChanges(
  deps: Pick<ManageCanaries, 'canaries'>,
  scope: Scope,
  name: string,
): Promise<AlertChange[]> {
  await getCanary(deps, scope, name);
  return deps.canaries.changes(scope, name, MOST_CHANGES);
}

export async function deleteCanary(
  { canaries, clock }: Pick<ManageCanaries, 'canaries' | 'clock'>,
  scope: Scope,
  name: string,
): Promise<void> {
  const now = clock.now();
  const isDeleted = await canaries.delete(scope, name, (canary) =>
    eventOfCanary({ ...canary, state: 'ok', since: now }, now, { deleted: true }),
  );
  if (!isDeleted) throw noSuchCanary();
}

function noSuchCanary(): ServiceError {
  return new ServiceError('not_found', { detail: 'There is no canary of this name.' });
}

function invalid(detail: string): ServiceError {
  return new ServiceError('alert_invalid', { detail });
}
