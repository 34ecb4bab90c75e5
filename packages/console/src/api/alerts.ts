import { useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Alert } from '@brickwork/client';

export function useAlerts() {
  const client = useClient();
  return useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => client.alerts.list({ signal }),
    refetchInterval: 30_000,
  });
}
