import { paginate } from '../paginate.ts';
import type { NewWebhookEndpoint } from '../requests.ts';
import type { Run } from '../run.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import { getRun } from '../wait-for-run.ts';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from '../webhooks/verify-webhook.ts';
import type {
  AlertEvent,
  AppealedEvent,
  DeliveryPage,
  EventPage,
  ReviewedEvent,
  RunEvent,
  SpendEvent,
  TestEvent,
  WebhookEvent,
} from '../webhooks/webhook-event.ts';
import type { DeliveryStatus } from '../wire/vocabulary.ts';
import type { Delivery, WebhookEndpoint, WebhookEndpointWithSecret } from '../wire/webhook.ts';

const at = (id: string, rest = ''): `/${string}` => `/v1/webhooks/${encodeURIComponent(id)}${rest}`;

export type WebhooksResource = ReturnType<typeof webhooksResource>;

export function webhooksResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Registers the endpoint, or replaces its URL. The same URL again changes nothing and returns the same secret. */
    save: (endpoint: string | NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret> => {
      const body = typeof endpoint === 'string' ? { url: endpoint } : endpoint;
      return ask({ method: 'POST', path: '/v1/webhooks', body, isRepeatable: true }, options);
    },

    list: async (options?: CallOptions): Promise<WebhookEndpoint[]> =>
      (await ask<{ data: WebhookEndpoint[] }>({ method: 'GET', path: '/v1/webhooks' }, options)).data,

    delete: (id: string, options?: CallOptions): Promise<{ id: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(id) }, options),

    /** The new secret signs from now on; the old one's signature is in a second header for 24 hours. */
    rotate: (id: string, options?: CallOptions): Promise<WebhookEndpointWithSecret> =>
      ask({ method: 'POST', path: at(id, '/rotate') }, options),

    enable: (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      ask({ method: 'POST', path: at(id, '/enable'), isRepeatable: true }, options),

    /** Events are held, not lost. */
    disable: (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      ask({ method: 'POST', path: at(id, '/disable'), isRepeatable: true }, options),

    /** Sends a `webhook.test` event. */
    test: (id: string, options?: CallOptions): Promise<{ event_id: string; delivery_id: string }> =>
      ask({ method: 'POST', path: at(id, '/test') }, options),

    /** The delivery log, newest first; fetches further pages as you iterate. */
    deliveries: (
      id: string,
      filter: { status?: DeliveryStatus | undefined } = {},
      options?: CallOptions,
    ): AsyncGenerator<Delivery, void, undefined> =>
      paginate((cursor) =>
        ask<DeliveryPage>(
          { method: 'GET', path: at(id, '/deliveries'), query: { ...filter, limit: 100, cursor } },
          options,
        ),
      ),

    /** Sends one delivery again, by its id or by that of an attempt. */
    replay: (deliveryId: string, options?: CallOptions): Promise<Delivery> =>
      ask({ method: 'POST', path: `/v1/deliveries/${encodeURIComponent(deliveryId)}/replay` }, options),

    /** Retries failed deliveries, at most 1,000 at a time: call it again while `has_more`. */
    recover: (
      id: string,
      range: { since?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<{ recovered: number; has_more: boolean }> =>
      ask({ method: 'POST', path: at(id, '/recover'), body: range, isRepeatable: true }, options),

    /** One event as it is delivered. */
    event: (eventId: string, options?: CallOptions): Promise<WebhookEvent> =>
      ask({ method: 'GET', path: `/v1/events/${encodeURIComponent(eventId)}` }, options),

    /** One page of events, oldest first, without a gap: keep `next_cursor` and continue from it. `after: 'latest'` starts now. */
    eventPage: (
      query: { after?: string | undefined; limit?: number | undefined } = {},
      options?: CallOptions,
    ): Promise<EventPage> => ask({ method: 'GET', path: '/v1/events', query }, options),

    /** Every event from a cursor on, up to now. */
    async *events(after?: string, options?: CallOptions): AsyncGenerator<WebhookEvent, void, undefined> {
      for (let page: EventPage | undefined; page === undefined || page.has_more; ) {
        const query = { after: page?.next_cursor ?? after, limit: 100 };
        page = await ask<EventPage>({ method: 'GET', path: '/v1/events', query }, options);
        yield* page.data;
      }
    },

    /** Throws a `WebhookVerificationError` unless the delivery is genuine and recent. */
    verify: verifyWebhook,

    /** Verifies, and fetches the run of a thin event that tells of its end, so that `data` is always complete. */
    async receive(
      body: string | Uint8Array,
      headers: WebhookHeaders,
      options: VerifyOptions & Pick<CallOptions, 'signal'>,
    ): Promise<RunEvent | ReviewedEvent | AppealedEvent | AlertEvent | SpendEvent | TestEvent> {
      const event = await verifyWebhook(body, headers, options);
      if (event.type === 'run.reviewed' || !event.thin) return event;
      const { signal } = options;
      return { ...event, thin: false, data: await ask<Run>(getRun(event.data.run_id), { signal }) };
    },
  };
}
