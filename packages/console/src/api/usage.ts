import type { UsageTotals as Usage } from '@brickwork/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';

export type UsageRow = Usage['data'][number];

export function useUsage(from: string, to: string, groupBy: 'day' | 'kit') {
  const api = useApi();
  return useQuery({
    queryKey: ['usage', from, to, groupBy],
    queryFn: ({ signal }) => api.get<Usage>('/v1/usage', { query: { from, to, group_by: groupBy }, signal }),
  });
}
