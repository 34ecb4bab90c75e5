import type { Delivery, WebhookEndpointWithSecret } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collect } from './collect.ts';
import { useClient } from './session.ts';

export type { Delivery, DeliveryAttempt, WebhookEndpoint } from '@brickwork/client';

export function useWebhooks() {
  const client = useClient();
  return useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => client.webhooks.list({ signal }) });
}

/** The newest ones, and one more where there are more. */
export function useDeliveries(webhookId: string, status: Delivery['status'] | undefined, shown: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['deliveries', webhookId, status, shown],
    queryFn: ({ signal }) => collect(client.webhooks.deliveries(webhookId, { status }, { signal }), shown + 1),
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
  });
}

/** The payload, loaded only when somebody opens it. */
export function useEvent(eventId: string, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => client.webhooks.event(eventId, { signal }),
    enabled: isEnabled,
    staleTime: 60_000,
  });
}

export function useSaveWebhook() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ url, mask }: { url: string; mask: boolean }) => client.webhooks.save({ url, mask }),
    onSuccess: refresh,
  });
}

export type WebhookAction = 'test' | 'enable' | 'disable' | 'rotate';

export function useWebhookAction(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (action: WebhookAction): Promise<Partial<WebhookEndpointWithSecret>> => {
      if (action === 'test') {
        await client.webhooks.test(webhookId);
        return {};
      }
      return client.webhooks[action](webhookId);
    },
    onSuccess: refresh,
  });
}

export function useDeleteWebhook(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => client.webhooks.delete(webhookId), onSuccess: refresh });
}

export function useReplayDelivery() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: (deliveryId: string) => client.webhooks.replay(deliveryId), onSettled: refresh });
}

/** Retries the deliveries that were given up. */
export function useRecoverDeliveries(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => client.webhooks.recover(webhookId), onSuccess: refresh });
}

function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['webhooks'] }),
      queries.invalidateQueries({ queryKey: ['deliveries'] }),
    ]);
}
