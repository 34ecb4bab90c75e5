/** The shared parts of managing alerts and canaries: limits, unknown names, changes, and deleting. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../core/scope.ts';
import type { RecordedEvent } from '../outbound/webhooks/event.ts';
import type { WatchChange } from './store/watch-changes.ts';

/** The word for it in errors. */
export type Kind = 'alert' | 'canary';

/** The history of one alert or canary. */
const MOST_CHANGES = 100;

interface FindWatched<Item> {
  find(scope: Scope, name: string): Promise<Item | undefined>;
}

export async function getWatched<Item>(
  store: FindWatched<Item>,
  kind: Kind,
  scope: Scope,
  name: string,
): Promise<Item> {
  const found = await store.find(scope, name);
  if (found === undefined) throw notFound(kind);
  return found;
}

export async function listChanges<Item>(
  store: FindWatched<Item> & { changes(scope: Scope, name: string, limit: number): Promise<WatchChange[]> },
  kind: Kind,
  scope: Scope,
  name: string,
): Promise<WatchChange[]> {
  await getWatched(store, kind, scope, name);
  return store.changes(scope, name, MOST_CHANGES);
}

export async function deleteWatched<Item>(
  store: { delete(scope: Scope, name: string, resolved: (item: Item) => RecordedEvent): Promise<boolean> },
  kind: Kind,
  scope: Scope,
  { name, resolved }: { name: string; resolved: (item: Item) => RecordedEvent },
): Promise<void> {
  if (!(await store.delete(scope, name, resolved))) throw notFound(kind);
}

export function tooMany(what: 'alerts' | 'canaries', most: number): ServiceError {
  const detail = `There are ${most} ${what}, the maximum. Delete one first.`;
  return new ServiceError('conflict', { detail });
}

/** For a rule that does not match its kit. */
export function invalidRule(detail: string): ServiceError {
  return new ServiceError('alert_invalid', { detail });
}

function notFound(kind: Kind): ServiceError {
  return new ServiceError('not_found', { detail: `There is no ${kind} with this name.` });
}
