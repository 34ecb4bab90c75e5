import type { ApiKey } from '@brickwork/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';

export type { ApiKey } from '@brickwork/client';

export function useKeys() {
  const api = useApi();
  return useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => api.get<{ data: ApiKey[] }>('/v1/keys', { signal }),
  });
}
