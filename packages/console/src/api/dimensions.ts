import { useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Dimension } from '@brickwork/client';

/** What runs are grouped and filtered by. */
export function useDimensions() {
  const client = useClient();
  return useQuery({
    queryKey: ['dimensions'],
    queryFn: ({ signal }) => client.dimensions.list({ signal }),
    staleTime: 60_000,
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
