/**
 * A backfill: past runs evaluated again with another version of their kit or another engine. A shadow is an ongoing backfill, which gets a
 * share of the kit's runs as they end.
 */
import type { BackfillStatus } from '@brickwork/contract';

export interface Backfill {
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  /** As sent by the caller. */
  filter: Record<string, unknown>;
  sample: number | undefined;
  /** For a shadow: the share of the kit's runs that it evaluates. */
  share: number | undefined;
  /** Undefined: no cap. */
  maxMicroCredits: number | undefined;
  sendsEvents: boolean;
  status: BackfillStatus;
  /** For a shadow: the runs that it has been given so far. */
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  microCredits: number;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}
