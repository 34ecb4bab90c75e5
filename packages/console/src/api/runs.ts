import type * as wire from '@brickwork/client';
import { type BrickworkClient, isTerminal, type RunStatus, WaitTimeoutError } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { conversationFieldOf } from './kits.ts';
import { useClient, useMay } from './session.ts';

export const RUN_STATUSES = [
  'processing',
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies RunStatus[];

export type {
  Conversation,
  ConversationTurn as Turn,
  EvidenceSpan,
  RunItem,
  RunStatus,
} from '@brickwork/client';
export { isTerminal } from '@brickwork/client';

/** What a model's confidence was computed from. */
interface ConfidenceBasis {
  quotes_given?: number;
  quotes_found?: number;
  votes?: number;
  agreeing?: number;
  stated?: number;
  suspect?: boolean;
  calibrated?: boolean;
}

/** A brick's output with what the console shows of the basis. */
export type BrickOutput = Omit<wire.BrickOutput, 'confidence_basis'> & { confidence_basis?: ConfidenceBasis };

export type Run = wire.Run<RunOutput>;

export type RunFilter = wire.RunFilter;

const RUNS_PER_PAGE = 25;

/** The first page is refreshed every few seconds while the tab is visible. */
export function useRuns(filter: RunFilter, cursor: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['runs', filter, cursor],
    queryFn: ({ signal }) => client.runs.page({ ...filter, cursor, limit: RUNS_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined && filter.sort === undefined ? 3_000 : false,
  });
}

/** How many match, and how they divide; not as often as the list itself, since it looks at more. */
export function useRunCount(filter: RunFilter, facets: readonly string[]) {
  const client = useClient();
  return useQuery({
    queryKey: ['runs', 'count', filter, facets],
    queryFn: ({ signal }) => client.runs.count({ ...filter, facets }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** The first few of a list in its order, once. */
export function useFirstRuns(filter: RunFilter, limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['first-runs', filter, limit],
    queryFn: async ({ signal }) => (await client.runs.page({ ...filter, limit }, { signal })).data,
    staleTime: 60_000,
  });
}

/** Whether there is any run yet. Once there is, it is not asked again. */
export function useHasRuns() {
  const client = useClient();
  const { data, error, isFetching } = useQuery({
    queryKey: ['has-runs'],
    queryFn: async ({ signal }) => (await client.runs.page({ limit: 1 }, { signal })).data.length > 0,
    staleTime: ({ state }) => (state.data === true ? Number.POSITIVE_INFINITY : 0),
  });
  return { hasRuns: isFetching && data !== true ? undefined : data, error };
}

interface RunOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: Record<string, BrickOutput>;
}

/** With the conversation where the key may read it; polled until it has ended. */
export function useRun(runId: string) {
  const client = useClient();
  const mayReadInput = useMay('runs:read_input');
  return useQuery({
    queryKey: ['run', runId],
    queryFn: ({ signal }) =>
      client.runs.get<RunOutput>(runId, {
        include: mayReadInput
          ? ['evidence_spans', 'confidence_basis', 'reviews', 'conversation']
          : ['evidence_spans', 'confidence_basis', 'reviews'],
        signal,
      }),
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || (data !== undefined && isTerminal(data.status)) ? false : 1_000,
  });
}

/** The answers of a run as its reviewers see them; read again with the run whenever somebody reviews it. */
export function useReviewedBricks({ run_id: runId, output, reviews = [] }: Run): RunOutput['bricks'] | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['run', runId, 'reviewed'],
    queryFn: ({ signal }) =>
      client.runs.get<RunOutput>(runId, {
        as: 'reviewed',
        include: ['evidence_spans', 'confidence_basis'],
        signal,
      }),
    enabled: output !== undefined && reviews.length > 0,
  });
  return data?.output?.bricks;
}

export function useRunUsage(runId: string, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['run-usage', runId],
    queryFn: ({ signal }) => client.runs.usage(runId, { signal }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The run that the playground starts from, with its input. */
export function useRunInput(runId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['run-input', runId],
    queryFn: ({ signal }) => client.runs.get(runId ?? '', { include: ['input'], signal }),
    enabled: runId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCancelRun(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.runs.cancel(runId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', runId] }),
  });
}

export function useEraseRun(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.runs.erase(runId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', runId] }),
  });
}

/** A version that exists, or a draft that becomes one. */
type KitSource = { kitVersionId: string } | { document: object };

/** Runs one conversation with each kit, side by side; returns the ids of the runs. Sandbox runs do not count in usage. */
export function useEvaluate() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ sources, input }: { sources: readonly KitSource[]; input: Record<string, unknown> }) =>
      Promise.all(
        sources.map(async (source) => {
          const kit_version_id =
            'kitVersionId' in source ? source.kitVersionId : (await client.kits.push(source.document)).kit_version_id;
          return startSandboxRun(client, { kit_version_id, input });
        }),
      ),
    onSuccess: () => {
      for (const queryKey of ['runs', 'kits', 'kit-versions']) queries.invalidateQueries({ queryKey: [queryKey] });
    },
  });
}

export interface ExampleRun {
  /** A version that exists, or the document of a kit that is published first. */
  source: KitSource;
  externalId: string;
  inputFor(conversationField: string): Record<string, unknown>;
}

/** Publishes an example kit where it is missing, and runs it on an example conversation. */
export function useRunExample() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ source, externalId, inputFor }: ExampleRun) => {
      const kit_version_id =
        'kitVersionId' in source
          ? source.kitVersionId
          : (await client.kits.push(source.document, { publish: true })).kit_version_id;
      const field = conversationFieldOf(await client.kits.schema(kit_version_id));
      return startSandboxRun(client, { kit_version_id, external_id: externalId, input: inputFor(field) });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['kits'] }),
  });
}

/** Resolves when the run has ended, or when the service stops waiting for it: its page then keeps polling. */
async function startSandboxRun(
  client: BrickworkClient,
  request: { kit_version_id: string; input: Record<string, unknown>; external_id?: string },
): Promise<string> {
  try {
    return (await client.runs.createAndWait({ ...request, type: 'sandbox' }, { waitTimeoutMs: 0 })).run_id;
  } catch (error) {
    if (error instanceof WaitTimeoutError) return error.runId;
    throw error;
  }
}
