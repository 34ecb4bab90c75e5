/** Webhooks over HTTP: the endpoint, its delivery log, retries, and the events themselves. */
import { webhooksApi } from '@brickwork/contract';
import { requireUnmasked } from '../../access/no-probing.ts';
import {
  listEndpoints,
  type ManageEndpoints,
  putEndpoint,
  removeEndpoint,
  rotateSecret,
  sendTest,
  setEnabled,
} from '../../outbound/webhooks/manage-endpoints.ts';
import {
  listDeliveries,
  type ReadDeliveries,
  recoverDeliveries,
  replayDelivery,
} from '../../outbound/webhooks/read-deliveries.ts';
import { readEvent, readEvents } from '../../outbound/webhooks/read-events.ts';
import type { EventLog } from '../../outbound/webhooks/store/event-log.ts';
import { seesMasked } from '../mask-answer.ts';
import { ok, type Route, route } from '../route.ts';
import { toDeliveryBody, toEndpointBody } from '../webhook-wire.ts';

export interface WebhookRoutes extends ManageEndpoints, ReadDeliveries {
  log: ReadDeliveries['log'];
  events: EventLog;
}

export function webhookRoutes(deps: WebhookRoutes): Route[] {
  return [
    route(webhooksApi.putWebhook, async ({ principal, body }) => {
      const { url, include_sandbox: includesSandbox, mask: isMasked } = body;
      if (isMasked === false) requireUnmasked(principal, 'what is sent');
      const wanted = { url, includesSandbox, isMasked, isNewMasked: seesMasked(principal) };
      const { endpoint, secret, isNew } = await putEndpoint(deps, principal, wanted);
      return { status: isNew ? 201 : 200, body: { ...toEndpointBody(endpoint), secret } };
    }),
    route(webhooksApi.listWebhooks, async ({ principal }) =>
      ok({ data: (await listEndpoints(deps, principal)).map(toEndpointBody) }),
    ),
    route(webhooksApi.deleteWebhook, async ({ principal, params }) => {
      await removeEndpoint(deps, principal, params.webhookId);
      return ok({ id: params.webhookId, deleted: true });
    }),
    route(webhooksApi.rotateWebhookSecret, async ({ principal, params }) => {
      const { endpoint, secret } = await rotateSecret(deps, principal, params.webhookId);
      return ok({ ...toEndpointBody(endpoint), secret });
    }),
    route(webhooksApi.enableWebhook, async ({ principal, params }) =>
      ok(toEndpointBody(await setEnabled(deps, principal, params.webhookId, true))),
    ),
    route(webhooksApi.disableWebhook, async ({ principal, params }) =>
      ok(toEndpointBody(await setEnabled(deps, principal, params.webhookId, false))),
    ),
    route(webhooksApi.testWebhook, async ({ principal, params }) => {
      const eventId = await sendTest(deps, principal, params.webhookId);
      return { status: 202, body: { event_id: eventId, delivery_id: eventId.replace(/^evt/, 'dlv') } };
    }),
    route(webhooksApi.listDeliveries, async ({ principal, params, query }) => {
      const filter = { limit: query.limit, status: query.status };
      const { deliveries, nextCursor } = await listDeliveries(deps, principal, params.webhookId, filter, query.cursor);
      return ok({
        data: deliveries.map(toDeliveryBody),
        has_more: nextCursor !== undefined,
        next_cursor: nextCursor,
      });
    }),
    route(webhooksApi.recoverDeliveries, async ({ principal, params, body }) => {
      const since = body.since === undefined ? new Date(0) : new Date(body.since);
      const { recovered, hasMore } = await recoverDeliveries(deps, principal, params.webhookId, since);
      return { status: 202, body: { recovered, has_more: hasMore } };
    }),
    route(webhooksApi.replayDelivery, async ({ principal, params }) => ({
      status: 202,
      body: toDeliveryBody(await replayDelivery(deps, principal, params.deliveryId)),
    })),
    route(webhooksApi.getEvent, async ({ principal, params }) =>
      ok(JSON.parse(await readEvent(deps, principal, params.eventId))),
    ),
    route(webhooksApi.listEvents, async ({ principal, query }) => {
      const { bodies, nextCursor, hasMore } = await readEvents(deps, principal, query.after, query.limit);
      const data = bodies.map((body) => JSON.parse(body) as unknown);
      return ok({ data, has_more: hasMore, next_cursor: nextCursor });
    }),
  ];
}
