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
  createdAt: Date;
  updatedAt: Date;
}

export interface NewSecret {
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  now: Date;
  /** How long the secret before it goes on signing. */
  overlapMs: number;
}

export interface PutEndpoint extends NewSecret {
  /** For an endpoint that is new, or leads elsewhere now. */
  endpointId: string;
  url: string;
  isSameUrl(current: string): boolean;
}

export interface EndpointStore {
  find(scope: Scope): Promise<WebhookEndpoint | undefined>;
  /** Creates or replaces. What is pending goes to the new URL; what was disabled is enabled. `movedFrom` = the URL it led to. */
  put(
    scope: Scope,
    endpoint: PutEndpoint,
  ): Promise<{ endpoint: WebhookEndpoint; isNew: boolean; movedFrom: string | undefined }>;
  rotate(scope: Scope, endpointId: string, secret: NewSecret): Promise<WebhookEndpoint | undefined>;
  /** A disabled endpoint holds what is pending; an enabled one lets it go. */
  setEnabled(scope: Scope, endpointId: string, isEnabled: boolean, now: Date): Promise<WebhookEndpoint | undefined>;
  /** Removes it and cancels what is pending; false when there is no such endpoint. */
  remove(scope: Scope, endpointId: string, now: Date): Promise<boolean>;
  /** Whether an attempt that began before `until` may still be sending. */
  isSending(scope: Scope, deadlineMs: number): Promise<boolean>;
}

export interface Attempt {
  attemptId: string;
  number: number;
  url: string;
  startedAt: Date;
  finishedAt: Date | undefined;
  /** `succeeded`, or what went wrong in a word. */
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
  /** The receiver wants no more: the endpoint is disabled and the delivery held. */
  | { kind: 'gone'; url: string }
  /** Interrupted through no fault of the receiver: tried again at once, and not counted. */
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
   * Writes the attempt down before it is sent, and renews the lease. Undefined when there is nothing to send: the lease was
   * lost, or the endpoint is gone or disabled (the job is then cancelled or held).
   */
  begin(job: HeldJob, attemptId: string, now: Date, leaseMs: number): Promise<BegunAttempt | undefined>;
  /** What came of it. False when the delivery is no longer ours to decide on; the attempt is recorded all the same. */
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
  /** Makes it due now, with a fresh schedule unless it was pending already. */
  replay(scope: Scope, uuid: string, now: Date): Promise<'replayed' | 'unknown' | 'no_endpoint'>;
  /** Replays what died since; says how many, at most `limit`. */
  recover(scope: Scope, since: Date, now: Date, limit: number): Promise<number>;
  /** Stores an event outside of a run, with its delivery. */
  record(event: RecordedEvent): Promise<void>;
}

export interface PositionedEvent {
  position: number;
  body: string;
}

export interface EventLog {
  /** In order, after a position; a page is cut short rather than grow past `maxBytes`. */
  after(scope: Scope, position: number, limit: number, maxBytes: number): Promise<PositionedEvent[]>;
  lastPosition(scope: Scope): Promise<number>;
}
