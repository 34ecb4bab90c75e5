import { ApiError, type ShadowRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

/** The shadow that runs, or else the last one; null when the kit never had one. */
export function useShadow(kitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['shadow', kitId],
    queryFn: ({ signal }) =>
      client.shadows.get(kitId, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? 5_000 : false),
  });
}

export function useSaveShadow(kitId: string) {
  const client = useClient();
  const refresh = useRefresh(kitId);
  return useMutation({
    mutationFn: (request: ShadowRequest) => client.shadows.put(kitId, request),
    onSuccess: refresh,
  });
}

export function useStopShadow(kitId: string) {
  const client = useClient();
  const refresh = useRefresh(kitId);
  return useMutation({ mutationFn: () => client.shadows.stop(kitId), onSettled: refresh });
}

function useRefresh(kitId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([['shadow', kitId], ['backfills']].map((queryKey) => queries.invalidateQueries({ queryKey })));
}
