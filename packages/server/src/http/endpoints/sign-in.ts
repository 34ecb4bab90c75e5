/** How people sign in with an identity provider, and accounts there that ask to be linked to a member. */
import { signInApi } from '@brickwork/contract';
import { approveLink, type LinkIdentity, refuseLink } from '../../access/members/link-identity.ts';
import { managerOf } from '../../access/members/manage-members.ts';
import type { IdentityLink } from '../../access/members/member.ts';
import type { ProviderSettings } from '../../access/members/provider.ts';
import { ok, type Route, route } from '../route.ts';
import { toMemberWire } from './members.ts';

export interface SignInRoutes extends LinkIdentity {
  /** Undefined if no identity provider is configured. */
  settings: ProviderSettings | undefined;
  label: string;
}

export function signInRoutes(deps: SignInRoutes): Route[] {
  return [
    route(signInApi.getSignInProvider, async ({ principal }) => {
      const { workspaceId } = managerOf(principal);
      const { settings, label } = deps;
      if (settings === undefined) return ok({ configured: false });
      const { succeededAt, failedAt, failure } = await deps.links.state(settings.issuer);
      const pending = await deps.links.list(workspaceId, deps.clock.now());
      return ok({
        configured: true,
        label,
        issuer: settings.issuer,
        redirect_uri: settings.redirectUri,
        logout_uri: new URL('/console/oidc/logout', settings.redirectUri).href,
        scim_url: new URL('/scim/v2', settings.redirectUri).href,
        groups: settings.groups
          .filter(({ workspace }) => workspace === principal.workspaceName)
          .map(({ group, role }) => ({ group, role })),
        last_success_at: succeededAt?.toISOString(),
        last_failure: failure && failedAt && { reason: failure, at: failedAt.toISOString() },
        link_requests: pending.length,
      });
    }),
    route(signInApi.listLinkRequests, async ({ principal }) => {
      const links = await deps.links.list(managerOf(principal).workspaceId, deps.clock.now());
      return ok({ data: links.map(toLinkWire) });
    }),
    route(signInApi.approveLinkRequest, async ({ principal, params }) =>
      ok(toMemberWire(await approveLink(deps, managerOf(principal), params.linkId))),
    ),
    route(signInApi.refuseLinkRequest, async ({ principal, params }) => {
      await refuseLink(deps, managerOf(principal), params.linkId);
      return ok({ id: params.linkId, refused: true });
    }),
  ];
}

function toLinkWire({ id, member, issuer, subject, name, role, agent, createdAt, expiresAt }: IdentityLink) {
  return {
    id,
    member: { id: member.id, email: member.email, name: member.name, role: member.role },
    issuer,
    subject,
    name,
    role,
    agent,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
