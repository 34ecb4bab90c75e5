/**
 * Signing in by an identity provider (OpenID Connect): authorization code with PKCE, state and nonce, through `openid-client`. The provider says who
 * somebody is and which groups they have; what a group gives is in the service's configuration.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Configuration } from 'openid-client';
import { fetchFromIssuer } from './fetch-from-issuer.ts';
import type { Grant, GroupRule } from './grants.ts';
import { grantsOf } from './grants.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  groupsClaim: string;
  groups: readonly GroupRule[];
  /** Where the provider sends people back to. */
  redirectUri: string;
}

/** Why somebody does not come in; the console has a sentence for each. */
export type ProviderFault =
  | 'unreachable'
  | 'clock'
  | 'expired'
  | 'refused'
  | 'no_email'
  | 'no_groups'
  | 'no_access'
  | 'failed';

export class SignInFault extends Error {
  readonly fault: ProviderFault;
  constructor(fault: ProviderFault, cause?: unknown) {
    super(`sign-in by the identity provider: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** What the browser keeps, sealed, while somebody is at the provider. */
export interface Started {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  name: string;
  /** One for each workspace that the groups open, in the order of the configuration. */
  grants: readonly Grant[];
}

export interface Provider {
  /** Where to send the browser. */
  start(): Promise<{ url: URL; started: Started }>;
  /** `url`: where the provider sent the browser to. */
  finish(url: URL, started: Started): Promise<Identity>;
}

const TOLERANCE_SECONDS = 60;
/** Keys and endpoints of a provider change rarely; one that has moved is found again after this. */
const KEEP_MS = 3_600_000;
const TIMEOUT_SECONDS = 8;

export function createProvider(settings: ProviderSettings, now: () => number = Date.now): Provider {
  let known: { configuration: Configuration; until: number } | undefined;
  const load = () => import('openid-client'); // By the first sign-in: most services have no provider.

  const configure = async (): Promise<Configuration> => {
    if (known !== undefined && known.until > now()) return known.configuration;
    const openid = await load();
    const { issuer, clientId, clientSecret } = settings;
    const configuration = await openid
      .discovery(
        new URL(issuer),
        clientId,
        {
          [openid.clockTolerance]: TOLERANCE_SECONDS,
          ...(clientSecret !== undefined && { client_secret: clientSecret }),
        },
        clientSecret === undefined ? openid.None() : undefined,
        {
          [openid.customFetch]: fetchFromIssuer(issuer),
          timeout: TIMEOUT_SECONDS,
          execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
        },
      )
      .catch((error: unknown) => {
        throw new SignInFault('unreachable', error);
      });
    known = { configuration, until: now() + KEEP_MS };
    return configuration;
  };

  return {
    async start() {
      const [openid, configuration] = [await load(), await configure()];
      const started = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state: started.state,
        nonce: started.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
      });
      return { url, started };
    },
    async finish(url, { state, nonce, verifier }) {
      const [openid, configuration] = [await load(), await configure()];
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = { ...tokens.claims() };
        const { sub } = claims;
        if (typeof sub !== 'string') throw new SignInFault('failed');
        // Many providers keep groups and e-mail out of the token.
        const isThin = claims.email === undefined || claims[settings.groupsClaim] === undefined;
        const more =
          isThin && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await openid.fetchUserInfo(configuration, tokens.access_token, sub)
            : {};
        return identityOf(settings, sub, { ...more, ...claims });
      } catch (error) {
        throw error instanceof SignInFault ? error : new SignInFault(faultOf(error), error);
      }
    },
  };
}

function identityOf(settings: ProviderSettings, subject: string, claims: Record<string, unknown>): Identity {
  const { email, email_verified, name, preferred_username } = claims;
  if (typeof email !== 'string' || email_verified === false) throw new SignInFault('no_email');
  const groups = claims[settings.groupsClaim];
  if (!Array.isArray(groups)) throw new SignInFault('no_groups');
  const called = [name, preferred_username, email].find((each) => typeof each === 'string' && each.trim() !== '');
  return {
    issuer: settings.issuer,
    subject,
    email: email.trim().toLowerCase(),
    name: String(called).slice(0, 100),
    grants: grantsOf(settings.groups, groups.map(String), claims),
  };
}

/** By the codes of the library and of the provider. */
function faultOf(error: unknown): ProviderFault {
  const { code, cause, error: answered } = error as { code?: unknown; cause?: { code?: unknown }; error?: unknown };
  if (answered === 'access_denied') return 'refused';
  if (code === 'OAUTH_TIMEOUT' || error instanceof TypeError || (cause as unknown) instanceof TypeError)
    return 'unreachable';
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || cause?.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  if (error instanceof ServiceError) return 'unreachable';
  return 'failed';
}
