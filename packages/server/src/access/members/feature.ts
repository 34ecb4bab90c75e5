/** People: members, invitations, and the ways to sign in. */
import { systemClock } from '../../core/clock.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { memberRoutes } from '../../http/endpoints/members.ts';
import type { PeopleSignIn } from '../../http/people-session.ts';
import type { ProviderSession } from '../../http/provider-session.ts';
import type { Config } from '../../main/config.ts';
import type { Feature, Node } from '../../main/feature.ts';
import { createIdentityStore } from '../store/identity-store.ts';
import { createMemberStore } from '../store/member-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import { SECRET_PURPOSE } from './member.ts';
import { createPasswords } from './password.ts';
import { createProvider, type ProviderSettings } from './provider.ts';
import { createSignInFailures } from './sign-in.ts';

const HOUR_MS = 3_600_000;

export interface Members extends Feature {
  signIn: PeopleSignIn;
}

export function membersFeature(
  node: Node,
  { sessions, forget }: { sessions: SessionStore; forget(memberId?: string): void },
): Members {
  const { config, database, secret } = node;
  const members = createMemberStore(database);
  const identities = createIdentityStore(database);
  const deps = { members, sessions, identities, forget, clock: systemClock };
  const failures = createSignInFailures();
  return {
    routes: memberRoutes({ ...deps, publicUrl: config.publicUrl }),
    signIn: {
      ...deps,
      secret,
      sessionMs: config.sessionHours * HOUR_MS,
      passwords: createPasswords(),
      box: createSecretBox(secret, SECRET_PURPOSE),
      failures,
      provider: providerOf(node, { identities, failures, clock: systemClock, forgetAll: () => forget() }),
    },
  };
}

/** As the configuration says; undefined where it names no provider. */
export function providerSettings(config: Config): ProviderSettings | undefined {
  const { oidcIssuer, oidcClientId, publicUrl } = config;
  if (oidcIssuer === undefined || oidcClientId === undefined || publicUrl === undefined) return undefined;
  return {
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: config.oidcClientSecret,
    scopes: config.oidcScopes,
    groupsClaim: config.oidcGroupsClaim,
    groups: config.oidcGroups,
    redirectUri: `${publicUrl}/console/oidc/callback`,
  };
}

function providerOf(
  { config, secret, logger }: Node,
  deps: Pick<ProviderSession, 'identities' | 'failures' | 'clock' | 'forgetAll'>,
): ProviderSession | undefined {
  const settings = providerSettings(config);
  if (settings === undefined || config.publicUrl === undefined) return undefined;
  return {
    ...deps,
    provider: createProvider(settings),
    box: createSecretBox(secret, 'sign-in by a provider'),
    label: config.oidcLabel,
    publicUrl: config.publicUrl,
    logger,
  };
}
