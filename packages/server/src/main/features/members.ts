/** People: members, invitations, and the ways to sign in. */

import { editableClaims } from '../../access/members/grants.ts';
import { SECRET_PURPOSE } from '../../access/members/member.ts';
import { createPasswords } from '../../access/members/password.ts';
import { createProvider, type ProviderSettings } from '../../access/members/provider.ts';
import { createRecoveryCodes } from '../../access/members/recovery-codes.ts';
import { createSignInFailures } from '../../access/members/sign-in.ts';
import { createDirectoryStore } from '../../access/store/directory-store.ts';
import { createIdentityStore } from '../../access/store/identity-store.ts';
import { createLinkStore } from '../../access/store/link-store.ts';
import { createMemberStore } from '../../access/store/member-store.ts';
import type { SessionStore } from '../../access/store/session-store.ts';
import { systemClock } from '../../core/clock.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { memberRoutes } from '../../http/endpoints/members.ts';
import { signInRoutes } from '../../http/endpoints/sign-in.ts';
import type { PeopleSignIn } from '../../http/people-session.ts';
import type { ProviderSession } from '../../http/provider-session.ts';
import type { Scim } from '../../http/scim.ts';
import type { Config } from '../config.ts';
import type { Feature, Node } from '../feature.ts';

const HOUR_MS = 3_600_000;

export interface Members extends Feature {
  signIn: PeopleSignIn;
  directory: Scim;
}

export function membersFeature(
  node: Node,
  { sessions, forget }: { sessions: SessionStore; forget(memberId?: string): void },
): Members {
  const { config, database, secrets } = node;
  const members = createMemberStore(database);
  const identities = createIdentityStore(database);
  const deps = { members, sessions, identities, forget, clock: systemClock };
  const links = createLinkStore(database);
  const signIn = {
    ...deps,
    passwords: createPasswords(),
    recovery: createRecoveryCodes(secrets),
    box: createSecretBox(secrets, SECRET_PURPOSE),
    failures: createSignInFailures(),
  };
  warnOfClaims(node);
  return {
    routes: [
      ...memberRoutes({ ...deps, publicUrl: config.publicUrl }),
      ...signInRoutes({ ...deps, links, settings: providerSettings(config), label: config.oidcLabel }),
    ],
    directory: {
      store: createDirectoryStore(database),
      rules: config.oidcGroups,
      clock: systemClock,
      forgetAll: () => forget(),
    },
    signIn: {
      ...signIn,
      secrets,
      sessionMs: config.sessionHours * HOUR_MS,
      provider: providerOf(node, { ...deps, links, signIn, forgetAll: () => forget() }),
    },
  };
}

/** From the configuration; undefined if it names no provider. */
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
  { config, secrets, logger }: Node,
  deps: Pick<ProviderSession, 'identities' | 'links' | 'sessions' | 'signIn' | 'clock' | 'forget' | 'forgetAll'>,
): ProviderSession | undefined {
  const settings = providerSettings(config);
  if (settings === undefined || config.publicUrl === undefined) return undefined;
  return {
    ...deps,
    provider: createProvider(settings),
    attempts: createSecretBox(secrets, 'sign-in by a provider'),
    issuer: settings.issuer,
    label: config.oidcLabel,
    publicUrl: config.publicUrl,
    logger,
  };
}

/** `brickwork doctor` reports it too. */
function warnOfClaims({ config, logger }: Node): void {
  for (const text of editableClaims(config.oidcGroups)) logger.warn({ setting: 'BRICKWORK_OIDC_GROUPS' }, text);
}
