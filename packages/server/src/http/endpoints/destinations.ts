/** Destinations over HTTP. */
import { destinationsApi } from '@brickwork/contract';
import { requireUnmasked } from '../../access/no-probing.ts';
import {
  toDestinationDocument,
  toPresetDocument,
  toWriteDocument,
} from '../../outbound/destinations/destination-document.ts';
import {
  deleteDestination,
  getDestination,
  listDeliveries,
  type ManageDestinations,
  previewDestination,
  putDestination,
  replayDestination,
  testDestination,
} from '../../outbound/destinations/manage-destinations.ts';
import { DESTINATION_PRESETS } from '../../outbound/destinations/presets/all-presets.ts';
import type { PlannedWrite } from '../../outbound/destinations/write-run.ts';
import { ok, type Route, route } from '../route.ts';

export function destinationRoutes(deps: ManageDestinations): Route[] {
  return [
    route(destinationsApi.listDestinations, async ({ principal }) =>
      ok({ data: (await deps.destinations.list(principal)).map(toDestinationDocument) }),
    ),
    route(destinationsApi.listDestinationPresets, async () => ok({ data: DESTINATION_PRESETS.map(toPresetDocument) })),
    route(destinationsApi.getDestination, async ({ principal, params }) =>
      ok(toDestinationDocument(await getDestination(deps, principal, params.name))),
    ),
    route(destinationsApi.putDestination, async ({ principal, params, body }) => {
      requireUnmasked(principal, 'what is written there');
      return ok(
        toDestinationDocument(await putDestination(deps, principal, params.name, body.destination, body.secrets ?? {})),
      );
    }),
    route(destinationsApi.deleteDestination, async ({ principal, params }) => {
      await deleteDestination(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
    route(destinationsApi.previewDestination, async ({ principal, params, body }) => {
      requireUnmasked(principal, 'the request');
      const choice = { document: body.destination, runId: body.run_id };
      return ok(toPreviewDocument(await previewDestination(deps, principal, params.name, choice)));
    }),
    route(
      destinationsApi.testDestination,
      async ({ principal: { workspaceId, environment }, params, body, signal }) => {
        const scope = { workspaceId, environment };
        return ok(toWriteDocument(await testDestination(deps, scope, params.name, body.run_id, signal())));
      },
    ),
    route(destinationsApi.listDestinationDeliveries, async ({ principal, params, query }) => {
      const { limit, cursor, status, run_id: runId } = query;
      const filter = {
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(status !== undefined && { status }),
        ...(runId !== undefined && { runId }),
      };
      const { deliveries, nextCursor } = await listDeliveries(deps, principal, params.name, filter);
      const data = deliveries.map(toWriteDocument);
      return ok({ data, has_more: nextCursor !== undefined, next_cursor: nextCursor });
    }),
    route(destinationsApi.replayDestination, async ({ principal, params, body }) => {
      const { replayed, hasMore } = await replayDestination(deps, principal, params.name, {
        deliveryIds: body.delivery_ids,
        runIds: body.run_ids,
        since: body.since === undefined ? undefined : new Date(body.since),
      });
      return { status: 202, body: { replayed, has_more: hasMore } };
    }),
  ];
}

function toPreviewDocument(planned: PlannedWrite): Record<string, unknown> {
  const { runId, fields } = planned;
  const common = {
    run_id: runId,
    fields: fields.map(({ answer, field, value, leftOut, isReviewed }) => ({
      answer,
      field,
      value,
      left_out: leftOut,
      reviewed: isReviewed,
    })),
  };
  if (planned.kind !== 'request') return { outcome: planned.kind, reason: planned.reason, ...common };
  const { method, url, headers, body } = planned.request;
  return {
    outcome: 'request',
    record: planned.record,
    method,
    url,
    headers,
    body: JSON.parse(body) as Record<string, unknown>,
    ...common,
  };
}
