/** The people of a workspace, for the operator: works even if nobody can sign in any more. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import {
  type ChangeRequest,
  changeMember,
  endSessionsOf,
  type InviteRequest,
  invite,
  type Manager,
  removeMember,
  resetMember,
  type ShownInvitation,
} from '../../access/members/manage-members.ts';
import { emailOf, type Invitation, type Member } from '../../access/members/member.ts';
import { createMemberStore } from '../../access/store/member-store.ts';
import { createSessionStore } from '../../access/store/session-store.ts';
import { OPERATOR } from '../../core/acting.ts';
import { systemClock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { invitationLink } from '../../http/endpoints/members.ts';

export interface LinkForMember extends Pick<ShownInvitation, 'invitation'> {
  /** Shown once. */
  link: string;
}

export interface OperatorMembers {
  list(workspace: string): Promise<Member[]>;
  invitations(workspace: string): Promise<Invitation[]>;
  invite(workspace: string, request: InviteRequest): Promise<LinkForMember>;
  change(workspace: string, member: string, change: ChangeRequest): Promise<Member>;
  reset(workspace: string, member: string): Promise<LinkForMember>;
  remove(workspace: string, member: string): Promise<Member>;
  signOut(workspace: string, member: string): Promise<Member & { ended: number }>;
}

export function operatorMembers(
  database: Database,
  { publicUrl, idOf }: { publicUrl: string | undefined; idOf(workspace: string): Promise<string> },
): OperatorMembers {
  const deps = {
    members: createMemberStore(database),
    sessions: createSessionStore(database),
    clock: systemClock,
    forget: () => {}, // The database notifies the nodes.
  };
  const managerOf = async (workspace: string): Promise<Manager> => ({
    workspaceId: await idOf(workspace),
    actor: OPERATOR.actor,
  });
  const find = async ({ workspaceId }: Manager, name: string): Promise<Member> => {
    const all = await deps.members.list(workspaceId);
    const found = all.find(({ id, email }) => id === name || email === emailOf(name));
    if (found === undefined)
      throw new ServiceError('not_found', { detail: `${name} is not a member of the workspace.` });
    return found;
  };
  const linked = ({ invitation, token }: ShownInvitation) => ({ invitation, link: invitationLink(publicUrl, token) });
  return {
    list: async (workspace) => deps.members.list(await idOf(workspace)),
    invitations: async (workspace) => deps.members.listInvitations(await idOf(workspace)),
    invite: async (workspace, request) => linked(await invite(deps, await managerOf(workspace), request)),
    async change(workspace, member, change) {
      const manager = await managerOf(workspace);
      return changeMember(deps, manager, (await find(manager, member)).id, change);
    },
    async reset(workspace, member) {
      const manager = await managerOf(workspace);
      return linked(await resetMember(deps, manager, (await find(manager, member)).id));
    },
    async remove(workspace, member) {
      const manager = await managerOf(workspace);
      const found = await find(manager, member);
      await removeMember(deps, manager, found.id);
      return found;
    },
    async signOut(workspace, member) {
      const manager = await managerOf(workspace);
      const found = await find(manager, member);
      return { ...found, ended: await endSessionsOf(deps, manager, found.id) };
    },
  };
}
