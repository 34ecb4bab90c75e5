/** A target, and an entry of its log. */
import type { DestinationStatus } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';

export interface Target extends Scope {
  targetId: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface Delivery {
  deliveryId: string;
  status: DestinationStatus;
  attempts: number;
  /** `succeeded`, or a code for the failure, such as `http_500` or `timeout`. */
  outcome: string | undefined;
  nextAttemptAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
}

export type Listed<Kept, Logged> = Kept & { lastDelivery: Logged | undefined };

/** Their shared public fields. */
export function toDeliveryDocument(delivery: Delivery): Record<string, unknown> {
  return {
    delivery_id: delivery.deliveryId,
    status: delivery.status,
    attempts: delivery.attempts,
    outcome: delivery.outcome,
    next_attempt_at: delivery.nextAttemptAt?.toISOString(),
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

/** What sealed secrets are bound to, so that they can be opened for this target only. */
export function bindingOf({ workspaceId, environment, targetId }: Scope & Pick<Target, 'targetId'>): string {
  return `${workspaceId}/${environment}/${targetId}`;
}

export function sealSecrets(box: SecretBox, target: Parameters<typeof bindingOf>[0], secrets: object): Buffer {
  return box.seal(Buffer.from(JSON.stringify(secrets)), bindingOf(target));
}

/** Undefined if they cannot be read, because they were sealed with another key. */
export function openSecrets<Secrets>(
  box: SecretBox,
  target: Parameters<typeof bindingOf>[0],
  sealed: Buffer,
): Secrets | undefined {
  const opened = box.open(sealed, bindingOf(target));
  return opened && (JSON.parse(opened.toString('utf8')) as Secrets);
}

type Noun = 'channel' | 'destination';

/** The result, or an error with the reason. */
export function expectTarget<Found>(noun: Noun, found: Found | undefined | false): Found {
  if (found === undefined || found === false)
    throw new ServiceError('not_found', { detail: `There is no ${noun} with this name.` });
  return found;
}

export function expectStored<Found>(noun: Noun, stored: Found | 'too_many', most: number): Found {
  if (stored === 'too_many')
    throw new ServiceError('conflict', { detail: `There are ${most} ${noun}s, the maximum. Delete one first.` });
  return stored;
}
