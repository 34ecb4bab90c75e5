import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import { getRun } from '../wait-for-run.ts';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from '../webhooks/verify-webhook.ts';
import type { Run } from '../wire/run.ts';
import type { RunEvent, SavedWebhook, TestEvent, WebhookEndpoint } from '../wire/webhook.ts';

const at = (id: string, rest = ''): `/${string}` => `/v1/webhooks/${encodeURIComponent(id)}${rest}`;

export type WebhooksResource = ReturnType<typeof webhooksResource>;

export function webhooksResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Registers or replaces the endpoint. The secret is in the answer and nowhere else: a repetition would make another. */
    save: (url: string, options?: CallOptions): Promise<SavedWebhook> =>
      ask({ method: 'POST', path: '/v1/webhooks', body: { url } }, options),

    list: async (options?: CallOptions): Promise<WebhookEndpoint[]> =>
      (await ask<{ data: WebhookEndpoint[] }>({ method: 'GET', path: '/v1/webhooks' }, options)).data,

    delete: (id: string, options?: CallOptions): Promise<{ id: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(id) }, options),

    /** Throws a `WebhookVerificationError` unless the delivery is genuine and recent. */
    verify: verifyWebhook,

    /** Verifies, and fetches the run of a thin event, so that `data` is always whole. */
    async receive(
      body: string | Uint8Array<ArrayBuffer>,
      headers: WebhookHeaders,
      options: VerifyOptions & Pick<CallOptions, 'signal'>,
    ): Promise<RunEvent | TestEvent> {
      const event = await verifyWebhook(body, headers, options);
      if (!event.thin) return event;
      const { signal } = options;
      return { ...event, thin: false, data: await ask<Run>(getRun(event.data.run_id), { signal }) };
    },
  };
}
