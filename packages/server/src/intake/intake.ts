/**
 * Intakes: named addresses for services that push conversations. An intake knows how a service proves who it is, how its payload becomes
 * a run, and which kits read it. Payloads are never stored or logged; what is kept of a delivery is what became of it.
 */
import type { IntakeDocument, IntakeOutcome } from '@brickwork/contract';
import type { Scope } from '../core/scope.ts';

/** Of metadata, as in POST /v1/runs. Whoever maps payloads does not load the contract: it would be most of what a new process does. */
export const MOST_PAIRS = 16;

export interface Intake {
  intakeId: string;
  name: string;
  /** The last part of the path that is pushed to: the name, and letters that nobody can guess. */
  address: string;
  revision: number;
  document: IntakeDocument;
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  createdAt: Date;
  updatedAt: Date;
}

/** An intake with its owner: all that a delivery needs, in one indexed query. */
export interface OwnedIntake extends Scope {
  intake: Intake;
  workspaceName: string;
  plan: string;
}

export interface IntakeChange {
  revision: number;
  change: 'created' | 'changed' | 'secret_rotated' | 'deleted';
  keyId: string;
  createdAt: Date;
}

export interface MadeRun {
  kit: string;
  runId: string;
  isReplay: boolean;
}

/** A kit that refused the input. */
export interface RefusedKit {
  kit: string;
  error: string;
  detail: string | undefined;
}

export interface IntakeDelivery {
  deliveryId: string;
  outcome: IntakeOutcome;
  reason: string | undefined;
  externalId: string | undefined;
  runs: MadeRun[];
  failed: RefusedKit[];
  bytes: number;
  receivedAt: Date;
}
