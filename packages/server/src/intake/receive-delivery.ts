/**
 * A delivery to an intake: who sent it, what it maps to, which kits read it. Runs are stored before the answer; a delivery that is sent
 * again makes none, since the key of each run comes from the payload. What became of it is logged, its payload is not.
 */
import { createHash } from 'node:crypto';
import { ERRORS } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import { type CreateRun, createRun } from '../runs/create-run.ts';
import { checkDelivery, type SentDelivery } from './check-delivery.ts';
import { type IntakeDelivery, type MadeRun, MOST_PAIRS, type OwnedIntake, type RefusedKit } from './intake.ts';
import { openSecret } from './manage-intakes.ts';
import type { MappedPayload, PayloadMapper } from './map-payload.ts';
import type { IntakeStore } from './store/intake-store.ts';

export interface ReceiveDelivery extends Omit<CreateRun, 'kits'> {
  intakes: Pick<IntakeStore, 'findByAddress' | 'record'>;
  kits: ManageKits;
  mapper: PayloadMapper;
  box: SecretBox;
  clock: Clock;
  rateLimits: RateLimits;
  onOutcome(outcome: IntakeDelivery['outcome']): void;
}

export interface Received extends SentDelivery {
  /** The body as JSON text, parsed strictly; throws `invalid_json`. */
  readPayload(): string;
  /** What to answer to who fails to authenticate: an address that does so too often is asked to wait, and is not logged. */
  onFailure(error: ServiceError): Promise<{ error: ServiceError; isLogged: boolean }>;
}

const MOST_REASON = 1_000;

export async function receiveDelivery(
  deps: ReceiveDelivery,
  address: string,
  received: Received,
): Promise<IntakeDelivery> {
  const owned = await deps.intakes.findByAddress(address);
  if (owned === undefined) throw new ServiceError('not_found');
  const principal = principalOf(owned);
  const log = async (what: Partial<IntakeDelivery> & Pick<IntakeDelivery, 'outcome'>): Promise<IntakeDelivery> => {
    const receivedAt = deps.clock.now();
    const delivery: IntakeDelivery = {
      deliveryId: newId('itd', receivedAt),
      externalId: undefined,
      runs: [],
      failed: [],
      bytes: received.body.length,
      receivedAt,
      ...what,
      reason: what.reason?.slice(0, MOST_REASON),
    };
    await deps.intakes.record(principal, owned.intake.intakeId, delivery);
    deps.onOutcome(delivery.outcome);
    return delivery;
  };
  await requireSender(deps, owned, received, log);
  if (!owned.intake.document.enabled) return log({ outcome: 'skipped', reason: 'The intake is disabled.' });
  await deps.rateLimits.take(principal, 'create');
  try {
    return await acceptPayload(deps, principal, owned, received.readPayload(), log);
  } catch (error) {
    // What may go away by itself is not logged: the service sends it again.
    if (error instanceof ServiceError && !ERRORS[error.code].retryable)
      await log({ outcome: 'failed', reason: error.detail ?? ERRORS[error.code].meaning });
    throw error;
  }
}

type Log = (what: Partial<IntakeDelivery> & Pick<IntakeDelivery, 'outcome'>) => Promise<IntakeDelivery>;

async function requireSender(
  { box, clock }: ReceiveDelivery,
  owned: OwnedIntake,
  received: Received,
  log: Log,
): Promise<void> {
  const { name, document, secret } = owned.intake;
  const opened = openSecret(box, owned, name, secret);
  if (opened === undefined)
    throw new ServiceError('unavailable', { detail: 'The intake’s secret cannot be read. Rotate it.' });
  const fault = checkDelivery(document.auth, opened, received, clock.now());
  if (fault === undefined) return;
  const { error, isLogged } = await received.onFailure(
    new ServiceError('invalid_delivery_signature', { detail: fault }),
  );
  if (isLogged) await log({ outcome: 'refused', reason: fault });
  throw error;
}

