import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPassing } from '../api/describe-error.ts';
import { useClient } from '../api/session.ts';

const CALM_MS = 15_000;
const AWAY_MS = 2_000;

/** Whether the service does not answer: asked now and then, and at once when any request of a page failed. */
export function useIsAway(): boolean {
  const client = useClient();
  const queries = useQueryClient();
  const { error } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => client.keys.me({ signal, timeoutMs: 5_000 }),
    retry: false,
    refetchInterval: ({ state }) => (state.error === null ? CALM_MS : AWAY_MS),
  });
  const isAway = error !== null && isPassing(error);
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated' || query.queryKey[0] === 'me' || query.state.fetchStatus !== 'idle') return;
        const mine = queries.getQueryState(['me']);
        // Only where the two disagree, so that one question does not lead to the next.
        const hasFailed = isPassing(query.state.error);
        if (hasFailed && mine?.error === null && mine.fetchStatus === 'idle')
          void queries.invalidateQueries({ queryKey: ['me'] });
      }),
    [queries],
  );
  // What could not be loaded meanwhile is loaded once it is back.
  useEffect(() => {
    if (!isAway) return;
    return () => void queries.invalidateQueries({ predicate: ({ state }) => state.error !== null });
  }, [isAway, queries]);
  return isAway;
}
