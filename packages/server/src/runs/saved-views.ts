/** Named lists of runs of a workspace: filters and columns, never runs. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import type { SavedView, ViewStore } from './store/view-store.ts';

export interface SavedViews {
  views: ViewStore;
  clock: Clock;
}

const MOST_VIEWS = 200;

export async function saveView(
  { views, clock }: SavedViews,
  scope: Scope,
  view: { name: string; search: string },
): Promise<SavedView> {
  const saved = { ...view, updatedAt: clock.now() };
  if (!(await views.save(scope, saved, MOST_VIEWS)))
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_VIEWS} saved views, the maximum. Delete one first.`,
    });
  return saved;
}

export async function deleteView({ views }: SavedViews, scope: Scope, name: string): Promise<void> {
  if (!(await views.delete(scope, name)))
    throw new ServiceError('not_found', { detail: 'There is no view with this name.' });
}
