/** Alerts over HTTP. */
import { alertsApi } from '@brickwork/contract';
import { requireNoProbing } from '../../access/no-probing.ts';
import { toAlertDocument, toFindingDocument } from '../../alerts/alert-document.ts';
import {
  checkAlert,
  deleteAlert,
  getAlert,
  listAlertChanges,
  type ManageAlerts,
  putAlert,
} from '../../alerts/manage-alerts.ts';
import { toChangeDocument } from '../../alerts/watched.ts';
import { ok, type Route, route } from '../route.ts';

export function alertRoutes(deps: ManageAlerts): Route[] {
  return [
    route(alertsApi.listAlerts, async ({ principal }) =>
      ok({ data: (await deps.alerts.list(principal)).map(toAlertDocument) }),
    ),
    route(alertsApi.getAlert, async ({ principal, params }) =>
      ok(toAlertDocument(await getAlert(deps, principal, params.name))),
    ),
    route(alertsApi.listAlertChanges, async ({ principal, params }) =>
      ok({ data: (await listAlertChanges(deps, principal, params.name)).map(toChangeDocument) }),
    ),
    route(alertsApi.putAlert, async ({ principal, params, body }) => {
      requireNoProbing(principal, body.where ?? {});
      return ok(toAlertDocument(await putAlert(deps, principal, params.name, body)));
    }),
    route(alertsApi.deleteAlert, async ({ principal, params }) => {
      await deleteAlert(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
    route(alertsApi.checkAlert, async ({ principal, body }) => {
      requireNoProbing(principal, body.where ?? {});
      const { state, ...found } = await checkAlert(deps, principal, body);
      return ok({ ...toFindingDocument(found), state });
    }),
  ];
}
