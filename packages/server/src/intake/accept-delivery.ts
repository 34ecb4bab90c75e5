/**
 * A delivery to an intake, up to the response to its sender: who sent it, and that it is stored. The 2xx is sent when payload, log entry
 * and job are committed together; the job processes it (`process-delivery.ts`). Refused deliveries are logged with the reason.
 */
import { ERRORS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { RateLimits } from '../access/rate-limits.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { checkDelivery } from './auth/check-delivery.ts';
import { answerHandshake, type HandshakeAnswer } from './auth/handshake.ts';
import type { SentDelivery } from './auth/sent-delivery.ts';
import type { IntakeDelivery, OwnedIntake } from './intake.ts';
import { openSecret } from './manage-intakes.ts';
import { principalOfIntake } from './principal-of-intake.ts';
import type { DeliveryStore } from './store/delivery-store.ts';
import type { IntakeStore } from './store/intake-store.ts';

export interface AcceptDelivery {
  intakes: Pick<IntakeStore, 'findByAddress'>;
  deliveries: Pick<DeliveryStore, 'accept' | 'refuse'>;
  box: SecretBox;
  /** Seals payloads. */
  payloads: SecretBox;
  quota: StorageQuota;
  clock: Clock;
  rateLimits: RateLimits;
  onOutcome(outcome: IntakeDelivery['outcome']): void;
}

export interface Received extends SentDelivery {
  /** The response to a sender that fails to authenticate: an address that does so too often is asked to wait, and is not logged. */
  onFailure(error: ServiceError): Promise<{ error: ServiceError; isLogged: boolean }>;
}

const DAY_MS = 86_400_000;
/** For intakes from before this could be set. */
const KEEP_DAYS = 14;
const MOST_CONTENT_TYPE = 300;

export async function acceptDelivery(
  deps: AcceptDelivery,
  address: string,
  received: Received,
): Promise<{ deliveryId: string } | HandshakeAnswer> {
  const owned = await requireAddress(deps, address);
  const secrets = secretsOf(deps, owned);
  const asked = { ...received, address, secret: secrets[0] ?? '' };
  const answer = answerHandshake(owned.intake.document.handshake, asked);
  if (answer !== undefined) return answer;
  await requireSender(deps, owned, secrets, received);
  try {
    return { deliveryId: await store(deps, owned, received) };
  } catch (error) {
    if (error instanceof ServiceError) await logRefusal(deps, owned, error, received.body.length);
    throw error;
  }
}

/** Requests that Fastify refused before they reached a handler, such as those with too large a body. */
export async function refuseDelivery(
  deps: AcceptDelivery,
  address: string,
  error: ServiceError,
  bytes: number,
): Promise<void> {
  const owned = await deps.intakes.findByAddress(address);
  if (owned !== undefined) await logRefusal(deps, owned, error, bytes);
}

/** GET, which only Meta's handshake uses. */
export async function answerQuestion(
  deps: AcceptDelivery,
  address: string,
  sent: SentDelivery,
): Promise<HandshakeAnswer> {
  const owned = await requireAddress(deps, address);
  const { handshake } = owned.intake.document;
  const answer = answerHandshake(handshake, { ...sent, address, secret: secretsOf(deps, owned)[0] ?? '' });
  if (answer === undefined) throw new ServiceError('not_found');
  return answer;
}

async function requireAddress({ intakes }: AcceptDelivery, address: string): Promise<OwnedIntake> {
  const owned = await intakes.findByAddress(address);
  if (owned === undefined) throw new ServiceError('not_found');
  return owned;
}

/** The newest first; during a rotation, the previous one works, too. */
function secretsOf({ box, clock }: AcceptDelivery, owned: OwnedIntake): string[] {
  const { name, secret, previousSecret } = owned.intake;
  const isOldValid = previousSecret !== undefined && previousSecret.until > clock.now();
  const sealed = isOldValid ? [secret, previousSecret.secret] : [secret];
  const opened = sealed.map((each) => openSecret(box, owned, name, each)).filter((each) => each !== undefined);
  if (opened.length === 0)
    throw new ServiceError('unavailable', { detail: 'The intake’s secret cannot be read. Rotate it.' });
  return opened;
}

async function requireSender(
  deps: AcceptDelivery,
  owned: OwnedIntake,
  secrets: readonly string[],
  received: Received,
): Promise<void> {
  const fault = await checkDelivery(owned.intake.document.auth, secrets, received, deps.clock.now());
  if (fault === undefined) return;
  const refusal = new ServiceError('invalid_delivery_signature', { detail: fault });
  const { error, isLogged } = await received.onFailure(refusal);
  if (isLogged) await logRefusal(deps, owned, refusal, received.body.length);
  throw error;
}

async function store(deps: AcceptDelivery, owned: OwnedIntake, { headers, body }: Received): Promise<string> {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ServiceError('unsupported_media_type', {
      detail: 'The body is compressed (Content-Encoding). Send it uncompressed.',
    });
  const principal = principalOfIntake(owned);
  await deps.rateLimits.take(principal, 'create');
  const tellQuota = await deps.quota.take(principal, { runs: 0, bytes: body.length });
  const now = deps.clock.now();
  const deliveryId = newId('itd', now);
  const { intake, workspaceId, environment, keepInputDays = Number.POSITIVE_INFINITY } = owned;
  const keepDays = Math.min(intake.document.keep_days ?? KEEP_DAYS, keepInputDays);
  try {
    await deps.deliveries.accept({
      workspaceId,
      environment,
      deliveryId,
      intakeId: intake.intakeId,
      contentType: (headers['content-type'] ?? '').slice(0, MOST_CONTENT_TYPE),
      payload: deps.payloads.seal(body, deliveryId),
      bytes: body.length,
      receivedAt: now,
      keepUntil: new Date(now.getTime() + keepDays * DAY_MS),
    });
  } catch (error) {
    tellQuota(false);
    // It is unknown whether it was stored: sending it again creates no second run.
    throw error instanceof ServiceError ? error : new ServiceError('run_request_failed', { cause: error });
  }
  tellQuota(true);
  deps.onOutcome('received');
  return deliveryId;
}

/** Temporary faults are not logged: the service sends the delivery again, and an unavailable database cannot store a log. */
async function logRefusal(deps: AcceptDelivery, owned: OwnedIntake, error: ServiceError, bytes: number): Promise<void> {
  const isPassing = ['unavailable', 'run_request_failed', 'not_found'].includes(error.code);
  if (isPassing) return;
  const { status, meaning } = ERRORS[error.code];
  const receivedAt = deps.clock.now();
  await deps.deliveries.refuse(owned, owned.intake.intakeId, {
    deliveryId: newId('itd', receivedAt),
    reason:
      error.code === 'invalid_delivery_signature' ? (error.detail ?? meaning) : `${status}: ${error.detail ?? meaning}`,
    bytes,
    receivedAt,
  });
  deps.onOutcome('refused');
}
