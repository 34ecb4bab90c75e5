/** Somebody comes back from the identity provider: their memberships become what their groups say, and one of them is entered. */
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
  /** Drops what this node remembers of everybody: several members may have changed. */
  forgetAll(): void;
}

/** A member to enter, an account to confirm, or both: the groups may open several workspaces. */
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
  // Also without any: memberships that a group gave end with it.
  const { memberships, links: asked, refused } = await identities.apply(identity, grants, clock.now());
  forgetAll();
  const member = memberships[0]?.member;
  // Who comes in anyway is not asked what only an admin can answer.
  const link = asked.find((each) => member === undefined || each.member.signsInBy === 'password');
  if (member === undefined && link === undefined) throw new SignInFault(refused ?? 'no_access');
  if (member !== undefined) await links.recordSuccess(identity.issuer, clock.now());
  return { member, link, providerSession };
}
