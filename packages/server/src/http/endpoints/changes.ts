/** What changed between two periods, over HTTP. */
import { changesApi } from '@brickwork/contract';
import { toChangesDocument } from '../../insights/changes/changes-document.ts';
import { type ReadChanges, readChanges } from '../../insights/changes/read-changes.ts';
import { getKit } from '../../kits/manage-kits.ts';
import { ok, type Route, route } from '../route.ts';
import { runFilterOf } from '../run-filter-wire.ts';

export function changesRoutes(deps: ReadChanges): Route[] {
  return [
    route(changesApi.getChanges, async ({ principal, params, query }) => {
      const filter = await runFilterOf(deps, principal, changesApi.getChanges, query);
      const { kitId } = await getKit(deps.kits, principal.workspaceId, params.kitId);
      const { from, to, against_from, against_to, as } = query;
      const request = { kit: kitId, from, to, against_from, against_to, filter, as };
      const changes = await readChanges(deps, principal, request);
      return ok(toChangesDocument(changes));
    }),
  ];
}
