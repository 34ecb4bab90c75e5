import { useQueries } from '@tanstack/react-query';
import { useClient } from '../api/session.ts';
import { readQuery, useRead } from '../api/use-read.ts';

/** The newest evaluations on a golden set that succeeded, with their reports, oldest first. `checkedAt` asks again after each night. */
export function useNights(kitId: string, set: string, count: number, checkedAt: string | undefined) {
  const client = useClient();
  const list = useRead((api) => api.evaluations.list(kitId), { since: checkedAt });
  const nights = (list.data ?? [])
    .filter((evaluation) => evaluation.set.name === set && evaluation.status === 'succeeded')
    .slice(0, count)
    .reverse();
  const reports = useQueries({
    queries: nights.map(({ evaluation_id }) =>
      readQuery(client, (api) => api.evaluations.get(evaluation_id), { staleTime: Number.POSITIVE_INFINITY }),
    ),
  });
  return {
    error: list.error ?? reports.find(({ error }) => error !== null)?.error ?? null,
    data:
      list.data === undefined || reports.some(({ isPending }) => isPending)
        ? undefined
        : reports.flatMap(({ data }) => data ?? []),
  };
}
