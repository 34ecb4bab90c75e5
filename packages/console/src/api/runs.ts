import type * as wire from '@brickwork/client';
import type { RunItem, RunStatus, RunUsage } from '@brickwork/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi, useMay } from '../session/session.ts';

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
  RunUsage,
} from '@brickwork/client';

/** What a model's confidence was reckoned from. */
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

export type Run = wire.Run<{ kit_code: string; kit_version_id: string; bricks: Record<string, BrickOutput> }>;

export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor?: string;
}

export interface RunFilter {
  status?: string | undefined;
  kit_code?: string | undefined;
  external_id?: string | undefined;
  type?: string | undefined;
}

const RUNS_PER_PAGE = 25;

export function isTerminal(status: RunStatus | undefined): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The first page is live: it is asked for again every few seconds while the tab is looked at. */
export function useRuns(filter: RunFilter, cursor: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['runs', filter, cursor],
    queryFn: ({ signal }) =>
      api.get<Page<RunItem>>('/v1/runs', { query: { ...filter, cursor, limit: RUNS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? 3_000 : false,
  });
}

const INCLUDED = 'evidence_spans,confidence_basis';

/** With the conversation where the key may read it; polled until it has ended. */
export function useRun(runId: string) {
  const api = useApi();
  const include = useMay('runs:read_input') ? `${INCLUDED},conversation` : INCLUDED;
  return useQuery({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => api.get<Run>(`/v1/runs/${encodeURIComponent(runId)}`, { query: { include }, signal }),
    refetchInterval: ({ state }) => (isTerminal(state.data?.status) || state.error !== null ? false : 1_000),
  });
}

export function useRunUsage(runId: string, isEnabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['run-usage', runId],
    queryFn: ({ signal }) => api.get<RunUsage>(`/v1/runs/${encodeURIComponent(runId)}/usage`, { signal }),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
