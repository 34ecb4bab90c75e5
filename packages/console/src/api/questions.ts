import type { ContrastRequest, QuestionRequest } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collect } from './collect.ts';
import { useClient } from './session.ts';

export type {
  Contrast,
  ContrastPhrase,
  Question,
  QuestionAnswer,
  QuestionGroup,
  QuestionItem,
  QuestionPrediction,
  QuestionQuote,
  QuestionRequest,
  QuestionShare,
} from '@brickwork/client';

/** Often enough to watch the interval shrink. */
const PROGRESS_MS = 1_000;

/** Newest first; polled while one of them is running. */
export function useQuestions() {
  const client = useClient();
  return useQuery({
    queryKey: ['questions'],
    queryFn: ({ signal }) => client.questions.list({ signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? PROGRESS_MS : false),
  });
}

/** Polled until it has ended. */
export function useQuestion(questionId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['question', questionId],
    queryFn: ({ signal }) => client.questions.get(questionId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? PROGRESS_MS : false),
  });
}

export function usePredictQuestion() {
  const client = useClient();
  return useMutation({ mutationFn: (request: QuestionRequest) => client.questions.predict(request) });
}

export function useAsk() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: QuestionRequest) => client.questions.ask(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['questions'] }),
  });
}

/** Cancels one that runs, deletes one that has ended. */
export function useRemoveQuestion(questionId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.questions.delete(questionId),
    onSuccess: ({ deleted }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['questions'] }),
        deleted ? undefined : queries.invalidateQueries({ queryKey: ['question', questionId] }),
      ]),
  });
}

/** The newest version of the kit and the question as one more brick, as a draft. */
export function useMakeBrick() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ kitId, brick }: { kitId: string; brick: Record<string, unknown> }) => {
      const [newest] = await collect(client.kits.versions(kitId));
      if (newest === undefined) throw new Error('The kit has no version.');
      const { document } = await client.kits.version(kitId, newest.version);
      const bricks = Array.isArray(document.bricks) ? document.bricks : [];
      return client.kits.push({ ...document, bricks: [...bricks, brick] });
    },
    onSuccess: () =>
      Promise.all(
        ['kits', 'kit-versions', 'kit-schema'].map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })),
      ),
  });
}

/** Newest first. */
export function useContrasts() {
  const client = useClient();
  return useQuery({
    queryKey: ['contrasts'],
    queryFn: ({ signal }) => client.contrasts.list({ signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? PROGRESS_MS : false),
  });
}

/** Polled until it has ended. */
export function useContrast(contrastId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['contrast', contrastId],
    queryFn: ({ signal }) => client.contrasts.get(contrastId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? PROGRESS_MS : false),
  });
}

export function useStartContrast() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ContrastRequest) => client.contrasts.start(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contrasts'] }),
  });
}
