/**
 * An account at the identity provider is linked to an existing member only with approval: by the member, with their own password and code,
 * or by an admin. The provider's word on the address is not enough, because the provider's administrator could then become any member.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { LinkStore } from '../store/link-store.ts';
import type { ManageMembers, Manager } from './manage-members.ts';
import type { IdentityLink, Member } from './member.ts';
import { type SignIn, signIn } from './sign-in.ts';

export interface LinkIdentity extends Pick<ManageMembers, 'clock' | 'forget'> {
  links: LinkStore;
}

export async function requireLink(
  { links, clock }: Pick<LinkIdentity, 'links' | 'clock'>,
  { workspaceId, id }: Pick<IdentityLink, 'workspaceId' | 'id'>,
): Promise<IdentityLink> {
  const link = await links.find(workspaceId, id, clock.now());
  if (link === undefined) throw noSuchLink();
  return link;
}

/** The member's own credentials, as for any sign-in: failures count, and a code works once. */
export async function confirmLink(
  deps: LinkIdentity & SignIn,
  asked: Pick<IdentityLink, 'workspaceId' | 'id'>,
  given: { password: string; code: string },
  address: string,
): Promise<Member> {
  const link = await requireLink(deps, asked);
  await signIn(deps, { workspace: link.workspaceName, email: link.member.email, ...given }, address);
  return complete(deps, link, 'member');
}

export async function approveLink(deps: LinkIdentity, { workspaceId }: Manager, linkId: string): Promise<Member> {
  return complete(deps, { workspaceId, id: linkId }, 'admin');
}

export async function refuseLink({ links }: LinkIdentity, { workspaceId }: Manager, linkId: string): Promise<void> {
  if (!(await links.refuse(workspaceId, linkId))) throw noSuchLink();
}

async function complete(
  { links, clock, forget }: LinkIdentity,
  link: Pick<IdentityLink, 'workspaceId' | 'id'>,
  by: 'member' | 'admin',
): Promise<Member> {
  const linked = await links.complete(link, by, clock.now());
  if (linked === 'gone') throw noSuchLink();
  if (linked === 'last_admin')
    throw new ServiceError('conflict', {
      detail:
        'This is the last admin of the workspace, and the groups at the identity provider give another role. Make somebody else an admin first, or add the account to a group of admins.',
    });
  forget(linked.id);
  return linked;
}

function noSuchLink(): ServiceError {
  return new ServiceError('not_found', {
    detail: 'There is no such request, or it was already answered. The person can sign in at the provider again.',
  });
}
