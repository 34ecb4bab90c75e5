/** How a pushing service proves who it is: it sends the intake's secret, or signs the body with it. */
export type IntakeAuth =
  | { type: 'token'; header?: string }
  | {
      type: 'hmac';
      header: string;
      algorithm?: 'sha256' | 'sha512' | 'sha1';
      encoding?: 'hex' | 'base64';
      /** What the header looks like, such as `t={timestamp},v1={signature}`. */
      format?: string;
      /** What is signed, such as `{timestamp}.{body}`. */
      signed?: string;
      timestamp_header?: string;
      tolerance_seconds?: number;
    };

/** Makes a run with a kit when all of its conditions are met. */
export interface IntakeRule {
  kit: string;
  metadata?: Record<string, string | string[]>;
  contains?: string[];
  /** JSONata over `payload`, `input`, `external_id` and `metadata`. */
  when?: string;
  sample_percent?: number;
}

/** The definition of an intake; `when` and `map` are JSONata over the payload. */
export interface IntakeDocument {
  description?: string;
  enabled?: boolean;
  auth: IntakeAuth;
  when?: string;
  map: { input: string; external_id?: string; occurred_at?: string; metadata?: string; idempotency_key?: string };
  kits: IntakeRule[];
}

export interface StoredIntakeDocument extends IntakeDocument {
  enabled: boolean;
  auth:
    | { type: 'token'; header?: string }
    | {
        type: 'hmac';
        header: string;
        algorithm: 'sha256' | 'sha512' | 'sha1';
        encoding: 'hex' | 'base64';
        format: string;
        signed: string;
        timestamp_header?: string;
        tolerance_seconds: number;
      };
}

export interface Intake {
  name: string;
  /** Where the service pushes to, on the address of the deployment. */
  path: string;
  revision: number;
  /** With all defaults filled in. */
  intake: StoredIntakeDocument;
  secret_hint: string;
  created_at: string;
  updated_at: string;
}

export interface IntakeWithSecret extends Intake {
  /** Only when it is new. */
  secret?: string;
}

export interface IntakeWithChanges extends Intake {
  /** The last 20, newest first. */
  changes: {
    revision: number;
    change: 'created' | 'changed' | 'secret_rotated' | 'deleted';
    key_id: string;
    created_at: string;
  }[];
}

export type IntakeOutcome = 'accepted' | 'replayed' | 'skipped' | 'failed' | 'refused';

export interface IntakeDelivery {
  delivery_id: string;
  outcome: IntakeOutcome;
  /** Why there is no new run. */
  reason?: string;
  external_id?: string;
  runs: { kit: string; run_id: string; replayed: boolean }[];
  /** Kits that refused the input. */
  failed: { kit: string; error: string; detail?: string }[];
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
  kits: { kit: string; chosen: boolean; reason: string; fault?: string }[];
}
