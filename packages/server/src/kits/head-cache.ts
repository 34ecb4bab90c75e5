/**
 * A cache of the version that a kit's name refers to: it was the only query that each run made by itself. Only found kits are cached, for
 * ten seconds at most, and they are dropped as soon as the workspace's kits change: on this node by the change itself, on other nodes
 * by its notification.
 */
import type { Clock } from '../core/clock.ts';
import type { VersionHead } from './store/kit-rows.ts';
import type { KitReference, KitStore } from './store/kit-store.ts';

const REMEMBER_MS = 10_000;
const MOST_WORKSPACES = 10_000;
const MOST_KITS = 1_000;

interface Known {
  heads: Map<string, { head: VersionHead; until: number }>;
}

/** The store with cached heads; `forget` drops them. */
export function rememberHeads<Store extends KitStore>(
  store: Store,
  clock: Clock,
): Store & { forget(workspaceId?: string): void } {
  const workspaces = new Map<string, Known>();

  const forget = (workspaceId?: string): void => {
    if (workspaceId === undefined) workspaces.clear();
    else workspaces.delete(workspaceId);
  };
  const knownOf = (workspaceId: string): Known => {
    if (workspaces.size > MOST_WORKSPACES) workspaces.clear();
    const known = workspaces.get(workspaceId) ?? { heads: new Map() };
    workspaces.set(workspaceId, known);
    return known;
  };
  const forgetting = async <Result>(workspaceId: string, change: Promise<Result>): Promise<Result> => {
    try {
      return await change;
    } finally {
      forget(workspaceId); // Also after a fault: the change may have been committed.
    }
  };

  return {
    ...store,
    forget,
    push: (workspaceId, draft) => forgetting(workspaceId, store.push(workspaceId, draft)),
    publish: (workspaceId, kitId, choice, now, forced) =>
      forgetting(workspaceId, store.publish(workspaceId, kitId, choice, now, forced)),
    archive: (workspaceId, kitId, now) => forgetting(workspaceId, store.archive(workspaceId, kitId, now)),
    async findHead(workspaceId, reference) {
      const name = nameOf(reference);
      const now = clock.now().getTime();
      const known = knownOf(workspaceId);
      const remembered = known.heads.get(name);
      if (remembered !== undefined && remembered.until > now) return remembered.head;
      const head = await store.findHead(workspaceId, reference);
      // If the kits changed during the look-up, this writes to a map that `forget` has already dropped.
      if (known.heads.size > MOST_KITS) known.heads.clear();
      if (head === undefined) known.heads.delete(name);
      else known.heads.set(name, { head, until: now + REMEMBER_MS });
      return head;
    },
  };
}

function nameOf(reference: KitReference): string {
  const [[kind, name] = ['', '']] = Object.entries(reference);
  return `${kind}:${name}`;
}
