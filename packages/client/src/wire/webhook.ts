import type { Run } from './run.ts';
import type { Environment, RunStatus } from './vocabulary.ts';

export interface WebhookEndpoint {
  id: string;
  url: string;
  enabled: boolean;
  created_at: string;
  updated_at: string;
  secret_hint: string;
}

/** The secret is here and nowhere else. */
export interface SavedWebhook {
  id: string;
  url: string;
  enabled: boolean;
  created_at: string;
  updated_at: string;
  secret: string;
}

interface Envelope {
  id: string;
  created_at: string;
  api_version: string;
  environment: Environment;
  workspace_id: string;
}

export type RunEventType = 'run.succeeded' | 'run.failed' | 'run.cancelled';

/** A run that ended, whole. */
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

export type WebhookEvent = RunEvent | ThinRunEvent | TestEvent;
