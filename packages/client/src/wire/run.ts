/** Generated from the contract by `npm run generate`: change the schema there. */
import type { BrickOutput, BrickValue, EvidenceSpan, KnowledgeRef } from './brick-output.ts';
import type { Review } from './review.ts';
import type { ErasureStatus, NewRunType, RunMode, RunStatus, RunType } from './vocabulary.ts';

export interface RunOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: Record<string, BrickOutput>;
}

/** An answer without what proves it. */
export interface RunAnswer {
  /** Texts are cut after 256 characters. */
  value: string | number | boolean | (string | number | boolean)[] | null;
  confidence?: number;
  /** Why there is no value, where the brick says so. */
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
  /** From the start of the first attempt to the end. */
  duration_ms?: number;
  /** Why it failed; see the error reference. */
  error_code?: string;
  /** For diagnosis; not for your users. */
  error_message?: string;
  /** Safe to show to your users. */
  error_user_message?: string;
  external_id?: string;
  metadata?: Record<string, string>;
  warnings?: string[];
  /**
   * Who answered: `local` (the built-in engine, always with a test key), or the model’s name, such as
   * `openai/gpt-5-mini`; several are separated by commas. Absent while nothing has been evaluated.
   */
  engine?: string;
  /** Names, numbers and addresses of people are placeholders such as `<PERSON_1>`. */
  masked?: true;
  /** The original run, if this one belongs to a backfill. */
  rescored_from?: string;
  backfill_id?: string;
  /** When the contents were erased, on request or by retention. A run that succeeded then has no `output`. */
  erased_at?: string;
  /** While the status is `queued`. */
  waiting?: {
    /**
     * `workspace_limit`: the plan’s limit of concurrent runs. `worker_stopped`, `worker_lost`: another worker takes
     * it. Otherwise the error code of the attempt that failed.
     */
    reason: string;
    /** The number of the next attempt. */
    attempt: number;
    /** When the next attempt starts at the earliest. If absent: as soon as there is capacity. */
    next_attempt_at?: string;
  };
  /** In lists with `include=answers`: the answers of a run that succeeded. */
  answers?: Record<string, RunAnswer>;
}

/** A run as it is sent. */
export interface RunRecord<Output = RunOutput> extends Omit<RunItem, 'answers'> {
  /** Once the run has succeeded. */
  output?: Output;
  /** With `include=input`. */
  input?: Record<string, unknown>;
  /** The output has reviewers’ corrections applied. */
  as?: 'reviewed';
  /** With `include=conversation`; absent when the run’s contents were erased. */
  conversation?: Conversation;
  /** With `include=usage`, once the run has ended: what it used and cost, over all of its attempts. */
  usage?: RunUsage;
  /**
   * With `include=reviews`: what people said about it, oldest first; of more than 500 the newest. `GET
   * /v1/reviews?run_id=…` has all of them.
   */
  reviews?: Review[];
}

export interface ConversationTurn {
  index: number;
  /** The label as it was written. */
  speaker?: string;
  side?: 'agent' | 'customer';
  text: string;
  start: number;
  end: number;
  /** In the recording, where the input has times. */
  start_seconds?: number;
  end_seconds?: number;
  /** Absent for what the agent or the customer said. */
  kind?: 'bot' | 'interpreter' | 'voicemail';
  /** The last version of a message that was changed. */
  edited?: true;
}

export interface ConversationSpeaker {
  label: string;
  /** Absent when it is unknown. */
  side?: 'agent' | 'customer';
  /** How likely the side is right, from 0 to 1. */
  probability: number;
  /** What the side was inferred from. */
  basis?: 'given' | 'workspace' | 'label' | 'address' | 'other' | 'words';
  /** Set if the label says one side and the words the other, with the words’ own probability. */
  conflict?: {
    label: 'agent' | 'customer';
    words: 'agent' | 'customer';
    probability: number;
  };
  /** A bot is on the side of the agent only where no human is; an interpreter on neither. */
  kind?: 'bot' | 'interpreter';
}

