import type { ErasureRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export function useStartErasure() {
  const client = useClient();
  return useMutation({ mutationFn: (request: ErasureRequest) => client.erasures.create(request) });
}

/** Asked again until it has ended; the lists are then read again. */
export function useErasure(erasureId: string | undefined) {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['erasure', erasureId],
    queryFn: async ({ signal }) => {
      const erasure = await client.erasures.get(erasureId ?? '', { signal });
      if (erasure.status !== 'running') await queries.invalidateQueries({ queryKey: ['runs'] });
      return erasure;
    },
    enabled: erasureId !== undefined,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.status === 'running' ? 500 : false),
  });
}
