/** What the alerts room needs from storage. Every method is one transaction. */
import type { AlertState } from '@brickwork/contract';
import type { Scope } from '../runs/run-store.ts';
import type { RecordedEvent } from '../webhooks/event.ts';
import type { Alert, AlertFinding, AlertRule } from './alert.ts';

export interface CheckedAlert {
  state: AlertState;
  found: AlertFinding | undefined;
  problem: string | undefined;
  now: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

/** A change of state as its event told of it, with the public shape of what was found. */
export interface AlertChange {
  eventId: string;
  at: Date;
  state: AlertState;
  found: Record<string, unknown> | undefined;
}

export interface AlertStore {
  /** By name. */
  list(scope: Scope): Promise<Alert[]>;
  find(scope: Scope, name: string): Promise<Alert | undefined>;
  /** Newest first. */
  changes(scope: Scope, name: string, limit: number): Promise<AlertChange[]>;
  /** Unless it has this rule already. `too_many`: it is a new one, and there are `most` already. */
  put(
    scope: Scope,
    alert: { name: string; kitId: string; rule: AlertRule; now: Date },
    most: number,
  ): Promise<Alert | 'too_many'>;
  /** With the event of its resolution, where it was raised; false when there is none. */
  delete(scope: Scope, name: string, resolved: (alert: Alert) => RecordedEvent): Promise<boolean>;

  /** Does `work` unless another node is doing it. */
  asOnlyOne(work: () => Promise<void>): Promise<void>;
  /** Of all workspaces, those whose check is due, the longest waiting first. */
  due(limit: number): Promise<Alert[]>;
  /** The next check is due `everyMs` from now. False when the alert was changed, checked or deleted meanwhile: then nothing is stored. */
  settle(alert: Alert, checked: CheckedAlert, everyMs: number): Promise<boolean>;
}
