/** Canaries over HTTP. */
import { canariesApi } from '@brickwork/contract';
import { toCanaryDocument } from '../../alerts/canary-document.ts';
import {
  deleteCanary,
  getCanary,
  listCanaryChanges,
  type ManageCanaries,
  putCanary,
} from '../../alerts/manage-canaries.ts';
import { toChangeDocument } from '../../alerts/watched.ts';
import { ok, type Route, route } from '../route.ts';

export function canaryRoutes(deps: ManageCanaries): Route[] {
  return [
    route(canariesApi.listCanaries, async ({ principal }) =>
      ok({ data: (await deps.canaries.list(principal)).map(toCanaryDocument) }),
    ),
    route(canariesApi.getCanary, async ({ principal, params }) =>
      ok(toCanaryDocument(await getCanary(deps, principal, params.name))),
    ),
    route(canariesApi.listCanaryChanges, async ({ principal, params }) =>
      ok({ data: (await listCanaryChanges(deps, principal, params.name)).map(toChangeDocument) }),
    ),
    route(canariesApi.putCanary, async ({ principal, params, body }) =>
      ok(toCanaryDocument(await putCanary(deps, principal, params.name, body))),
    ),
    route(canariesApi.deleteCanary, async ({ principal, params }) => {
      await deleteCanary(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
  ];
}