/** The normalised conversation; `start` and `end` are on the same scale as those of evidence spans. */
export interface Conversation {
  /** The detected format of the input, such as `labelled` or `vtt`. */
  format: string;
  turns: ConversationTurn[];
  /** Parts of the input that are not conversation: no brick reads it, no evidence quotes it. */
  left_out?: {
    kind: 'note' | 'system' | 'hold' | 'attachment' | 'deleted' | 'signature';
    /** Empty where it was deleted; cut after 4,000 characters. */
    text: string;
    /** The index of the turn after it; the number of turns at the end. */
    before: number;
    speaker?: string;
    start_seconds?: number;
    end_seconds?: number;
  }[];
  /** Absent when there are too few words to tell. */
  language?: {
    /** BCP 47, such as `en`. */
    code: string;
    probability: number;
    /** Where more than one language is spoken: how much of the conversation is in each. */
    shares?: Record<string, number>;
  };
  speakers?: ConversationSpeaker[];
}

export interface AcceptedRun {
  run_id: string;
  status: RunStatus;
  type: RunType;
  /** The run of a sync request did not end in time; poll for it. */
  sync_fallback?: true;
  waited_ms?: number;
}

export interface CreateRunRequest {
  /** 8-character Kit code. Required unless `kit_version_id` is given. */
  kit_code?: string | null | undefined;
  /** Pins a version; takes precedence over `kit_code`. */
  kit_version_id?: string | null | undefined;
  /** The fields that the kit declares; typically `transcript`. */
  input: Record<string, unknown>;
  /** `sandbox` may also address a draft by `kit_version_id`. */
  type?: NewRunType | undefined;
  /**
   * When the conversation took place, RFC 3339. By default as the input says, otherwise now. At most a day in the
   * future.
   */
  occurred_at?: string | undefined;
  /** Your own id for the conversation; you can list runs by it. */
  external_id?: string | undefined;
  /** At most 16 pairs of strings, returned with the run. */
  metadata?: Record<string, string> | undefined;
}

export interface RunPage {
  data: RunItem[];
  has_more: boolean;
  next_cursor?: string;
  /**
   * With `sort` by an answer or its confidence. `false`: the kit has more than 20,000 runs in these periods, and
   * only the newest were compared.
   */
  sort_complete?: boolean;
}

export interface RunCount {
  count: number;
  /** How many of these have been erased; lists include them too. */
  erased: number;
  /** `false`: only the newest runs were considered, and older ones may match as well. */
  complete: boolean;
  facets: {
    name: string;
    /** The 20 most frequent; a run with several values of a brick counts for each. */
    values: {
      value: string;
      count: number;
    }[];
    /** Runs with other values. */
    others: number;
    /** Runs without a value. */
    without: number;
  }[];
}

export interface Erasure {
  /** `ers_…` */
  erasure_id: string;
  status: ErasureStatus;
  /** Runs that were selected. */
  total: number;
  /** How many of these are erased. */
  erased: number;
  created_at: string;
  completed_at?: string;
}

export interface StartedErasure {
  /** `ers_…` */
  erasure_id: string;
  status: ErasureStatus;
  /** Runs that were selected. */
  total: number;
  /** How many of these are erased. */
  erased: number;
  created_at: string;
  completed_at?: string;
  /**
   * Texts that people typed and that are not erased: saved views, questions, coaching notes, alert rules and
   * uploaded golden lines that name the customer or the conversation. Check each, and change or delete it. At most
   * 100.
   */
  mentions: {
    kind: 'saved_view' | 'question' | 'coaching_note' | 'alert' | 'golden_line';
    /** Its name, or its id where it has none. */
    name: string;
    /** Where this API reads, changes or deletes it. */
    link: string;
  }[];
}

export interface ErasureCount {
  /** Runs that would be erased now; those that were erased before are not among them. At most 100,001. */
  total: number;
}

export interface RunCancellation {
  /** Selected runs that had not ended. */
  matched: number;
  /** How many of these this request cancelled. Others may have ended meanwhile. */
  cancelled: number;
  /** How many of these are left for another request: one request cancels at most 5,000. */
  remaining: number;
  /**
   * Runs accepted from this moment on were not considered. Send it as `filter.created_before` to continue with the
   * rest.
   */
  created_before: string;
}