async function acceptPayload(
  deps: ReceiveDelivery,
  principal: Principal,
  { intake }: OwnedIntake,
  payload: string,
  log: Log,
): Promise<IntakeDelivery> {
  const mapped = await deps.mapper.mapPayload(intake.name, intake.document, payload, principal.workspaceId);
  if (mapped.outcome === 'failed') throw new ServiceError('intake_mapping_failed', { detail: mapped.reason });
  if (mapped.outcome === 'skipped') return log(mapped);
  const { externalId } = mapped;
  const chosen = [...new Set(mapped.rules.filter(({ isChosen }) => isChosen).map(({ kit }) => kit))];
  if (chosen.length === 0)
    return log({
      outcome: 'skipped',
      externalId,
      reason: mapped.rules.map(({ kit, reason }) => `${kit}: ${reason}`).join(' '),
    });
  if (chosen.length > 1) await deps.rateLimits.take(principal, 'create', chosen.length - 1);
  const input = JSON.parse(mapped.input) as Record<string, unknown>;
  const runs: MadeRun[] = [];
  const failed: RefusedKit[] = [];
  let first: ServiceError | undefined;
  for (const kit of chosen) {
    try {
      runs.push(await makeRun(deps, principal, intake, kit, mapped, input));
    } catch (error) {
      if (!(error instanceof ServiceError) || isForLater(error)) throw error;
      first ??= error;
      failed.push({ kit, error: error.code, detail: error.detail });
    }
  }
  const replays = runs.filter(({ isReplay }) => isReplay).length;
  if (replays > 0) deps.rateLimits.giveBack(principal, 'create', replays);
  const refusals = failed.map(({ kit, error, detail }) => `${kit}: ${detail ?? error}`).join(' ');
  if (runs.length > replays)
    return log({ outcome: 'accepted', externalId, runs, failed, reason: refusals || undefined });
  if (runs.length > 0)
    return log({ outcome: 'replayed', externalId, runs, failed, reason: 'It was received before: the runs exist.' });
  // Every kit refused it.
  throw new ServiceError(first?.code ?? 'kit_input_invalid', { detail: refusals });
}

async function makeRun(
  deps: ReceiveDelivery,
  principal: Principal,
  intake: { intakeId: string; name: string },
  kit: string,
  { input: inputText, externalId, occurredAt, metadata, key }: Extract<MappedPayload, { outcome: 'mapped' }>,
  input: Record<string, unknown>,
): Promise<MadeRun> {
  const { kitCode } = await getKit(deps.kits, principal.workspaceId, kit);
  const request = {
    kitCode,
    kitVersionId: undefined,
    input,
    inputText,
    type: 'api' as const,
    mode: 'async' as const,
    externalId,
    metadata: withIntake(metadata, intake.name),
    occurredAt,
  };
  // No header can hold a line break: such a key is never that of a request with an API key.
  const hash = createHash('sha256').update(key).digest('hex');
  const created = await createRun(deps, principal, request, {
    keyForAnyRequest: `intake\n${intake.intakeId}\n${kitCode}\n${hash}`,
  });
  return { kit, runId: created.runId, isReplay: created.isReplay };
}

/** The name of the intake, so that runs can be found by it and rules for speakers can name it; what was mapped comes first. */
function withIntake(metadata: Record<string, string> | undefined, name: string): Record<string, string> {
  const pairs = metadata ?? {};
  return Object.keys(pairs).length < MOST_PAIRS ? { intake: name, ...pairs } : pairs;
}

/** The intake acts for its workspace, with the right to make runs and no other. */
function principalOf({ workspaceId, workspaceName, plan, environment }: OwnedIntake): Principal {
  return {
    workspaceId,
    workspaceName,
    plan,
    environment,
    actor: { kind: 'system', id: 'intake', name: 'intake' },
    role: 'runner',
  };
}

/** Resent, it makes what is missing: a 2xx would say that everything is stored. */
function isForLater({ code }: ServiceError): boolean {
  return ERRORS[code].retryable || code === 'storage_quota_exceeded';
}
