import type { UsageTotals } from '@brickwork/client';
import { useQuery } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type UsageRow = UsageTotals['data'][number];

export function useUsage(from: string, to: string, groupBy: 'day' | 'kit', isEnabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['usage', from, to, groupBy],
    queryFn: ({ signal }) => client.usage.totals({ from, to, group_by: groupBy }, { signal }),
    enabled: isEnabled,
  });
}
