import type { CanaryRule } from '@brickwork/client';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Canary, CanaryRule } from '@brickwork/client';

const REFRESH_MS = 30_000;
/** While an evaluation is under way, or the first one has not begun. */
const UNDER_WAY_MS = 2_000;

export function useCanaries() {
  const client = useClient();
  return useQuery({
    queryKey: ['canaries'],
    queryFn: ({ signal }) => client.canaries.list({ signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useCanary(name: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['canary', name],
    queryFn: ({ signal }) => client.canaries.get(name, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.running !== undefined || data.checked_at === undefined ? UNDER_WAY_MS : REFRESH_MS,
  });
}

export function useCanaryChanges(name: string, state: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['canary-changes', name, state],
    queryFn: ({ signal }) => client.canaries.changes(name, { signal }),
  });
}

/** The newest evaluations on a golden set that succeeded, with their reports, oldest first. `checkedAt` asks again after each night. */
export function useNights(kitId: string, set: string, count: number, checkedAt: string | undefined) {
  const client = useClient();
  const list = useQuery({
    queryKey: ['evaluations', kitId, checkedAt],
    queryFn: ({ signal }) => client.evaluations.list(kitId, { signal }),
  });
  const nights = (list.data ?? [])
    .filter((evaluation) => evaluation.set.name === set && evaluation.status === 'succeeded')
    .slice(0, count)
    .reverse();
  const reports = useQueries({
    queries: nights.map(({ evaluation_id }) => ({
      queryKey: ['evaluation', evaluation_id, undefined],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.evaluations.get(evaluation_id, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return {
    error: list.error ?? reports.find(({ error }) => error !== null)?.error ?? null,
    data:
      list.data === undefined || reports.some(({ isPending }) => isPending)
        ? undefined
        : reports.flatMap(({ data }) => data ?? []),
  };
}

export function useSaveCanary() {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, rule }: { name: string; rule: CanaryRule }) => client.canaries.put(name, rule),
    onSuccess: refresh,
  });
}

export function useDeleteCanary(name: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => client.canaries.delete(name), onSuccess: refresh });
}

function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['canaries', 'canary', 'canary-changes'].map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })),
    );
}
