import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Appeal } from '@brickwork/client';

/** The newest 100. */
export function useAppeals(filter: { status?: 'open'; run_id?: string }) {
  const client = useClient();
  return useQuery({
    queryKey: ['appeals', filter],
    queryFn: ({ signal }) => client.appeals.page({ ...filter, limit: 100 }, { signal }),
  });
}

export function useAppeal(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (appeal: { brick: string; text: string }) => client.appeals.create(runId, appeal),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['appeals'] }),
  });
}

/** A call of one's own, with what was said. */
export function useOwnCall(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['own-call', runId],
    queryFn: ({ signal }) => client.runs.get(runId, { include: ['conversation'], as: 'reviewed', signal }),
  });
}
