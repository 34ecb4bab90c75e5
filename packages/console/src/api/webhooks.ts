import type { Delivery, WebhookEndpoint } from '@brickwork/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';
import type { Page } from './runs.ts';

export type { Delivery, DeliveryAttempt, WebhookEndpoint, WebhookEndpointWithSecret } from '@brickwork/client';

export function useWebhooks() {
  const api = useApi();
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => api.get<{ data: WebhookEndpoint[] }>('/v1/webhooks', { signal }),
  });
}

export function useDeliveries(webhookId: string, status: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['deliveries', webhookId, status],
    queryFn: ({ signal }) =>
      api.get<Page<Delivery>>(`/v1/webhooks/${encodeURIComponent(webhookId)}/deliveries`, {
        query: { limit: 50, status },
        signal,
      }),
    refetchInterval: 3_000,
  });
}
