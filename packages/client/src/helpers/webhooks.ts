import type { NewWebhookEndpoint } from '../requests.ts';
import type { Run } from '../run.ts';
import { asking, type CallOptions, type Transport } from '../transport.ts';
import { getRun } from '../wait-for-run.ts';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from '../webhooks/verify-webhook.ts';
import type {
  AlertEvent,
  AppealedEvent,
  EventPage,
  ReviewedEvent,
  RunEvent,
  SpendEvent,
  TestEvent,
  WebhookEvent,
} from '../webhooks/webhook-event.ts';
import type { WebhookEndpointWithSecret } from '../wire/webhook.ts';

export function webhooksHelpers(transport: Transport) {
  const ask = asking(transport);
  return {
    /** Registers the endpoint, or replaces its URL. The same URL again changes nothing and returns the same secret. */
    save: (endpoint: string | NewWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret> => {
      const body = typeof endpoint === 'string' ? { url: endpoint } : endpoint;
      return ask({ method: 'POST', path: '/v1/webhooks', body, isRepeatable: true }, options);
    },

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

    /** Verifies, and fetches the run of a thin event about its end, so that `data` is always complete. */
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
