import type { InsightsQuery } from '@brickwork/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { BrickInsights, Insights, InsightsGroup } from '@brickwork/client';
export type { Estimate } from '@brickwork/contract/figures';

/** How last week went, as channels are sent it on Mondays. */
export function useSummary() {
  const client = useClient();
  return useQuery({ queryKey: ['summary'], queryFn: ({ signal }) => client.insights.summary({}, { signal }) });
}

export function useInsights(kitId: string, query: InsightsQuery) {
  const client = useClient();
  return useQuery({
    queryKey: ['insights', kitId, query],
    queryFn: ({ signal }) => client.insights.get(kitId, query, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Shows nothing old while another kit or period loads: its figures would stand under the wrong name. */
export function useKitInsights(kitId: string | undefined, query: InsightsQuery, isEnabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['insights', kitId, query],
    queryFn: ({ signal }) => client.insights.get(kitId ?? '', query, { signal }),
    enabled: kitId !== undefined && isEnabled,
    staleTime: 60_000,
  });
}
