/** What canaries need from storage. Every method is one transaction. */
import type { AlertState } from '@brickwork/contract';
import type { NewEvaluation } from '../golden/golden-store.ts';
import type { Scope } from '../runs/run-store.ts';
import type { RecordedEvent } from '../webhooks/event.ts';
import type { AlertChange } from './alert-store.ts';
import type { Canary, CanaryFinding, CanaryRule } from './canary.ts';

export interface CheckedCanary {
  state: AlertState;
  /** Undefined keeps what was found before. */
  found: CanaryFinding | undefined;
  problem: string | undefined;
  baselineId: string | undefined;
  now: Date;
  nextAt: Date;
  /** Recorded in the same transaction. */
  event: RecordedEvent | undefined;
}

export interface CanaryStore {
  /** By name. */
  list(scope: Scope): Promise<Canary[]>;
  find(scope: Scope, name: string): Promise<Canary | undefined>;
  /** Newest first. */
  changes(scope: Scope, name: string, limit: number): Promise<AlertChange[]>;
  /** Unless it has this rule already. `too_many`: it is a new one, and there are `most` already. */
  put(
    scope: Scope,
    canary: { name: string; kitId: string; rule: CanaryRule; now: Date },
    most: number,
  ): Promise<Canary | 'too_many'>;
  /** With the event of its resolution, where it was raised; false when there is none. */
  delete(scope: Scope, name: string, resolved: (canary: Canary) => RecordedEvent): Promise<boolean>;
  /** Of all workspaces, those whose time has come, the longest waiting first. */
  due(limit: number): Promise<Canary[]>;
  /** Starts an evaluation as the canary's, and looks at it again after `waitMs`, by the database's clock. False when the canary was changed meanwhile. */
  begin(canary: Canary, evaluation: NewEvaluation, waitMs: number): Promise<boolean>;
  /** The evaluation under way goes on: looks at it again after `waitMs`. */
  wait(canary: Canary, waitMs: number): Promise<void>;
  /** Ends what was under way. False when the canary was changed, checked or deleted meanwhile: then nothing is stored. */
  settle(canary: Canary, checked: CheckedCanary): Promise<boolean>;
}
