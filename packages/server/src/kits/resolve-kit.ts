/**
 * From the name of a kit to the version that a run uses. One indexed query without the document; documents are immutable
 * and cached, so a repeated look-up parses nothing.
 */
import type { RunType } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { isUuid } from '../core/ids.ts';
import type { KitCache } from './kit-cache.ts';
import { isKitCode } from './kit-code.ts';
import type { KitVersion, VersionContent, VersionHead } from './store/kit-rows.ts';
import type { KitReference, KitStore } from './store/kit-store.ts';

export interface LoadContent {
  store: Pick<KitStore, 'loadContent'>;
  cache: KitCache;
}

export interface ResolveKit extends LoadContent {
  store: Pick<KitStore, 'findHead' | 'loadContent'>;
}

/** The version for a run of this type. `api` sees published versions only; `sandbox` may also name a draft. */
export async function resolveKit(
  deps: ResolveKit,
  workspaceId: string,
  reference: KitReference,
  type: RunType,
): Promise<KitVersion> {
  const head = await findHead(deps, workspaceId, reference);
  if (head === undefined || head.status === 'archived' || (type === 'api' && head.status === 'draft')) {
    throw new ServiceError('kit_not_found');
  }
  return withContent(deps, workspaceId, head);
}

/** The version to show: including drafts and archived kits, if the version is named. */
export async function lookUpKit(
  deps: ResolveKit,
  workspaceId: string,
  references: readonly KitReference[],
): Promise<KitVersion> {
  for (const reference of references) {
    const head = await findHead(deps, workspaceId, reference);
    if (head !== undefined) return withContent(deps, workspaceId, head);
  }
  throw new ServiceError('kit_not_found');
}

export async function withContent(deps: ResolveKit, workspaceId: string, head: VersionHead): Promise<KitVersion> {
  const content = await loadContent(deps, workspaceId, head.kitVersionId);
  if (content === undefined) throw new ServiceError('kit_not_found');
  return { ...head, ...content };
}

/** The document of a version, from the cache if it is there. */
export async function loadContent(
  { store, cache }: LoadContent,
  workspaceId: string,
  kitVersionId: string,
): Promise<VersionContent | undefined> {
  const known = cache.get(kitVersionId);
  if (known !== undefined) return known;
  const content = await store.loadContent(workspaceId, kitVersionId);
  if (content !== undefined) cache.set(kitVersionId, content);
  return content;
}

/** What a name in a path may refer to. A UUID may be a kit's or a version's; both are tried in this order. */
export function kitReferences(name: string): KitReference[] {
  if (isUuid(name)) return [{ kitId: name }, { kitVersionId: name }];
  return isKitCode(name) ? [{ kitCode: name }] : [{ slug: name }];
}

/** An impossible name is not looked up: PostgreSQL would refuse it as a value. */
async function findHead(
  { store }: ResolveKit,
  workspaceId: string,
  reference: KitReference,
): Promise<VersionHead | undefined> {
  return isPossible(reference) ? store.findHead(workspaceId, reference) : undefined;
}

export function isPossible(reference: KitReference): boolean {
  if ('kitVersionId' in reference) return isUuid(reference.kitVersionId);
  if ('kitId' in reference) return isUuid(reference.kitId);
  if ('kitCode' in reference) return isKitCode(reference.kitCode);
  return /^[a-z][a-z0-9_]{1,62}$/.test(reference.slug);
}
