import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { BrickLearning, Learning } from '@brickwork/client';

/** Newest first; polled while one of them is running. */
export function useLearnings(kitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['learnings', kitId],
    queryFn: ({ signal }) => client.learnings.list(kitId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? 1_000 : false),
  });
}

/** Which bricks have enough reviews; for those who may start a learning. */
export function useLearnable(kitId: string, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['learnable', kitId],
    queryFn: ({ signal }) => client.learnings.estimate(kitId, {}, { signal }),
    enabled: isEnabled,
  });
}

export function useStartLearning(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.learnings.start(kitId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['learnings', kitId] }),
  });
}

export function useCancelLearning(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (learningId: string) => client.learnings.cancel(learningId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['learnings', kitId] }),
  });
}

export function useUnlearn(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.learnings.undo(kitId),
    onSuccess: () =>
      Promise.all(
        ['kits', 'kit-versions', 'kit-schema', 'quality'].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
