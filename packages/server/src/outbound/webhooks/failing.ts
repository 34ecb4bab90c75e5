/** Reported through other channels when deliveries fail for good: the receiver itself would not hear of it. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';

export interface FailingWebhook extends Scope {
  /** How many deliveries were dead-lettered. */
  dead: number;
  /** Of the last attempt, such as `http_500`. */
  outcome: string;
  /** The endpoint was disabled, since it is gone. */
  isDisabled: boolean;
  at: Date;
}

/** Inside the transaction that ends the deliveries. */
export type TellFailing = (tx: Queryable, failing: readonly FailingWebhook[]) => Promise<void>;
