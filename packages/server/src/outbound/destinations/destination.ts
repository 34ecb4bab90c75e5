/** Destinations: where the answers of runs are written back to, and each run on its way there. */
import type { DestinationDocument, DestinationStatus } from '@brickwork/contract';
import type { Scope } from '../../core/scope.ts';

export type WriteCause = 'run' | 'review' | 'replay' | 'test';

export interface DestinationDelivery {
  uuid: string;
  runId: string;
  cause: WriteCause;
  status: DestinationStatus;
  attempts: number;
  outcome: string | undefined;
  detail: string | undefined;
  latencyMs: number | undefined;
  nextAttemptAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
}

export interface Destination extends Scope {
  destinationId: string;
  name: string;
  document: DestinationDocument;
  /** Undefined: all kits. */
  kitIds: string[] | undefined;
  /** Sealed. */
  secrets: Buffer | undefined;
  secretNames: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** Keys that seal the secrets of destinations are derived for it. */
export const SECRET_PURPOSE = 'destination secrets';

/** What sealed secrets are bound to, so that they open for this destination only. */
export function bindingOf({ workspaceId, environment, destinationId }: Scope & { destinationId: string }): string {
  return `${workspaceId}/${environment}/${destinationId}`;
}
