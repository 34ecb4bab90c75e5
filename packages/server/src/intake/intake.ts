/**
 * Intakes: named addresses for services that push conversations. An intake defines how a service authenticates, how its payload becomes
 * runs, and which kits evaluate them. Payloads are kept encrypted until their retention ends; the log has their results, without text.
 */

import type { IntakeDocument, IntakeOutcome } from '@brickwork/contract';
import type { Actor } from '../core/acting.ts';
import type { Scope } from '../core/scope.ts';

/**
 * Limits of metadata, as in POST /v1/runs. The code that maps payloads does not load the contract: it would be most of the start-up time of
 * a new process.
 */
export const MOST_PAIRS = 16;
/** How long the log is kept; payloads are kept at most as long. */
export const LOG_DAYS = 30;

export interface Intake {
  intakeId: string;
  name: string;
  /** The last part of the path: the name, and letters that cannot be guessed. */
  address: string;
  revision: number;
  document: IntakeDocument;
  /** Sealed. */
  secret: Buffer;
  secretHint: string;
  /** The previous secret, which still works for a while after a rotation. */
  previousSecret: { secret: Buffer; until: Date } | undefined;
  /** Sealed: the secrets that fetch steps send, by name. */
  fetchSecrets: Buffer | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** An intake with its owner: everything that a delivery needs, in one indexed query. */
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

/** The result of one conversation. */
export interface SettledConversation {
  outcome: Exclude<IntakeOutcome, 'received' | 'refused'>;
  reason: string | undefined;
  externalId: string | undefined;
  runs: MadeRun[];
  failed: RefusedKit[];
}

/** The result of a payload. If it contained several conversations, `items` has each of them. */
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
