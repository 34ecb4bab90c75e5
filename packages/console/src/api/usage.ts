import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';

export interface UsageRow {
  day?: string;
  kit_id?: string;
  kit_code?: string;
  runs: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  average_duration_ms: number;
  calls: number;
  tokens: { input: number; cached_input: number; output: number; total: number };
  credits: number;
}

export interface Usage {
  from: string;
  to: string;
  data: UsageRow[];
}

export function useUsage(from: string, to: string, groupBy: 'day' | 'kit') {
  const api = useApi();
  return useQuery({
    queryKey: ['usage', from, to, groupBy],
    queryFn: ({ signal }) => api.get<Usage>('/v1/usage', { query: { from, to, group_by: groupBy }, signal }),
  });
}
