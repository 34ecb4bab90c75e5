/** What webhooks and `GET /v1/events` send, distinguished by `type`. */

import type { Run } from '../run.ts';
import type { Alert } from '../wire/alert.ts';
import type { Canary } from '../wire/canary.ts';
import type { Review } from '../wire/review.ts';
import type { RunOutput } from '../wire/run.ts';
import type { SpendCap } from '../wire/spend.ts';
import type { Environment, RunStatus } from '../wire/vocabulary.ts';
import type { Delivery } from '../wire/webhook.ts';

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

/** Somebody says that an answer is not right: `client.appeals` has the text. */
export interface AppealedEvent extends Envelope {
  type: 'run.appealed';
  thin: false;
  data: { appeal_id: string; run_id: string; kit_id: string; brick: string };
}

/** An alert or a canary was raised or resolved; one that was deleted while it was raised counts as resolved. */
export interface AlertEvent extends Envelope {
  type: 'alert.raised' | 'alert.resolved';
  thin: false;
  data: (Alert | Canary) & { deleted?: true };
}

/** 80 % of a spend cap are spent, or it is reached; once a period each. */
export interface SpendEvent extends Envelope {
  type: 'spend.warning' | 'spend.reached';
  thin: false;
  data: SpendCap;
}

export type WebhookEvent =
  | RunEvent
  | ThinRunEvent
  | ReviewedEvent
  | AppealedEvent
  | AlertEvent
  | SpendEvent
  | TestEvent;

export interface EventPage {
  data: WebhookEvent[];
  has_more: boolean;
  /** Always present: keep it and continue from it. */
  next_cursor: string;
}

export interface DeliveryPage {
  data: Delivery[];
  has_more: boolean;
  next_cursor?: string;
}
