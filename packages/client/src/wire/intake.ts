/** Generated from the contract by `npm run generate`: change the schema there. */
import type { IntakeOutcome } from './vocabulary.ts';

/** How a pushing service proves who it is: it sends the intake’s secret, or signs the body with it. */
export type IntakeAuth =
  | {
      type: 'token';
      /** The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL. */
      header?: string | undefined;
    }
  | {
      type: 'hmac';
      /** The header that holds the signature, such as `X-Signature`. */
      header: string;
      algorithm?: 'sha256' | 'sha512' | 'sha1' | undefined;
      encoding?: 'hex' | 'base64' | undefined;
      /** What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`. */
      format?: string | undefined;
      /** What is signed, such as `{timestamp}.{body}`. */
      signed?: string | undefined;
      /** Where the timestamp is when `format` does not have it. */
      timestamp_header?: string | undefined;
      /** How old a timestamp may be. Without a timestamp it has no effect. */
      tolerance_seconds?: number | undefined;
    };

/** Makes a run with a kit when all of its conditions are met. */
export interface IntakeRule {
  /** Slug, code or id. */
  kit: string;
  /** All pairs must match the mapped metadata; a list means any of them, and `*` any characters. */
  metadata?: Record<string, string | string[]> | undefined;
  /** Any of these must be in the text of the mapped input; case does not matter. */
  contains?: string[] | undefined;
  /** JSONata. Over `payload`, `input`, `external_id` and `metadata`: must be true. */
  when?: string | undefined;
  /** The share that is evaluated, chosen by a hash of the external id: the same conversation always, or never. */
  sample_percent?: number | undefined;
}

/** The definition of an intake; `when` and `map` are JSONata over the payload. */
export interface IntakeDocument {
  description?: string | undefined;
  /** A disabled intake answers 200 and skips what it gets. */
  enabled?: boolean | undefined;
  auth: IntakeAuth;
  /** JSONata. Over the payload: what does not give true is skipped. */
  when?: string | undefined;
  map: {
    /** JSONata. Over the payload: the input of the run, an object such as {"transcript": …}. */
    input: string;
    /** JSONata. Over the payload: your id of the conversation. */
    external_id?: string | undefined;
    /** JSONata. Over the payload: when the conversation took place, as RFC 3339 or as milliseconds since 1970. */
    occurred_at?: string | undefined;
    /** JSONata. Over the payload: an object of strings, numbers and booleans. */
    metadata?: string | undefined;
    /** JSONata. Over the payload: equal keys make one run. Default: the external id, else the whole payload. */
    idempotency_key?: string | undefined;
  };
  /** Every rule that matches makes a run. */
  kits: IntakeRule[];
}

/** With all defaults filled in. */
export interface StoredIntakeDocument {
  description?: string;
  /** A disabled intake answers 200 and skips what it gets. */
  enabled: boolean;
  auth:
    | {
        type: 'token';
        /** The header that holds the token. Default: `Authorization: Bearer <token>`, or `?token=` in the URL. */
        header?: string;
      }
    | {
        type: 'hmac';
        /** The header that holds the signature, such as `X-Signature`. */
        header: string;
        algorithm: 'sha256' | 'sha512' | 'sha1';
        encoding: 'hex' | 'base64';
        /** What the header looks like, such as `sha256={signature}` or `t={timestamp},v1={signature}`. */
        format: string;
        /** What is signed, such as `{timestamp}.{body}`. */
        signed: string;
        /** Where the timestamp is when `format` does not have it. */
        timestamp_header?: string;
        /** How old a timestamp may be. Without a timestamp it has no effect. */
        tolerance_seconds: number;
      };
  /** JSONata. Over the payload: what does not give true is skipped. */
  when?: string;
  map: {
    /** JSONata. Over the payload: the input of the run, an object such as {"transcript": …}. */
    input: string;
    /** JSONata. Over the payload: your id of the conversation. */
    external_id?: string;
    /** JSONata. Over the payload: when the conversation took place, as RFC 3339 or as milliseconds since 1970. */
    occurred_at?: string;
    /** JSONata. Over the payload: an object of strings, numbers and booleans. */
    metadata?: string;
    /** JSONata. Over the payload: equal keys make one run. Default: the external id, else the whole payload. */
    idempotency_key?: string;
  };
  /** Every rule that matches makes a run. */
  kits: IntakeRule[];
}

export interface Intake {
  name: string;
  /** Where the service pushes to: a path of this deployment that nobody can guess. */
  path: string;
  revision: number;
  intake: StoredIntakeDocument;
  /** The last characters of the secret, to tell secrets apart. */
  secret_hint: string;
  created_at: string;
  updated_at: string;
}

export interface IntakeWithSecret extends Intake {
  /** Only when it is new: it is not shown again. */
  secret?: string;
}

export interface IntakeWithChanges extends Intake {
  changes: {
    revision: number;
    change: 'created' | 'changed' | 'secret_rotated' | 'deleted';
    /** The API key that did it. */
    key_id: string;
    created_at: string;
  }[];
}

export interface IntakeDelivery {
  /** `itd_…` */
  delivery_id: string;
  /**
   * `accepted`: at least one new run; `replayed`: it was received before; `skipped`: no run, for the reason given;
   * `failed`: it could not be read; `refused`: token or signature are wrong.
   */
  outcome: IntakeOutcome;
  /** Why there is no new run. */
  reason?: string;
  external_id?: string;
  runs: {
    kit: string;
    run_id: string;
    replayed: boolean;
  }[];
  /** Kits that refused the input. */
  failed: {
    kit: string;
    error: string;
    detail?: string;
  }[];
  bytes: number;
  received_at: string;
}

export interface IntakePreview {
  outcome: 'accepted' | 'skipped' | 'failed';
  reason?: string;
  input?: Record<string, unknown>;
  external_id?: string;
  occurred_at?: string;
  metadata?: Record<string, string>;
  idempotency_key?: string;
  kits: {
    kit: string;
    chosen: boolean;
    /** Why it is chosen, or why not. */
    reason: string;
    /** What the kit would refuse the input for. */
    fault?: string;
  }[];
}
