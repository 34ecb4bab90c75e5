/** A JSON Web Token: the body itself, or a header whose claims name the hash of the body. */
import { createHash } from 'node:crypto';
import type { IntakeAuth } from '@brickwork/contract';
import { headerOf, isSame } from './compare.ts';
import type { SentDelivery } from './sent-delivery.ts';

type JwtAuth = Extract<IntakeAuth, { type: 'jwt' }>;

const CLOCK_SECONDS = 300;

export async function checkJwt(
  auth: JwtAuth,
  secret: string,
  sent: SentDelivery,
  now: Date,
): Promise<string | undefined> {
  const header = auth.header ?? 'Authorization';
  const token =
    auth.in === 'body' ? sent.body.toString('latin1').trim() : headerOf(sent, header)?.replace(/^bearer +/i, '');
  if (token === undefined || token === '')
    return `There is no token: ${auth.in === 'body' ? 'the body is empty' : `the header ${header} is missing`}.`;
  // Loaded with the first token: most intakes use none.
  const { errors, importSPKI, jwtVerify } = await import('jose');
  try {
    const key = auth.algorithm.startsWith('HS')
      ? new TextEncoder().encode(secret)
      : await importSPKI(secret, auth.algorithm);
    const { payload } = await jwtVerify(token, key, {
      algorithms: [auth.algorithm],
      clockTolerance: CLOCK_SECONDS,
      currentDate: now,
    });
    if (auth.in === 'body') return undefined;
    const hash = payload[auth.body_hash_claim ?? ''];
    const isRight =
      typeof hash === 'string' && isSame(hash.toLowerCase(), createHash('sha256').update(sent.body).digest('hex'));
    return isRight ? undefined : `The token’s ${auth.body_hash_claim} is not the hash of this body.`;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'The token has expired.';
    if (error instanceof errors.JOSEError)
      return `The token is not signed with the intake’s secret and ${auth.algorithm}.`;
    return `The intake’s secret is not a public key in PEM, which ${auth.algorithm} needs.`;
  }
}
