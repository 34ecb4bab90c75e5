/**
 * Intakes: named addresses for services that push conversations. An intake knows how a service proves who it is, how its payload becomes
 * runs, and which kits read them. What was pushed is kept encrypted until its retention ends; the log says what became of it, without its text.
 */

import type { IntakeDocument, IntakeOutcome } from '@brickwork/contract';
import type { Actor } from '../core/acting.ts';
import type { Scope } from '../core/scope.ts';

/** Of metadata, as in POST /v1/runs. Whoever maps payloads does not load the contract: it would be most of what a new process does. */
export const MOST_PAIRS = 16;
/** How long the log is kept; payloads are kept for as long at most. */
export const LOG_DAYS = 30;

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
  /** The secret of before a rotation, which still works for a while. */
  previousSecret: { secret: Buffer; until: Date } | undefined;
  /** Sealed: what fetch steps send, by name. */
  fetchSecrets: Buffer | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** An intake with its owner: all that a delivery needs, in one indexed query. */
export interface OwnedIntake extends Scope {
  intake: Intake;
  workspaceName: string;
  plan: string;
  /** The workspace's retention of inputs. */
  keepInputDays: number | undefined;
}

export interface IntakeChange {
  revision: number;
  change: 'created' | 'changed' | 'secret_rotated' | 'deleted';
  by: Actor;
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

/** What became of one conversation. */
export interface SettledConversation {
  outcome: Exclude<IntakeOutcome, 'received' | 'refused'>;
  reason: string | undefined;
  externalId: string | undefined;
  runs: MadeRun[];
  failed: RefusedKit[];
}

/** What became of a payload. Where it held several conversations, `items` has each of them. */
export interface SettledDelivery extends SettledConversation {
  items: SettledConversation[] | undefined;
}

export interface IntakeDelivery extends Omit<SettledDelivery, 'outcome'> {
  deliveryId: string;
  outcome: IntakeOutcome;
  bytes: number;
  receivedAt: Date;
  settledAt: Date | undefined;
  /** Its payload can be read and replayed. */
  isKept: boolean;
}

export interface RefusedDelivery {
  deliveryId: string;
  reason: string;
  bytes: number;
  receivedAt: Date;
}
