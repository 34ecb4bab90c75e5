/**
 * Signing in by an identity provider (OpenID Connect): authorization code with PKCE, state and nonce, through `openid-client`. The provider
 * identifies the person and their groups; the service's configuration defines what each group gives.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Configuration, ServerMetadata } from 'openid-client';
import { fetchFromIssuer } from './fetch-from-issuer.ts';
import type { Grant, GroupRule } from './grants.ts';
import { grantsOf } from './grants.ts';
import { createLogoutReader, type Logout } from './logout-token.ts';
import { emailOf } from './member.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  groupsClaim: string;
  groups: readonly GroupRule[];
  /** Where the provider redirects people back to. */
  redirectUri: string;
}

/** Why a sign-in failed; the console has a sentence for each reason. */
export type ProviderFault =
  | 'unreachable'
  | 'clock'
  | 'expired'
  | 'refused'
  | 'no_email'
  | 'unverified'
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

/** The sealed data that the browser keeps while a person is at the provider. */
export interface Started {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  issuer: string;
  subject: string;
  /** Undefined if the provider sends none, or reports that it is not verified. */
  email: string | undefined;
  /** The provider vouches for the address: every response says so, as a boolean. */
  isEmailVerified: boolean;
  name: string;
  /** Ids by which a directory may know the account. */
  externalIds: readonly string[];
  /** The session at the provider, for its logout. */
  providerSession: string | undefined;
  /** One for each workspace that the groups give access to, in the order of the configuration. */
  grants: readonly Grant[];
}

export interface Provider {
  /** Where to send the browser. */
  start(): Promise<{ url: URL; started: Started }>;
  /** `url`: the callback URL that the provider redirected the browser to. */
  finish(url: URL, started: Started): Promise<Identity>;
  /** Throws unless the provider has just signed it for this service. */
  readLogout(token: string): Promise<Logout>;
}

const TOLERANCE_SECONDS = 60;
/** Endpoints of a provider rarely change; after this time they are looked up again. */
const KEEP_MS = 3_600_000;
const TIMEOUT_SECONDS = 8;

export function createProvider(settings: ProviderSettings, now: () => number = Date.now): Provider {
  let known: { metadata: ServerMetadata; until: number } | undefined;
  const readLogout = createLogoutReader(settings);
  const load = () => import('openid-client'); // Loaded at the first sign-in: most services have no provider.

  const metadata = async (): Promise<ServerMetadata> => {
    if (known === undefined || known.until <= now())
      known = { metadata: await discover(await load(), settings), until: now() + KEEP_MS };
    return known.metadata;
  };

  /** Created for each use, so that keys are read when needed: withdrawn keys stop working immediately, and new ones work immediately. */
  const configure = async (): Promise<Configuration> => {
    const openid = await load();
    const client = {
      [openid.clockTolerance]: TOLERANCE_SECONDS,
      ...(settings.clientSecret !== undefined && { client_secret: settings.clientSecret }),
    };
    const authentication = settings.clientSecret === undefined ? openid.None() : undefined;
    const configuration = new openid.Configuration(await metadata(), settings.clientId, client, authentication);
    configuration.timeout = TIMEOUT_SECONDS;
    configuration[openid.customFetch] = fetchFromIssuer(settings.issuer);
    openid.enableNonRepudiationChecks(configuration); // Signatures are checked even for tokens received over TLS.
    if (settings.issuer.startsWith('http:')) openid.allowInsecureRequests(configuration);
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
      try {
        const [openid, configuration] = [await load(), await configure()];
        const tokens = await openid.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = { ...tokens.claims() };
        const { sub } = claims;
        if (typeof sub !== 'string' || sub === '') throw new SignInFault('failed');
        if (configuration.serverMetadata().userinfo_endpoint === undefined)
          return identityOf(settings, sub, claims, undefined);
        // Many providers leave groups and e-mail out of the token; if it is not needed, the only effect is that the address is not verified.
        const isThin = claims.email === undefined || claims[settings.groupsClaim] === undefined;
        const more = await openid.fetchUserInfo(configuration, tokens.access_token, sub).catch((error: unknown) => {
          if (isThin) throw error;
          return { sub, email_verified: false };
        });
        return identityOf(settings, sub, claims, more);
      } catch (error) {
        throw error instanceof SignInFault ? error : new SignInFault(faultOf(error), error);
      }
    },
    readLogout: async (token) => readLogout((await metadata()).jwks_uri, token),
  };
}

async function discover(
  openid: typeof import('openid-client'),
  { issuer, clientId }: ProviderSettings,
): Promise<ServerMetadata> {
  try {
    const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      [openid.customFetch]: fetchFromIssuer(issuer),
      timeout: TIMEOUT_SECONDS,
      execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
    });
    return found.serverMetadata();
  } catch (error) {
    throw new SignInFault('unreachable', error);
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** `token` takes precedence over `info`, which comes from the userinfo endpoint. */
function identityOf(settings: ProviderSettings, subject: string, token: Claims, info: Claims | undefined): Identity {
  const claims: Claims = { ...info, ...token };
  const groups = claims[settings.groupsClaim];
  if (!Array.isArray(groups)) throw new SignInFault('no_groups');
  const sources = info === undefined ? [token] : [token, info];
  const addresses = new Set(sources.flatMap(({ email }) => (typeof email === 'string' ? [emailOf(email)] : [])));
  const verdicts = sources.flatMap(({ email_verified }) => (email_verified === undefined ? [] : [email_verified]));
  const [address] = addresses;
  const isEmailVerified = addresses.size === 1 && verdicts.length > 0 && verdicts.every((verdict) => verdict === true);
  const isDenied = token.email_verified === false || (info?.email !== undefined && info.email_verified === false);
  const called = [claims.name, claims.preferred_username, address, subject].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  return {
    issuer: settings.issuer,
    subject,
    email: isDenied || addresses.size > 1 ? undefined : address,
    isEmailVerified,
    name: String(called).slice(0, 100),
    externalIds: [subject, ...(typeof token.oid === 'string' ? [token.oid] : [])],
    providerSession: typeof token.sid === 'string' ? token.sid : undefined,
    // The agent whose calls are shown is never taken from an unverified address.
    grants: grantsOf(settings.groups, groups.map(String), isEmailVerified ? claims : { ...claims, email: undefined }),
  };
}

/** Maps the codes of the library and of the provider. */
function faultOf(error: unknown): ProviderFault {
  const { code, cause, error: answered } = error as { code?: unknown; cause?: { code?: unknown }; error?: unknown };
  if (answered === 'access_denied') return 'refused';
  if (code === 'OAUTH_TIMEOUT' || error instanceof TypeError || (cause as unknown) instanceof TypeError)
    return 'unreachable';
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || cause?.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  if (error instanceof ServiceError) return 'unreachable';
  return 'failed';
}
