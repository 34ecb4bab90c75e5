/** Publishing, archiving, listing and comparing the versions of a workspace's kits. */
import type { Environment } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { diffKits, type KitDiff } from '@brickwork/engine/kits/diff-kits';
import { kitOf } from '@brickwork/engine/kits/require-kit';
import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import type { KitChecks } from './kit-checks.ts';
import { isPossible, kitReferences, type ResolveKit, withContent } from './resolve-kit.ts';
import type { KitSummary, KitVersion, VersionHead } from './store/kit-rows.ts';
import type { KitReference, KitStore, PublishOptions, VersionChoice } from './store/kit-store.ts';

export interface ManageKits extends ResolveKit {
  store: KitStore;
  clock: Clock;
  checks: KitChecks;
}

/** By kit_id, kit_code or slug. */
export async function getKit({ store }: ManageKits, workspaceId: string, name: string): Promise<KitSummary> {
  const [reference] = kitReferences(name);
  const kit =
    reference !== undefined && isPossible(reference) ? await store.findKit(workspaceId, reference) : undefined;
  if (kit === undefined) throw new ServiceError('kit_not_found');
  return kit;
}

/**
 * Kits are shared by both environments, so publishing or archiving one changes what live runs do. Test keys may do that only if no live run has used the kit.
 */
export async function requireLiveKey(
  { store }: ManageKits,
  workspaceId: string,
  reference: KitReference,
  environment: Environment,
): Promise<void> {
  if (environment === 'live') return;
  const kit = await store.findKit(workspaceId, reference);
  if (kit === undefined || !(await store.hasLiveRuns(workspaceId, kit.kitId))) return;
  throw new ServiceError('forbidden', {
    detail:
      'Live runs use this kit: publishing and archiving it needs a live key. With a test key, push a draft and try it using its version id.',
  });
}

export async function publishKit(
  deps: ManageKits,
  workspaceId: string,
  name: string,
  choice: VersionChoice,
  { environment, ...options }: { environment: Environment } & PublishOptions,
): Promise<VersionHead> {
  const { kitId } = await getKit(deps, workspaceId, name);
  await requireLiveKey(deps, workspaceId, { kitId }, environment);
  const published = isPossibleChoice(choice)
    ? await deps.store.publish(workspaceId, kitId, choice, deps.clock.now(), options)
    : undefined;
  if (published === undefined) throw noSuchVersion();
  if (published === 'changed')
    throw new ServiceError('conflict', { detail: 'Another version was just published. Try again.' });
  if (published === 'refused') {
    throw new ServiceError('conflict', {
      detail: 'There is no draft to publish. To roll back, name the version.',
    });
  }
  return published;
}

export async function archiveKit(
  deps: ManageKits,
  workspaceId: string,
  name: string,
  environment: Environment,
): Promise<KitSummary> {
  const { kitId } = await getKit(deps, workspaceId, name);
  await requireLiveKey(deps, workspaceId, { kitId }, environment);
  const archived = await deps.store.archive(workspaceId, kitId, deps.clock.now());
  if (archived === undefined) throw new ServiceError('kit_not_found');
  return archived;
}

export async function getVersion(
  deps: ManageKits,
  workspaceId: string,
  name: string,
  choice: VersionChoice,
): Promise<KitVersion> {
  const { kitId } = await getKit(deps, workspaceId, name);
  const head = isPossibleChoice(choice) ? await deps.store.findVersion(workspaceId, kitId, choice) : undefined;
  if (head === undefined) throw noSuchVersion();
  return withContent(deps, workspaceId, head);
}

export interface VersionsDiff extends KitDiff {
  from: number;
  to: number | undefined;
}

/** Compares the live version (or the newest, if none is live) with the newest, unless the request names others. */
export async function compareVersions(
  deps: ManageKits,
  workspaceId: string,
  name: string,
  choice: { from?: number | undefined; to?: number | undefined; document?: unknown },
): Promise<VersionsDiff> {
  const kit = await getKit(deps, workspaceId, name);
  const base = choice.from ?? kit.live?.version ?? kit.newestVersion;
  const from = await getVersion(deps, workspaceId, kit.kitId, { version: base });
  if (choice.document !== undefined) {
    const checked = await deps.checks.check(choice.document, workspaceId);
    return { from: from.version, to: undefined, ...diffKits(from.kit, kitOf(checked)) };
  }
  const to = await getVersion(deps, workspaceId, kit.kitId, { version: choice.to ?? kit.newestVersion });
  return { from: from.version, to: to.version, ...diffKits(from.kit, to.kit) };
}

/** A version number must fit PostgreSQL's integer. */
function isPossibleChoice(choice: VersionChoice): boolean {
  if (typeof choice === 'string') return true;
  return 'version' in choice ? choice.version <= 2_147_483_647 : isUuid(choice.kitVersionId);
}

function noSuchVersion(): ServiceError {
  return new ServiceError('kit_not_found', { detail: 'The Kit has no such version.' });
}
