/** What the webhooks room needs from storage. Every method is one transaction. */
import type { DeliveryStatus } from '@brickwork/contract';
import type { HeldJob } from '../queue/job-store.ts';
import type { Scope } from '../runs/run-store.ts';
import type { RecordedEvent } from './event.ts';

export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  secretHint: string;
  isEnabled: boolean;
  disabledReason: string | undefined;
  /** Whether the events of sandbox runs are sent, too. */
  includesSandbox: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewSecret {
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  now: Date;
  /** How long the previous secret is still used for signing, too. */
  overlapMs: number;
}

export interface PutEndpoint extends NewSecret {
  /** Used where there is no endpoint yet. */
  endpointId: string;
  url: string;
  /** Undefined: as it is, or false where the endpoint is new or its URL has changed. */
  includesSandbox: boolean | undefined;
  isSameUrl(current: string): boolean;
  /** Whether a sealed secret can still be opened; one that cannot is replaced. */
  isReadable(sealed: Buffer): boolean;
}

export interface SavedEndpoint {
  endpoint: WebhookEndpoint;
  /** Sealed: the one that deliveries are signed with from now on. */
  secret: Buffer;
  isNew: boolean;
  /** The old URL, where it changed. */
  movedFrom: string | undefined;
}

export interface EndpointStore {
  find(scope: Scope): Promise<WebhookEndpoint | undefined>;
  /**
   * Creates or replaces. The same URL again keeps id, secret and a disabling by hand; an endpoint that was `gone` is enabled. With
   * another URL, the id stays, the secret is new, the endpoint is enabled and pending deliveries go there.
   */
  put(scope: Scope, endpoint: PutEndpoint): Promise<SavedEndpoint>;
  rotate(scope: Scope, endpointId: string, secret: NewSecret): Promise<WebhookEndpoint | undefined>;
  /** Pending deliveries wait while an endpoint is disabled, and are sent once it is enabled. */
  setEnabled(scope: Scope, endpointId: string, isEnabled: boolean, now: Date): Promise<WebhookEndpoint | undefined>;
  /** Removes it and cancels pending deliveries; false when there is no such endpoint. */
  remove(scope: Scope, endpointId: string, now: Date): Promise<boolean>;
  /** Whether an attempt to a URL other than the endpoint's current one, begun within the last `deadlineMs`, has not finished. */
  isSending(scope: Scope, deadlineMs: number): Promise<boolean>;
}

export interface Attempt {
  attemptId: string;
  number: number;
  url: string;
  startedAt: Date;
  finishedAt: Date | undefined;
  /** `succeeded`, or what went wrong as a code, such as `http_500` or `timeout`. */
  outcome: string | undefined;
  httpStatus: number | undefined;
  latencyMs: number | undefined;
  response: Buffer | undefined;
}

export interface Delivery {
  /** The event's uuid: an event has one delivery. */
  uuid: string;
  type: RecordedEvent['type'];
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
  log: Attempt[];
}

export interface BegunAttempt {
  number: number;
  seriesStartedAt: Date;
  url: string;
  /** Sealed; the newest first. */
  secrets: Buffer[];
  event: RecordedEvent;
}

export type Verdict =
  | { kind: 'succeeded' }
  | { kind: 'retry'; delayMs: number }
  | { kind: 'dead' }
  /** The last attempt was answered with 410: the delivery is dead, and the endpoint is disabled. */
  | { kind: 'gone'; url: string }
  /** Interrupted by us, not by the receiver: tried again at once, and not counted. */
  | { kind: 'interrupted' };

export interface FinishedAttempt {
  attemptId: string;
  verdict: Verdict;
  outcome: string;
  httpStatus: number | undefined;
  latencyMs: number;
  response: Buffer | undefined;
  now: Date;
}

export interface DeliveryStore {
  /**
   * Stores the attempt before it is sent, and renews the lease. Undefined when there is nothing to send: the lease was lost, or
   * the endpoint was removed (the delivery is cancelled) or disabled (it waits).
   */
  begin(job: HeldJob, attemptId: string, now: Date, leaseMs: number): Promise<BegunAttempt | undefined>;
  /** Stores the outcome. False when the lease was lost and the delivery is unchanged; the attempt is recorded all the same. */
  finish(job: HeldJob, attempt: FinishedAttempt): Promise<boolean>;
}

export interface DeliveryFilter {
  limit: number;
  /** Deliveries before this one, newest first. */
  before: { createdAt: Date; uuid: string } | undefined;
  status: DeliveryStatus | undefined;
}

export interface DeliveryLog {
  list(scope: Scope, filter: DeliveryFilter): Promise<Delivery[]>;
  find(scope: Scope, uuid: string): Promise<Delivery | undefined>;
  /** The delivery that an attempt belongs to. */
  ofAttempt(scope: Scope, attemptUuid: string): Promise<string | undefined>;
  /** Makes it due now; starts a new retry schedule unless it was still pending. */
  replay(scope: Scope, uuid: string, now: Date): Promise<'replayed' | 'unknown' | 'no_endpoint'>;
  /** Replays up to `limit` deliveries that were dead-lettered since then; returns how many. */
  recover(scope: Scope, since: Date, now: Date, limit: number): Promise<number>;
  /** Stores an event that belongs to no run, with its delivery. */
  record(event: RecordedEvent): Promise<void>;
}

export interface PositionedEvent {
  position: number;
  body: string;
}

export interface EventLog {
  /** In order, after a position; a page ends early rather than exceed `maxBytes`. */
  after(scope: Scope, position: number, limit: number, maxBytes: number): Promise<PositionedEvent[]>;
  lastPosition(scope: Scope): Promise<number>;
  /** The body of one event. */
  find(scope: Scope, eventId: string): Promise<string | undefined>;
}
