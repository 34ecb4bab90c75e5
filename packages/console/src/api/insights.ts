import type { InsightsQuery } from '@brickwork/client';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { BrickInsights, Estimate, Insights, InsightsGroup } from '@brickwork/client';

export type GroupBy = NonNullable<InsightsQuery['group_by']>;

export function useInsights(kitId: string, query: InsightsQuery) {
  const client = useClient();
  return useQuery({
    queryKey: ['insights', kitId, query],
    queryFn: ({ signal }) => client.insights.get(kitId, query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One answer per span of days, for each kit, in the order of `asked`. */
export function useInsightsOf(asked: readonly { kitId: string; from: string; to: string }[]) {
  const client = useClient();
  return useQueries({
    queries: asked.map(({ kitId, from, to }) => ({
      queryKey: ['insights', kitId, { from, to }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.insights.get(kitId, { from, to, group_by: 'month' }, { signal }),
      staleTime: 60_000,
    })),
  });
}
