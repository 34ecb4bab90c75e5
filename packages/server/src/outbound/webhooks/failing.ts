/** Reported through other channels when deliveries fail permanently: the receiver itself would not get the report. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';

export interface FailingWebhook extends Scope {
  /** How many deliveries were dead-lettered. */
  dead: number;
  /** The outcome of the last attempt, such as `http_500`. */
  outcome: string;
  /** The endpoint was disabled, because it is gone. */
  isDisabled: boolean;
  at: Date;
}

/** In the transaction that ends the deliveries. */
export type TellFailing = (tx: Queryable, failing: readonly FailingWebhook[]) => Promise<void>;
