import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi, useMay } from '../session/session.ts';

export const RUN_STATUSES = ['processing', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunItem {
  run_id: string;
  status: RunStatus;
  type: 'api' | 'sandbox';
  mode: 'async' | 'sync';
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  created_at: string;
  started_at?: string;
  completed_at?: string;
  duration_ms?: number;
  error_code?: string;
  error_message?: string;
  error_user_message?: string;
  external_id?: string;
  metadata?: Record<string, string>;
  warnings?: string[];
  erased_at?: string;
}

export interface EvidenceSpan {
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
}

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

export interface BrickOutput {
  value: string | number | boolean;
  confidence?: number;
  basis?: string;
  confidence_basis?: ConfidenceBasis;
  reason?: string;
  evidence?: string[];
  evidence_spans?: EvidenceSpan[];
}

export interface Turn {
  index: number;
  speaker?: string;
  side?: 'agent' | 'customer';
  text: string;
  start: number;
  end: number;
}

export interface Conversation {
  format: string;
  turns: Turn[];
}

export interface Run extends RunItem {
  output?: { kit_code: string; kit_version_id: string; bricks: Record<string, BrickOutput> };
  conversation?: Conversation;
}

export interface RunUsage {
  engine: string;
  model?: string;
  calls: number;
  tokens: { input: number; cached_input: number; output: number; total: number };
  credits: number;
  estimated: boolean;
}

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
