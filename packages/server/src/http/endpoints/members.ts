/** The people of a workspace over HTTP. */
import { membersApi } from '@brickwork/contract';
import {
  changeMember,
  endSessionsOf,
  invite,
  type ManageMembers,
  managerOf,
  removeMember,
  requireMember,
  resetMember,
  revokeInvitation,
  type ShownInvitation,
} from '../../access/members/manage-members.ts';
import type { Invitation, Member, MemberSession } from '../../access/members/member.ts';
import { ok, type Route, route } from '../route.ts';

export interface MemberRoutes extends ManageMembers {
  /** The public address of the service. */
  publicUrl: string | undefined;
}

export function memberRoutes(deps: MemberRoutes): Route[] {
  return [
    route(membersApi.listMembers, async ({ principal }) =>
      ok({ data: (await deps.members.list(managerOf(principal).workspaceId)).map(toMemberWire) }),
    ),
    route(membersApi.changeMember, async ({ principal, params, body }) =>
      ok(toMemberWire(await changeMember(deps, managerOf(principal), params.memberId, body))),
    ),
    route(membersApi.removeMember, async ({ principal, params }) => {
      await removeMember(deps, managerOf(principal), params.memberId);
      return ok({ id: params.memberId, removed: true });
    }),
    route(membersApi.resetMember, async ({ principal, params }) => ({
      status: 201,
      body: toShownWire(deps, await resetMember(deps, managerOf(principal), params.memberId)),
    })),
    route(membersApi.listMemberSessions, async ({ principal, params }) => {
      const { workspaceId, id } = await requireMember(deps, managerOf(principal), params.memberId);
      return ok({ data: (await deps.sessions.ofMember(workspaceId, id)).map(toSessionWire) });
    }),
    route(membersApi.endMemberSessions, async ({ principal, params }) =>
      ok({ id: params.memberId, ended: await endSessionsOf(deps, managerOf(principal), params.memberId) }),
    ),
    route(membersApi.listInvitations, async ({ principal }) =>
      ok({ data: (await deps.members.listInvitations(managerOf(principal).workspaceId)).map(toInvitationWire) }),
    ),
    route(membersApi.createInvitation, async ({ principal, body }) => ({
      status: 201,
      body: toShownWire(deps, await invite(deps, managerOf(principal), body)),
    })),
    route(membersApi.revokeInvitation, async ({ principal, params }) => {
      await revokeInvitation(deps, managerOf(principal), params.invitationId);
      return ok({ id: params.invitationId, revoked: true });
    }),
  ];
}

export function toMemberWire(member: Member) {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    agent: member.agent,
    signs_in_by: member.signsInBy,
    created_at: member.createdAt.toISOString(),
    last_seen_at: member.lastSeenAt?.toISOString(),
  };
}

function toSessionWire(session: MemberSession) {
  return {
    id: session.id,
    environment: session.environment,
    browser: session.browser,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

function toInvitationWire(invitation: Invitation) {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    agent: invitation.agent,
    member_id: invitation.memberId,
    invited_by: invitation.invitedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

function toShownWire({ publicUrl }: MemberRoutes, { invitation, token }: ShownInvitation) {
  return { ...toInvitationWire(invitation), link: invitationLink(publicUrl, token) };
}

/** After a `#`: browsers do not send this part, so no log contains it. */
export function invitationLink(publicUrl: string | undefined, token: string): string {
  return `${publicUrl ?? ''}/console/invitation#${token}`;
}
