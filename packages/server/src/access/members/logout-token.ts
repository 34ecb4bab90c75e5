/** Back-channel logout: the provider reports that a session there has ended, in a signed token (OpenID Connect Back-Channel Logout 1.0). */
import { createHash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { fetchFromIssuer } from './fetch-from-issuer.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOLERANCE_SECONDS = 60;
/** An older token was kept by somebody. */
const MOST_AGE_SECONDS = 300;
/** Never a shared secret: anybody who has the client's secret could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TIMEOUT_MS = 8_000;

/** Which sessions end: all of an account, or those that began with one session at the provider. */
export interface Logout {
  issuer: string;
  subject: string | undefined;
  providerSession: string | undefined;
  /** The token's id; a token works once. */
  id: string;
  until: Date;
}

export function createLogoutReader({ issuer, clientId }: { issuer: string; clientId: string }) {
  let keys: { uri: string; get: JWTVerifyGetKey } | undefined;
  return async (jwksUri: string | undefined, token: string): Promise<Logout> => {
    const jose = await import('jose');
    if (jwksUri === undefined) throw new Error('the provider publishes no keys');
    if (keys?.uri !== jwksUri) {
      const options = { [jose.customFetch]: fetchFromIssuer(issuer), timeoutDuration: TIMEOUT_MS };
      keys = { uri: jwksUri, get: jose.createRemoteJWKSet(new URL(jwksUri), options) };
    }
    const { payload } = await jose.jwtVerify(token, keys.get, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MOST_AGE_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    const { events, sub, sid, jti, iat = 0 } = payload;
    const event = (events as Record<string, unknown> | null)?.[EVENT];
    const isLogout = typeof event === 'object' && event !== null && !('nonce' in payload);
    const subject = typeof sub === 'string' && sub !== '' ? sub : undefined;
    const providerSession = typeof sid === 'string' && sid !== '' ? sid : undefined;
    if (!isLogout || (subject === undefined && providerSession === undefined) || typeof jti !== 'string')
      throw new Error('the token is not a logout token');
    return {
      issuer,
      subject,
      providerSession,
      id: createHash('sha256').update(`${issuer} ${jti}`).digest('hex'),
      until: new Date((iat + MOST_AGE_SECONDS + TOLERANCE_SECONDS) * 1_000),
    };
  };
}
