/** After the return from the identity provider: memberships are updated from the groups, and one of them is entered. */
import type { Clock } from '../../core/clock.ts';
import type { IdentityStore } from '../store/identity-store.ts';
import type { LinkStore } from '../store/link-store.ts';
import type { IdentityLink, Member } from './member.ts';
import { type Provider, SignInFault, type Started } from './provider.ts';

export interface SignInByProvider {
  provider: Provider;
  identities: IdentityStore;
  links: LinkStore;
  clock: Clock;
  /** Drops the whole cache of this node: several members may have changed. */
  forgetAll(): void;
}

/** A member to sign in as, an account to confirm, or both: the groups may give access to several workspaces. */
export interface SignedInByProvider {
  member: Member | undefined;
  link: IdentityLink | undefined;
  providerSession: string | undefined;
}

/** The first of the configuration's workspaces; the console switches to others. */
export async function signInByProvider(
  { provider, identities, links, clock, forgetAll }: SignInByProvider,
  url: URL,
  started: Started,
): Promise<SignedInByProvider> {
  const { grants, providerSession, ...identity } = await provider.finish(url, started);
  // Also without any groups: memberships that a group gave end.
  const { memberships, links: asked, refused } = await identities.apply(identity, grants, clock.now());
  forgetAll();
  const member = memberships[0]?.member;
  // People who can sign in anyway are not asked to resolve what only an admin can.
  const link = asked.find((each) => member === undefined || each.member.signsInBy === 'password');
  if (member === undefined && link === undefined) throw new SignInFault(refused ?? 'no_access');
  if (member !== undefined) await links.recordSuccess(identity.issuer, clock.now());
  return { member, link, providerSession };
}
