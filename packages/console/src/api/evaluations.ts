import type { EvaluationRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { BrickComparison, Evaluation, GoldenSet } from '@brickwork/client';

export function useGoldenSets(kitId: string, isEnabled = true) {
  const client = useClient();
  return useQuery({
    queryKey: ['golden-sets', kitId],
    queryFn: ({ signal }) => client.goldenSets.list(kitId, { signal }),
    enabled: isEnabled,
  });
}

/** Builds a set from the reviewed runs on whose answers people agree. */
export function useCollectSet(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.goldenSets.put(kitId, name, { from_reviews: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['golden-sets', kitId] }),
  });
}

interface AddedRuns {
  name: string;
  runIds: readonly string[];
  /** Whether answers that nobody has reviewed are taken as right. */
  unreviewed: boolean;
}

export function useAddToGoldenSet(kit: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, runIds, unreviewed }: AddedRuns) =>
      client.goldenSets.addRuns(kit, name, runIds, { unreviewed }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['golden-sets'] }),
  });
}

/** Polled while one of them is running. */
export function useEvaluations(kitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['evaluations', kitId],
    queryFn: ({ signal }) => client.evaluations.list(kitId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? 1_000 : false),
  });
}

export function useStartEvaluation(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: EvaluationRequest) => client.evaluations.start(kitId, request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['evaluations', kitId] }),
  });
}

export function useCancelEvaluation(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (evaluationId: string) => client.evaluations.cancel(evaluationId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['evaluations', kitId] }),
  });
}

/** With its report, and with the lines that turned right or wrong since `against`. */
export function useEvaluation(evaluationId: string | undefined, against: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['evaluation', evaluationId, against],
    queryFn: ({ signal }) => client.evaluations.get(evaluationId ?? '', { against, signal }),
    enabled: evaluationId !== undefined,
  });
}
