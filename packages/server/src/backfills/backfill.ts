/** A backfill: runs of the past, asked again with another version of their kit or another engine. */
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
  maxMicroCredits: number;
  sendsEvents: boolean;
  status: BackfillStatus;
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  microCredits: number;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

/** A run that is asked again. */
export interface Source {
  runId: string;
  /** Of its input. */
  bytes: number;
  durationMs: number;
}
