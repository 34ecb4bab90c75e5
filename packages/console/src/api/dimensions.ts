import type { Dimension } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Dimension };

/** What runs are grouped and filtered by. */
export function useDimensions() {
  const client = useClient();
  return useQuery({
    queryKey: ['dimensions'],
    queryFn: ({ signal }) => client.dimensions.list({ signal }),
    staleTime: 60_000,
  });
}

export function useSaveDimension() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, metadata_key, label }: Dimension) => client.dimensions.put(name, { metadata_key, label }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dimensions'] }),
  });
}

export function useDeleteDimension() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.dimensions.delete(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dimensions'] }),
  });
}

/** Values that begin so, the most frequent first. */
export function useDimensionValues(name: string | undefined, prefix: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['dimension-values', name, prefix],
    queryFn: ({ signal }) => client.dimensions.values(name ?? '', { prefix, limit: 20 }, { signal }),
    enabled: name !== undefined,
    staleTime: 60_000,
  });
}
