/** Intakes as code: creating, replacing, reading and deleting them. Every change is recorded with the key that made it. */
import { randomBytes } from 'node:crypto';
import type { IntakeDocument } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { getKit, type ManageKits } from '../kits/manage-kits.ts';
import { putFetchSecrets } from './fetch-secrets.ts';
import type { Intake } from './intake.ts';
import type { PayloadMapper } from './payload-mapper.ts';
import type { IntakeStore, SealedSecret } from './store/intake-store.ts';

export interface ManageIntakes {
  intakes: IntakeStore;
  kits: ManageKits;
  mapper: PayloadMapper;
  box: SecretBox;
  clock: Clock;
}

export interface ShownIntake {
  intake: Intake;
  /** Only when it was made now. */
  secret: string | undefined;
  isNew: boolean;
}

/** What the caller gives beside the definition. */
export interface GivenSecrets {
  /** The one that the service made. */
  secret: string | undefined;
  /** How long the secret that it replaces still works. */
  graceHours: number | undefined;
  /** Of fetch steps. */
  fetch: Readonly<Record<string, string>>;
}

const MOST_INTAKES = 100;
/** Long enough to change it in another system without losing a delivery. */
const GRACE_HOURS = 24;

export async function putIntake(
  deps: ManageIntakes,
  principal: Principal,
  name: string,
  document: IntakeDocument,
  given: GivenSecrets,
): Promise<ShownIntake> {
  await checkDocument(deps, principal, document);
  const seal = (secret: string): SealedSecret => sealSecret(deps.box, principal, name, secret);
  const fresh = newSecret();
  const put = await deps.intakes.put(
    principal,
    {
      name,
      intakeId: newUuid(deps.clock.now()),
      address: newAddress(name),
      document,
      fresh: seal(fresh),
      given: given.secret === undefined ? undefined : seal(given.secret),
      isGiven: (stored) => openSecret(deps.box, principal, name, stored) === given.secret,
      graceUntil: graceUntil(deps, given.graceHours),
      fetchSecrets: putFetchSecrets(deps.box, principal, name, document, given.fetch),
      most: MOST_INTAKES,
    },
    { by: principal.actor, now: deps.clock.now() },
  );
  if (put.outcome === 'too_many')
    throw new ServiceError('conflict', { detail: `There are ${MOST_INTAKES} intakes, the maximum. Delete one first.` });
  const isNew = put.outcome === 'created';
  return { intake: put.intake, isNew, secret: isNew && given.secret === undefined ? fresh : undefined };
}

/** Throws `intake_invalid` for an expression that cannot be parsed and `kit_not_found` for a kit that is not there. */
export async function checkDocument(
  { kits, mapper }: Pick<ManageIntakes, 'kits' | 'mapper'>,
  { workspaceId }: Scope,
  document: IntakeDocument,
): Promise<void> {
  if (document.map.input === undefined && document.recording === undefined)
    throw new ServiceError('intake_invalid', {
      detail: 'intake.map.input: is missing: say how the payload becomes the input of a run.',
    });
  const fault = await mapper.checkExpressions(document, workspaceId);
  if (fault !== undefined) throw new ServiceError('intake_invalid', { detail: fault });
  for (const { kit } of document.kits) await getKit(kits, workspaceId, kit);
}

export async function requireIntake(
  { intakes }: Pick<ManageIntakes, 'intakes'>,
  scope: Scope,
  name: string,
): Promise<Intake> {
  return found(await intakes.find(scope, name));
}

export async function rotateSecret(
  deps: ManageIntakes,
  principal: Principal,
  name: string,
  graceHours: number | undefined,
): Promise<ShownIntake> {
  const secret = newSecret();
  const sealed = { ...sealSecret(deps.box, principal, name, secret), graceUntil: graceUntil(deps, graceHours) };
  const by = { by: principal.actor, now: deps.clock.now() };
  return { intake: found(await deps.intakes.rotate(principal, name, sealed, by)), secret, isNew: false };
}

function graceUntil({ clock }: Pick<ManageIntakes, 'clock'>, hours: number = GRACE_HOURS): Date {
  return new Date(clock.now().getTime() + hours * 3_600_000);
}

export async function removeIntake(deps: ManageIntakes, principal: Principal, name: string): Promise<void> {
  const by = { by: principal.actor, now: deps.clock.now() };
  if (!(await deps.intakes.remove(principal, name, by))) found(undefined);
}

export function openSecret(box: SecretBox, scope: Scope, name: string, sealed: Buffer): string | undefined {
  return box.open(sealed, bindingOf(scope, name))?.toString('utf8');
}

function found(intake: Intake | undefined): Intake {
  if (intake !== undefined) return intake;
  throw new ServiceError('not_found', { detail: 'There is no intake with this name. List them with GET /v1/intakes.' });
}

function sealSecret(box: SecretBox, scope: Scope, name: string, secret: string): SealedSecret {
  const isOurs = secret.startsWith(PREFIX);
  return {
    secret: box.seal(Buffer.from(secret), bindingOf(scope, name)),
    secretHint: `${isOurs ? PREFIX : ''}…${secret.slice(-4)}`,
  };
}

/** What a sealed secret is bound to, so that it opens for this intake only. */
export function bindingOf({ workspaceId, environment }: Scope, name: string): string {
  return `${workspaceId}/${environment}/${name}`;
}

const PREFIX = 'bwi_';

/** Safe in a header and in a URL. */
function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** 80 random bits: the address of another workspace's intake cannot be found by trying. */
function newAddress(name: string): string {
  return `${name}.${randomBytes(10).toString('hex')}`;
}
