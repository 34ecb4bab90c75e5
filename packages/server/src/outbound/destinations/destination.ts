/** Destinations: where the answers of runs are written back to, and the pending deliveries of runs. */
import type { DestinationDocument } from '@brickwork/contract';
import type { Delivery, Listed, Target } from '../outbox/target.ts';

export type WriteCause = 'run' | 'review' | 'replay' | 'test';

export interface DestinationDelivery extends Delivery {
  runId: string;
  cause: WriteCause;
  detail: string | undefined;
  latencyMs: number | undefined;
}

export interface Destination extends Target {
  document: DestinationDocument;
  /** Undefined: all kits. */
  kitIds: string[] | undefined;
  /** Sealed. */
  secrets: Buffer | undefined;
  secretNames: string[];
}

export type ListedDestination = Listed<Destination, DestinationDelivery>;

/** Context for the keys that seal the secrets of destinations. */
export const SECRET_PURPOSE = 'destination secrets';
