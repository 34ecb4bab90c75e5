/** Generated from the contract by `npm run generate`: change the schema there. */
import type { DeliveryStatus } from './vocabulary.ts';

export interface WebhookEndpoint {
  /** `whe_…` */
  id: string;
  url: string;
  /** Events of a disabled endpoint wait until it is enabled again. */
  enabled: boolean;
  /** `gone`: a delivery’s last attempt got 410; `manual`: you disabled it. */
  disabled_reason?: string;
  /** Whether events of sandbox runs are sent too. */
  include_sandbox: boolean;
  /** Whether names, numbers and addresses of people are sent as placeholders. */
  mask: boolean;
  created_at: string;
  updated_at: string;
  /** The last characters of the secret, to tell secrets apart. */
  secret_hint: string;
}

/** What registering and rotating return: nothing else contains the secret. */
export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** `whsec_…`: verifies the signatures. Returned here and by `rotate`, nowhere else. */
  secret: string;
}

export interface DeliveryAttempt {
  /** `dlv_…`, as the receiver saw it in Service-Delivery-Id. */
  id: string;
  /** 1 to 10. When a worker is lost during an attempt, the repeated attempt has the same number. */
  number: number;
  url: string;
  started_at: string;
  finished_at?: string;
  /** `succeeded`, `http_500`, `timeout`, `connection_refused` … */
  outcome?: string;
  http_status?: number;
  latency_ms?: number;
  /** The first 16 KiB at most. */
  response_body?: string;
}

export interface Delivery {
  /** `dlv_…` */
  id: string;
  event_id: string;
  event_type:
    | 'run.succeeded'
    | 'run.failed'
    | 'run.cancelled'
    | 'run.reviewed'
    | 'run.appealed'
    | 'alert.raised'
    | 'alert.resolved'
    | 'spend.warning'
    | 'spend.reached'
    | 'webhook.test';
  run_id?: string;
  status: DeliveryStatus;
  /** Attempts so far in the current retry schedule. */
  attempt_count: number;
  next_attempt_at?: string;
  created_at: string;
  updated_at: string;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}
