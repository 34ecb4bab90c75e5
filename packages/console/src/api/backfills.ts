import type { BackfillRequest } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Backfill, BackfillEstimate, BackfillRequest, ComparedBrick } from '@brickwork/client';

/** Often enough to watch the bar move; the comparison reads every pair of runs, so it is asked for less often. */
const PROGRESS_MS = 1_000;
const COMPARISON_MS = 5_000;

/** Newest first; polled while one of them is running. */
export function useBackfills() {
  const client = useClient();
  return useQuery({
    queryKey: ['backfills'],
    queryFn: ({ signal }) => client.backfills.list({ signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? PROGRESS_MS : false),
  });
}

/** Polled until it has ended. */
export function useBackfill(backfillId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['backfill', backfillId],
    queryFn: ({ signal }) => client.backfills.get(backfillId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? PROGRESS_MS : false),
  });
}

/** While the backfill runs, of what has ended so far. `status` makes it new once more at the end. */
export function useBackfillComparison(backfillId: string, status: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['backfill-comparison', backfillId, status],
    queryFn: ({ signal }) => client.backfills.compare(backfillId, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: status === 'running' ? COMPARISON_MS : false,
  });
}

export function useEstimateBackfill() {
  const client = useClient();
  return useMutation({
    mutationFn: (request: Omit<BackfillRequest, 'max_credits'>) => client.backfills.estimate(request),
  });
}

export function useStartBackfill() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: BackfillRequest) => client.backfills.start(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['backfills'] }),
  });
}

export function useCancelBackfill(backfillId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.backfills.cancel(backfillId),
    onSettled: () =>
      Promise.all([['backfills'], ['backfill', backfillId]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
