/** Storing, reading and deleting canaries. */

import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { requireSet } from '../golden/manage-golden-sets.ts';
import type { GoldenStore } from '../golden/store/golden-store.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import type { Canary, CanaryRule } from './canary.ts';
import { eventOfCanary } from './canary-document.ts';
import { deleteWatched, getWatched, invalidRule, listChanges, tooMany } from './manage-watched.ts';
import type { CanaryStore } from './store/canary-store.ts';
import type { WatchChange } from './store/watch-changes.ts';

export interface ManageCanaries {
  canaries: CanaryStore;
  golden: GoldenStore;
  kits: ManageKits;
  clock: Clock;
}

/** Per workspace and environment: each may cost a model's calls every night. */
const MOST_CANARIES = 50;

export async function putCanary(deps: ManageCanaries, scope: Scope, name: string, rule: CanaryRule): Promise<Canary> {
  const { kitId, live } = await getKit(deps.kits, scope.workspaceId, rule.kit);
  await requireSet(deps, scope, kitId, rule.set);
  if (live === undefined) throw invalidRule('kit: no version of it is live. Publish one first.');
  const stored = await deps.canaries.put(scope, { name, kitId, rule, now: deps.clock.now() }, MOST_CANARIES);
  if (stored === 'too_many') throw tooMany('canaries', MOST_CANARIES);
  return stored;
}

type Canaries = Pick<ManageCanaries, 'canaries'>;

export const getCanary = ({ canaries }: Canaries, scope: Scope, name: string): Promise<Canary> =>
  getWatched(canaries, 'canary', scope, name);

export const listCanaryChanges = ({ canaries }: Canaries, scope: Scope, name: string): Promise<WatchChange[]> =>
  listChanges(canaries, 'canary', scope, name);

export async function deleteCanary(
  { canaries, clock }: Pick<ManageCanaries, 'canaries' | 'clock'>,
  scope: Scope,
  name: string,
): Promise<void> {
  const now = clock.now();
  const resolved = (canary: Canary) => eventOfCanary({ ...canary, state: 'ok', since: now }, now, { deleted: true });
  await deleteWatched(canaries, 'canary', scope, { name, resolved });
}