export interface ImportedRun {
  /**
   * When the conversation took place, RFC 3339. By default as the input says, otherwise now. At most a day in the
   * future.
   */
  occurred_at?: string | undefined;
  /** Your own id for the conversation; you can list runs by it. */
  external_id?: string | undefined;
  /** At most 16 pairs of strings, returned with the run. */
  metadata?: Record<string, string> | undefined;
  /** The conversation, as in `POST /v1/runs`. */
  input: Record<string, unknown>;
  /**
   * An answer for every brick of the version. Evidence must be a verbatim slice of the conversation; without
   * `evidence_spans` the first occurrence of each text is taken.
   */
  bricks: Record<
    string,
    {
      /**
       * A list for a brick with `many`. Null where `applicability` says why, or where nothing was said and the brick
       * has `absent: null`.
       */
      value: BrickValue;
      /**
       * Why there is no value. `not_applicable`: its `applies_when` does not hold, or no item of its score applies.
       * `abstained`: the engine is not sure (below `abstain_below`, a language it does not read, a guess, in a
       * language that it reads less well, on which points or conditions depend, or a condition that is not sure).
       * Absent on answers.
       */
      applicability?: 'not_applicable' | 'abstained' | undefined;
      confidence?: number | undefined;
      /** With `include=confidence_basis`: how the value was found. Absent on runs older than this field. */
      basis?:
        | 'metric'
        | 'pattern'
        | 'lexical'
        | 'examples'
        | 'learned'
        | 'read'
        | 'weak'
        | 'model'
        | 'score'
        | 'condition'
        | 'unsaid'
        | undefined;
      reason?: string | undefined;
      /** Verbatim slices of the conversation. */
      evidence?: string[] | undefined;
      /** With `include=evidence_spans`. */
      evidence_spans?: EvidenceSpan[] | undefined;
      /** Passages of the kit’s knowledge that the answer is based on. */
      knowledge_refs?: KnowledgeRef[] | undefined;
    }
  >;
  warnings?: string[] | undefined;
  /** Who answered: `local`, or a model’s name. `local` by default. */
  engine?: string | undefined;
}

export interface ImportResult {
  created: number;
  /** Already loaded: nothing was stored. */
  replayed: number;
  refused: number;
  data: {
    index: number;
    http_status: number;
    run_id?: string;
    replayed?: boolean;
    error?: string;
    [more: string]: unknown;
  }[];
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
  /** Part of `input`. */
  cached_input: number;
  output: number;
  total: number;
}

export interface RunUsage {
  run_id: string;
  status: RunStatus;
  /** `local` or `model`; `none` when nothing was evaluated. */
  engine: string;
  model?: string;
  /** How often the run was started: more than 1 after waiting for a model in the queue, or when a worker was lost. */
  attempts?: number;
  /** Requests to models in all attempts, including failed ones. */
  calls: number;
  tokens: Tokens;
  /** What is charged: nothing for sandbox runs. */
  credits: number;
  /** `credits` at the price of a credit; absent if no price is set. */
  money?: number;
  /** For a sandbox run: what its models cost. */
  uncharged_credits?: number;
  uncharged_money?: number;
  /** The currency of `money`, such as EUR. */
  currency?: string;
  /** Some token counts are estimates, because the provider gave none. */
  estimated: boolean;
}

export interface UsageTotals {
  from: string;
  to: string;
  /** The currency of `money`, such as EUR. */
  currency?: string;
  group_by: 'day' | 'kit';
  data: {
    day?: string;
    kit_id?: string;
    kit_code?: string;
    /**
     * On the last line, which combines the kits with the fewest runs if there are more than 1,000: the number of
     * kits.
     */
    kits?: number;
    runs: number;
    succeeded: number;
    failed: number;
    cancelled: number;
    average_duration_ms: number;
    calls: number;
    tokens: Tokens;
    credits: number;
    /** `credits` at the price of a credit; absent if no price is set. */
    money?: number;
  }[];
  /** Sandbox runs that called a model: they are not charged, but the provider is paid. */
  sandbox: {
    runs: number;
    calls: number;
    tokens: Tokens;
    uncharged_credits: number;
    /** `credits` at the price of a credit; absent if no price is set. */
    uncharged_money?: number;
  };
  /** What the workspace stores now, in both environments, and what its plan allows; `null` means no limit. */
  stored: {
    runs: number;
    /** The bytes of inputs, outputs, kit versions and golden sets. */
    bytes: number;
    runs_limit: number | null;
    bytes_limit: number | null;
  };
}
