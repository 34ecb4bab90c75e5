/** Lists of runs that a workspace has given a name: filters and columns, never runs. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';

export interface SavedView {
  name: string;
  search: string;
  updatedAt: Date;
}

export interface ViewStore {
  list(workspaceId: string): Promise<SavedView[]>;
  /** False when the workspace has as many as it may, and this would be one more. */
  save(workspaceId: string, view: SavedView, most: number): Promise<boolean>;
  delete(workspaceId: string, name: string): Promise<boolean>;
}

export interface SavedViews {
  views: ViewStore;
  clock: Clock;
}

const MOST_VIEWS = 200;

export async function saveView(
  { views, clock }: SavedViews,
  workspaceId: string,
  view: { name: string; search: string },
): Promise<SavedView> {
  const saved = { ...view, updatedAt: clock.now() };
  if (!(await views.save(workspaceId, saved, MOST_VIEWS)))
    throw new ServiceError('conflict', { detail: `There are ${MOST_VIEWS} saved views. Delete one first.` });
  return saved;
}

export async function deleteView({ views }: SavedViews, workspaceId: string, name: string): Promise<void> {
  if (!(await views.delete(workspaceId, name)))
    throw new ServiceError('not_found', { detail: 'There is no view of this name.' });
}
