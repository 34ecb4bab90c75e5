/** Somebody comes back from the identity provider: their memberships become what their groups say, and one of them is entered. */
import type { Clock } from '../../core/clock.ts';
import type { IdentityStore } from '../store/identity-store.ts';
import type { Member } from './member.ts';
import { type Provider, SignInFault, type Started } from './provider.ts';

export interface SignInByProvider {
  provider: Provider;
  identities: IdentityStore;
  clock: Clock;
  /** Drops what this node remembers of everybody: several members may have changed. */
  forgetAll(): void;
}

/** The first of the configuration's workspaces; the console switches to others. */
export async function signInByProvider(
  { provider, identities, clock, forgetAll }: SignInByProvider,
  url: URL,
  started: Started,
): Promise<Member> {
  const { grants, ...identity } = await provider.finish(url, started);
  // Also without any: memberships that a group gave end with it.
  const [first] = await identities.apply(identity, grants, clock.now());
  forgetAll();
  if (first === undefined) throw new SignInFault('no_access');
  return first.member;
}
