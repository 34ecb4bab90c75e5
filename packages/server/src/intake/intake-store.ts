/** What the intake room needs from storage. Every method is one transaction. */
import type { IntakeOutcome } from '@brickwork/contract';
import type { Scope } from '../runs/run-store.ts';
import type { Intake, IntakeChange, IntakeDelivery, OwnedIntake } from './intake.ts';

export interface SealedSecret {
  secret: Buffer;
  secretHint: string;
}

/** Who changes an intake, and when. */
export interface ChangedBy {
  keyId: string;
  now: Date;
}

export interface IntakeToPut {
  name: string;
  /** For a new intake. */
  intakeId: string;
  address: string;
  document: Intake['document'];
  /** For a new intake, when none was given. */
  fresh: SealedSecret;
  /** The secret that the caller gave; undefined keeps the current one. */
  given: SealedSecret | undefined;
  /** Whether the stored secret is the given one. */
  isGiven(stored: Buffer): boolean;
  /** How many intakes an environment may have. */
  most: number;
}

export type PutIntake = { outcome: 'created' | 'changed' | 'unchanged'; intake: Intake } | { outcome: 'too_many' };

export interface IntakeStore {
  put(scope: Scope, intake: IntakeToPut, by: ChangedBy): Promise<PutIntake>;
  list(scope: Scope): Promise<Intake[]>;
  find(scope: Scope, name: string): Promise<Intake | undefined>;
  /** The only look-up without a workspace: the address says which one it is. */
  findByAddress(address: string): Promise<OwnedIntake | undefined>;
  /** Undefined when there is no such intake. */
  rotate(scope: Scope, name: string, secret: SealedSecret, by: ChangedBy): Promise<Intake | undefined>;
  /** With its log; false when there is no such intake. */
  remove(scope: Scope, name: string, by: ChangedBy): Promise<boolean>;
  /** Newest first, also of an earlier intake of this name. */
  changes(scope: Scope, name: string, limit: number): Promise<IntakeChange[]>;
  /** Also drops what the log no longer keeps. */
  record(scope: Scope, intakeId: string, delivery: IntakeDelivery): Promise<void>;
  deliveries(
    scope: Scope,
    intakeId: string,
    filter: { limit: number; outcome: IntakeOutcome | undefined; since: Date },
  ): Promise<IntakeDelivery[]>;
}
