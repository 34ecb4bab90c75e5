import { viewsApi } from '@brickwork/contract';
import { deleteView, type SavedViews, saveView } from '../../runs/saved-views.ts';
import type { SavedView } from '../../runs/store/view-store.ts';
import { ok, type Route, route } from '../route.ts';

export function viewRoutes(deps: SavedViews): Route[] {
  return [
    route(viewsApi.listViews, async ({ principal }) => ok({ data: (await deps.views.list(principal)).map(toWire) })),
    route(viewsApi.saveView, async ({ principal, body }) =>
      ok(toWire(await saveView(deps, principal, { name: body.name, search: body.search }))),
    ),
    route(viewsApi.deleteView, async ({ principal, params }) => {
      await deleteView(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
  ];
}

function toWire({ name, search, updatedAt }: SavedView): Record<string, unknown> {
  return { name, search, updated_at: updatedAt.toISOString() };
}
