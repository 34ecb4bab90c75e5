import type { Alert } from './alert.ts';
import type { Canary } from './canary.ts';
import type { Review } from './review.ts';
import type { Run, RunOutput } from './run.ts';
import type { Environment, RunStatus } from './vocabulary.ts';

export interface WebhookEndpoint {
  id: string;
  url: string;
  /** A disabled endpoint holds its events until it is enabled again. */
  enabled: boolean;
  /** `gone`: it answered 410 until a delivery was dead; `manual`: it was disabled by hand. */
  disabled_reason?: string;
  /** Whether events of sandbox runs are sent, too. */
  include_sandbox: boolean;
  created_at: string;
  updated_at: string;
  secret_hint: string;
}

/** What registering and rotating return: nothing else contains the secret. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  secret: string;
}

export interface NewWebhookEndpoint {
  url: string;
  /** Default: as it is, or false for a new URL. */
  include_sandbox?: boolean | undefined;
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'dead' | 'cancelled';

export interface DeliveryAttempt {
  id: string;
  number: number;
  url: string;
  started_at: string;
  finished_at?: string;
  outcome?: string;
  http_status?: number;
  latency_ms?: number;
  response_body?: string;
}

export interface Delivery {
  id: string;
  event_id: string;
  event_type: RunEventType | 'run.reviewed' | 'alert.raised' | 'alert.resolved' | 'webhook.test';
  run_id?: string;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at?: string;
  created_at: string;
  updated_at: string;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}

export interface DeliveryPage {
  data: Delivery[];
  has_more: boolean;
  next_cursor?: string;
}

export interface EventPage {
  data: WebhookEvent[];
  has_more: boolean;
  /** Always present: keep it and continue from it. */
  next_cursor: string;
}

interface Envelope {
  id: string;
  created_at: string;
  api_version: string;
  environment: Environment;
  workspace_id: string;
}

export type RunEventType = 'run.succeeded' | 'run.failed' | 'run.cancelled';

/** A run that ended, complete. */
export interface RunEvent extends Envelope {
  type: RunEventType;
  thin: false;
  data: Run;
}

/** A run whose result is too large for a delivery: fetch it. */
export interface ThinRunEvent extends Envelope {
  type: RunEventType;
  thin: true;
  data: { run_id: string; status: RunStatus; error_code?: string; duration_ms?: number };
}

/** What the test button sends. */
export interface TestEvent extends Envelope {
  type: 'webhook.test';
  thin: false;
  data: Record<string, unknown>;
}

/** How a run is seen changed: somebody corrected an answer, or withdrew that. A thin one has no values, no notes and no output: fetch the run `as: 'reviewed'`. */
export interface ReviewedEvent extends Envelope {
  type: 'run.reviewed';
  thin: boolean;
  data: {
    run_id: string;
    kit_id: string;
    kit_code: string;
    kit_version_id: string;
    kit_version: number;
    /** What corrects an answer, or changes how it is seen. */
    reviews: Review[];
    /** As reviewers see it, after these reviews. */
    output?: RunOutput;
  };
}

/** An alert or a canary was raised or resolved; one that was deleted while it was raised counts as resolved. */
export interface AlertEvent extends Envelope {
  type: 'alert.raised' | 'alert.resolved';
  thin: false;
  data: (Alert | Canary) & { deleted?: true };
}

export type WebhookEvent = RunEvent | ThinRunEvent | ReviewedEvent | AlertEvent | TestEvent;
