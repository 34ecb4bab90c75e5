import type { CancelRunsRequest, RunCancellation } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from './session.ts';

/** How many runs that match have not ended, at this moment. */
export function useOpenCount(filter: Readonly<Record<string, unknown>>) {
  const client = useClient();
  return useQuery({
    queryKey: ['open-runs', filter],
    queryFn: ({ signal }) => client.runs.cancelMany({ filter, dry_run: true }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** `sofar` while it goes on. */
export function useCancelRuns() {
  const client = useClient();
  const queries = useQueryClient();
  const [sofar, setSofar] = useState<RunCancellation>();
  const mutation = useMutation({
    mutationFn: (request: CancelRunsRequest) => client.runs.cancelMany(request, { onProgress: setSofar }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
  return { ...mutation, sofar };
}
