/** What callers ask with, where it is easier to write than what the contract takes: filters, queries, and references. */
import type { ReviewPolicyRequest } from './wire/review-queue.ts';
import type { DestinationStatus, IntakeOutcome, RunStatus, RunType, Verdict } from './wire/vocabulary.ts';

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

/** What lists, exports and insights choose runs by. */
export interface ChosenRuns extends AnswerFilter {
  status?: RunStatus | undefined;
  type?: RunType | undefined;
  /** Only runs of this backfill, which are left out otherwise. */
  backfill_id?: string | undefined;
  /** Values of dimensions: `{ team: 'Porto' }`. */
  dimensions?: Readonly<Record<string, string | readonly string[]>> | undefined;
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
}

export interface RunFilter extends ChosenRuns {
  kit_code?: string | undefined;
  /** Adds the answers of each run. */
  include?: 'answers' | undefined;
  /** `created_at`, `occurred_at`, `answer.BRICK` or `confidence.BRICK`, with `-` in front for the reverse; newest first by default. */
  sort?: string | undefined;
  /** Names, numbers and addresses of people as placeholders. */
  mask?: boolean | undefined;
}

export interface CountQuery extends ChosenRuns {
  kit_code?: string | undefined;
  /** At most eight of `status`, `kit_code`, dimensions, `metadata.KEY` and `answer.BRICK`. */
  facets?: readonly string[] | undefined;
}

export interface AuditFilter {
  /** An id (`key_…`), or exactly a name. */
  actor?: string | undefined;
  /** One action (`key.created`), or every action of a kind (`key`). */
  action?: string | undefined;
  /** An id, such as `run_…`, or a name. */
  target?: string | undefined;
  /** RFC 3339. */
  after?: string | undefined;
  before?: string | undefined;
}

export interface ReviewFilter {
  /** Id, code or slug. */
  kit?: string | undefined;
  run_id?: string | undefined;
  brick?: string | undefined;
  verdict?: Verdict | undefined;
  reviewer?: string | undefined;
  /** Only the newest verdict of each reviewer. */
  current?: boolean | undefined;
  /** RFC 3339. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** Every filter of a list of runs. */
export interface InsightsQuery extends ChosenRuns {
  /** `day`, `week`, `month`, `version`, a dimension or `metadata.KEY`; two of them with a comma: `week,team`. */
  group_by?: string | undefined;
  /** Days, both included, in the time zone. */
  from?: string | undefined;
  to?: string | undefined;
  /** Such as `Europe/Lisbon`; the workspace's by default. */
  timezone?: string | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Every filter of a list of runs. */
export interface ChangesQuery extends ChosenRuns {
  /** Days, both included; by default the last calendar week that has ended. */
  from?: string | undefined;
  to?: string | undefined;
  /** The days to compare with; by default those before. */
  against_from?: string | undefined;
  against_to?: string | undefined;
}

/** Every filter of a list of runs. */
export interface QualityQuery extends ChosenRuns {
  version?: number | undefined;
  /** RFC 3339: when the conversations took place. */
  since?: string | undefined;
  until?: string | undefined;
  /** `day`, `week`, `month`, `version`, a dimension or `metadata.KEY`. */
  group_by?: string | undefined;
  /** Such as `Europe/Lisbon`; the workspace's by default. */
  timezone?: string | undefined;
  threshold?: number | undefined;
}

/** Which runs are evaluated again; all of the kit that have succeeded when it is left out. */
export interface BackfillFilter extends AnswerFilter {
  /** RFC 3339: when the conversations took place. */
  occurred_after?: string | undefined;
  occurred_before?: string | undefined;
  /** RFC 3339: when the runs were accepted. */
  created_after?: string | undefined;
  created_before?: string | undefined;
  external_id?: string | undefined;
  /** Whether somebody reviewed the run. */
  reviewed?: boolean | undefined;
}

export interface BackfillRequest {
  /** The version that answers; a draft, too. */
  kit_version_id: string;
  filter?: BackfillFilter | undefined;
  /** These runs instead of a filter. */
  run_ids?: readonly string[] | undefined;
  /** At most so many, at random; the same each time. */
  sample?: number | undefined;
  engine?: 'auto' | 'local' | undefined;
  /** Never exceeded. */
  max_credits: number;
  /** Whether the new runs have events, and send them. */
  webhooks?: boolean | undefined;
}

/** Which past runs a draw for review looks at, and by which policy: that of the kit when it is left out. */
export interface ReviewDrawRequest {
  policy?: Omit<ReviewPolicyRequest, 'since'> | undefined;
  filter?: BackfillFilter | undefined;
}

/** One way to name a kit: exactly one member. */
export type KitReference = { kit_code: string } | { kit_id: string } | { kit_version_id: string };

export interface NewWebhookEndpoint {
  url: string;
  /** Default: as it is, or false for a new URL. */
  include_sandbox?: boolean | undefined;
  /** Bodies are masked before they are sent. Default: as it is, or false for a new endpoint. */
  mask?: boolean | undefined;
}

/** Every filter of a list. */
export interface ExportFilter extends ChosenRuns {
  format?: 'jsonl' | 'csv' | undefined;
  /** Comma list; `input` needs the permission runs:read_input. */
  include?: string | undefined;
  kit_code?: string | undefined;
  /** Names, numbers and addresses of people as placeholders. */
  mask?: boolean | undefined;
}

export type ErasureRequest =
  | {
      /** At most 1,000. */
      run_ids: readonly string[];
      filter?: undefined;
      expected?: number | undefined;
    }
  | {
      run_ids?: undefined;
      /** The conditions of a list of runs by their names: `{ customer: 'c-4711' }`. */
      filter: Readonly<Record<string, unknown>>;
      /** How many runs it should be, as `erasures.count` says; another number is refused. */
      expected: number;
    };

export interface DestinationLogFilter {
  limit?: number;
  cursor?: string;
  status?: DestinationStatus | undefined;
  run_id?: string;
}

export interface ReplayRequest {
  /** These, whatever became of them. */
  delivery_ids?: string[] | undefined;
  /** Or all that were received at this time or later. */
  since?: string | undefined;
  /** With `since`. Without them: failed and skipped. */
  outcomes?: Exclude<IntakeOutcome, 'received' | 'refused'>[] | undefined;
}

export interface DeliveryQuery {
  limit?: number | undefined;
  outcome?: IntakeOutcome | undefined;
  external_id?: string | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
}
