/** Inviting people, changing their roles, and removing them. An invitation is a link that works once and expires after a week; only its hash is stored. */
import { hash, randomBytes } from 'node:crypto';
import type { PersonRole } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Actor } from '../../core/acting.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { checkAgent } from '../manage-keys.ts';
import type { Principal } from '../principal.ts';
import type { MemberStore } from '../store/member-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import { emailOf, type Invitation, type Member, MOST_INVITATIONS, MOST_MEMBERS } from './member.ts';

export interface ManageMembers {
  members: MemberStore;
  sessions: SessionStore;
  clock: Clock;
  /** Drops what this node has cached about somebody; the database notifies other nodes. */
  forget(memberId: string): void;
}

export interface InviteRequest {
  email: string;
  role: PersonRole;
  agent?: string | undefined;
}

/** Who acts, and where: a principal, or the operator on the command line. */
export interface Manager {
  workspaceId: string;
  actor: Actor;
}

export interface ShownInvitation {
  invitation: Invitation;
  /** For the link; shown once and not stored. */
  token: string;
}

const DAY_MS = 86_400_000;
const INVITATION_MS = 7 * DAY_MS;
/** Anyone with the link becomes that member. */
const RESET_MS = DAY_MS;

/** A test key must never give access to live data, and a member could choose it. */
export function managerOf({ workspaceId, actor, environment }: Principal): Manager {
  if (environment === 'test' && actor.kind === 'key')
    throw new ServiceError('forbidden', { detail: 'People have access to live data. Use a live admin key.' });
  return { workspaceId, actor };
}

export async function invite(
  { members, clock }: ManageMembers,
  manager: Manager,
  { email, role, agent }: InviteRequest,
): Promise<ShownInvitation> {
  checkAgent({ role, agent });
  const shown = newInvitation(manager, {
    email: emailOf(email),
    role,
    agent,
    now: clock.now(),
    lastsMs: INVITATION_MS,
  });
  const outcome = await members.invite(shown.invitation, hashToken(shown.token));
  if (outcome === 'is_member')
    throw new ServiceError('conflict', {
      detail: `${shown.invitation.email} is already a member of the workspace. Change the role, or reset the sign-in.`,
    });
  if (outcome === 'too_many')
    throw new ServiceError('conflict', {
      detail: `A workspace has at most ${MOST_MEMBERS} members and ${MOST_INVITATIONS} open invitations. Remove or revoke some first.`,
    });
  return shown;
}

/** The old password, codes and sessions stop working immediately; the link is for new ones. */
export async function resetMember(deps: ManageMembers, manager: Manager, memberId: string): Promise<ShownInvitation> {
  const member = await requireMember(deps, manager, memberId);
  if (member.signsInBy === 'provider')
    throw new ServiceError('conflict', {
      detail: `${member.email} signs in with the identity provider. Reset the account there; you can end the sessions here.`,
    });
  const { email, role, agent } = member;
  const shown = newInvitation(manager, { email, role, agent, memberId, now: deps.clock.now(), lastsMs: RESET_MS });
  if (!(await deps.members.reset(shown.invitation, hashToken(shown.token)))) throw noSuchMember();
  deps.forget(memberId);
  return shown;
}

export async function revokeInvitation(
  { members, clock }: ManageMembers,
  { workspaceId }: Manager,
  invitationId: string,
): Promise<void> {
  if (!(await members.revokeInvitation(workspaceId, invitationId, clock.now())))
    throw new ServiceError('not_found', {
      detail: 'There is no such invitation, or it was already accepted or revoked.',
    });
}

export interface ChangeRequest {
  name?: string | undefined;
  role?: PersonRole | undefined;
  agent?: string | undefined;
}

export async function changeMember(
  deps: ManageMembers,
  manager: Manager,
  memberId: string,
  { name, role, agent }: ChangeRequest,
): Promise<Member> {
  const before = await requireMember(deps, manager, memberId);
  const next = {
    role: role ?? before.role,
    agent: agent ?? (role === undefined || role === 'agent' ? before.agent : undefined),
  };
  checkAgent(next);
  if (before.signsInBy === 'provider' && (next.role !== before.role || next.agent !== before.agent))
    throw new ServiceError('conflict', {
      detail: `The role of ${before.email} comes from the identity provider’s groups. Change the groups, or the mapping in the service’s configuration.`,
    });
  const changed = found(await deps.members.change(manager.workspaceId, memberId, { name, ...next }));
  deps.forget(memberId);
  return changed;
}

export async function removeMember(deps: ManageMembers, manager: Manager, memberId: string): Promise<void> {
  found(await deps.members.remove(manager.workspaceId, memberId, deps.clock.now()));
  deps.forget(memberId);
}

/** How many sessions ended. */
export async function endSessionsOf(deps: ManageMembers, manager: Manager, memberId: string): Promise<number> {
  const { id } = await requireMember(deps, manager, memberId);
  const ended = await deps.sessions.endOfMember(manager.workspaceId, id);
  deps.forget(id);
  return ended;
}

export async function requireMember(
  { members }: Pick<ManageMembers, 'members'>,
  { workspaceId }: Pick<Manager, 'workspaceId'>,
  memberId: string,
): Promise<Member> {
  const member = await members.find(workspaceId, memberId);
  if (member === undefined) throw noSuchMember();
  return member;
}

export function hashToken(token: string): Buffer {
  return hash('sha256', `invitation ${token}`, 'buffer');
}

function newInvitation(
  { workspaceId, actor }: Manager,
  { now, lastsMs, ...rest }: InviteRequest & { memberId?: string; now: Date; lastsMs: number },
): ShownInvitation {
  const invitation: Invitation = {
    id: newId('inv', now),
    workspaceId,
    email: rest.email,
    role: rest.role,
    agent: rest.agent,
    memberId: rest.memberId,
    invitedBy: actor,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
  };
  return { invitation, token: randomBytes(32).toString('base64url') };
}

function found<Result>(result: Result | 'last_admin' | undefined): Result {
  if (result === undefined) throw noSuchMember();
  if (result === 'last_admin')
    throw new ServiceError('conflict', {
      detail: 'This is the last admin of the workspace. Make somebody else an admin first.',
    });
  return result as Result;
}

function noSuchMember(): ServiceError {
  return new ServiceError('not_found', { detail: 'There is no such member in this workspace.' });
}
