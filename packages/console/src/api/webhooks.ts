import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';
import type { Page } from './runs.ts';

export interface WebhookEndpoint {
  id: string;
  url: string;
  enabled: boolean;
  disabled_reason?: string;
  created_at: string;
  updated_at: string;
  secret_hint: string;
}

export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  secret: string;
}

export interface DeliveryAttempt {
  id: string;
  number: number;
  url: string;
  started_at: string;
  finished_at?: string;
  outcome?: string;
  http_status?: number;
  latency_ms?: number;
  response_body?: string;
}

export interface Delivery {
  id: string;
  event_id: string;
  event_type: string;
  run_id?: string;
  status: string;
  attempt_count: number;
  next_attempt_at?: string;
  created_at: string;
  attempts: DeliveryAttempt[];
}

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
