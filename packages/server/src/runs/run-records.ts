/** What is stored about a run's model calls: the raw replies, and what was used by attempts that did not end the run. */

import type { ModelUsage } from '@brickwork/engine/model/model-usage';
import type { Receipt } from '@brickwork/engine/model/receipt';
import type { Scope } from './run-store.ts';

export interface RunRecords {
  saveReceipts(scope: Scope, runId: string, receipts: readonly Receipt[]): Promise<void>;
  findReceipts(scope: Scope, runId: string): Promise<Receipt[] | undefined>;
  /** Replaces what was saved before. */
  saveSpending(scope: Scope, runId: string, usage: ModelUsage): Promise<void>;
  findSpending(scope: Scope, runId: string): Promise<ModelUsage | undefined>;
}
