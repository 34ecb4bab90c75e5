import type { Review } from './review.ts';
import type { NewRunType, RunMode, RunStatus, RunType } from './vocabulary.ts';

export interface EvidenceSpan {
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
  /** For a list: the index of the item that the slice shows. */
  item?: number;
}

export interface BrickOutput {
  /** A list for a brick with `many`. Null where `applicability` says why, or where nothing was said and the brick has `absent: null`. */
  value: string | number | boolean | string[] | null;
  /** Why there is no value: the brick does not apply to this conversation, or it is not sure enough. Absent on answers. */
  applicability?: 'not_applicable' | 'abstained';
  confidence?: number;
  /** With `include=confidence_basis`: how the value was found. */
  basis?: 'metric' | 'pattern' | 'lexical' | 'examples' | 'learned' | 'read' | 'weak' | 'model' | 'score' | 'condition';
  reason?: string;
  evidence?: string[];
  evidence_spans?: EvidenceSpan[];
  /** Passages of the kit's knowledge that the answer rests on. */
  knowledge_refs?: KnowledgeRef[];
  /** With `include=confidence_basis`: what a model's confidence was computed from. */
  confidence_basis?: { [name: string]: unknown };
  /** With `as: 'reviewed'`, where it differs from what the kit gave: corrected by reviewers, or following from what they corrected. */
  reviewed?: 'corrected' | 'recomputed';
}

export interface KnowledgeRef {
  name: string;
  passage: number;
  text: string;
}

export interface RunOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: Record<string, BrickOutput>;
}

/** An answer without what proves it; texts are cut after 256 characters. */
export interface RunAnswer {
  value: string | number | boolean | (string | number | boolean)[] | null;
  confidence?: number;
  applicability?: string;
}

/** A run as lists show it: everything but the output. */
export interface RunItem {
  run_id: string;
  status: RunStatus;
  type: RunType;
  mode: RunMode;
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  kit_version: number;
  /** When the conversation took place; `created_at` unless the request or the input says otherwise. */
  occurred_at: string;
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
  /** Who answered: `local`, or the model's name, such as `openai/gpt-5-mini`. */
  engine?: string;
  /** When the contents were erased, on request or by retention. */
  erased_at?: string;
  /** Of a run of a backfill: the run that it asks again. */
  rescored_from?: string;
  backfill_id?: string;
  /** While the status is `queued`: why, which attempt comes next, and when, where that is known. */
  waiting?: { reason: string; attempt: number; next_attempt_at?: string };
  /** In lists with `include: 'answers'`. */
  answers?: Record<string, RunAnswer>;
}

/**
 * `Output` is what `brickwork kits types` prints for a kit. A run that has succeeded has its output, until it is erased: where that
 * happens, look at `erased_at` first.
 */
export type Run<Output = RunOutput> = RunRecord<Output> &
  ({ status: 'succeeded'; output: Output } | { status: Exclude<RunStatus, 'succeeded'> });

/** A run as it is sent. */
export interface RunRecord<Output = RunOutput> extends Omit<RunItem, 'answers'> {
  output?: Output;
  input?: Record<string, unknown>;
  /** The output is as reviewers see it. */
  as?: 'reviewed';
  /** With `include=conversation`. */
  conversation?: Conversation;
  /** With `include=reviews`: oldest first. */
  reviews?: Review[];
}

/** The normalised conversation; offsets are on the same scale as those of evidence spans. */
export interface Conversation {
  format: string;
  turns: ConversationTurn[];
  /** Absent when there are too few words to tell. */
  language?: { code: string; probability: number };
  speakers?: ConversationSpeaker[];
}

export interface ConversationSpeaker {
  label: string;
  /** Absent when it is unknown. */
  side?: 'agent' | 'customer';
  /** That the side is right, from 0 to 1. */
  probability: number;
  basis?: 'given' | 'workspace' | 'label' | 'address' | 'other' | 'words';
}

export interface ConversationTurn {
  index: number;
  speaker?: string;
  side?: 'agent' | 'customer';
  text: string;
  start: number;
  end: number;
  start_seconds?: number;
  end_seconds?: number;
}

export interface AcceptedRun {
  run_id: string;
  status: RunStatus;
  type: RunType;
  sync_fallback?: true;
  waited_ms?: number;
}

export interface CreateRunRequest {
  /** Null and "" count as absent. */
  kit_code?: string | null | undefined;
  /** Pins a version; wins over `kit_code`. */
  kit_version_id?: string | null | undefined;
  input: Record<string, unknown>;
  type?: NewRunType | undefined;
  /** Your own id of the conversation. */
  external_id?: string | undefined;
  /** When the conversation took place, RFC 3339; by default what the input says, else now. */
  occurred_at?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

export interface RunFilter extends AnswerFilter {
  status?: RunStatus | undefined;
  type?: RunType | undefined;
  /** Only runs of this backfill, which are left out otherwise. */
  backfill_id?: string | undefined;
  kit_code?: string | undefined;
  /** Only runs that this version answered. */
  kit_version_id?: string | undefined;
  external_id?: string | undefined;
  /** RFC 3339: when the conversations took place. */
  occurred_after?: string | undefined;
  occurred_before?: string | undefined;
  /** RFC 3339: when the runs were accepted. */
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Words of the input: `refund "late delivery" -invoice`; needs runs:read_input. */
  q?: string | undefined;
  /** Whether somebody reviewed the run. */
  reviewed?: boolean | undefined;
  /** `reviewed`: answers as reviewers see them, also those that filters look at. */
  as?: 'given' | 'reviewed' | undefined;
  /** Adds the answers of each run. */
  include?: 'answers' | undefined;
}

/**
 * Filters by answer, confidence and metadata; those by answer and confidence need `kit_code`:
 * `{ 'answer.resolved': 'false', 'answer.score': 'lt:60', 'confidence.resolved': 'lt:0.7', 'metadata.team': 'emea' }`
 */
export interface AnswerFilter {
  [parameter: `answer.${string}` | `confidence.${string}` | `metadata.${string}`]:
    | string
    | readonly string[]
    | undefined;
}

export interface RunPage {
  data: RunItem[];
  has_more: boolean;
  next_cursor?: string;
}

export interface BatchLine {
  index: number;
  http_status: number;
  run_id?: string;
  status?: RunStatus;
  replayed?: boolean;
  error?: string;
  [more: string]: unknown;
}

export interface Tokens {
  input: number;
  cached_input: number;
  output: number;
  total: number;
}

export interface RunUsage {
  run_id: string;
  status: RunStatus;
  engine: string;
  model?: string;
  calls: number;
  tokens: Tokens;
  /** What is charged: nothing for sandbox runs. */
  credits: number;
  /** Of a sandbox run: what its models cost. */
  uncharged_credits?: number;
  estimated: boolean;
}

export interface UsageTotals {
  from: string;
  to: string;
  group_by: 'day' | 'kit';
  data: {
    day?: string;
    kit_id?: string;
    kit_code?: string;
    runs: number;
    succeeded: number;
    failed: number;
    cancelled: number;
    average_duration_ms: number;
    calls: number;
    tokens: Tokens;
    credits: number;
  }[];
  /** Sandbox runs that called a model: not charged, but the provider is paid. */
  sandbox: { runs: number; calls: number; tokens: Tokens; uncharged_credits: number };
  /** What the workspace stores now, in both environments, and what its plan allows; `null` means no limit. */
  stored: { runs: number; bytes: number; runs_limit: number | null; bytes_limit: number | null };
}
