/**
 * A backfill: past runs evaluated again with another version of their kit or another engine. A shadow is an ongoing
 * backfill, fed with a share of the kit's runs as they end.
 */
import type { BackfillStatus } from '@brickwork/contract';

export interface Backfill {
  backfillId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  engine: 'auto' | 'local';
  /** As it was sent. */
  filter: Record<string, unknown>;
  sample: number | undefined;
  /** Of a shadow: the part of the kit's runs that it follows. */
  share: number | undefined;
  /** Undefined: no cap. */
  maxMicroCredits: number | undefined;
  sendsEvents: boolean;
  status: BackfillStatus;
  /** Of a shadow: those that it has been given so far. */
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  microCredits: number;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}
