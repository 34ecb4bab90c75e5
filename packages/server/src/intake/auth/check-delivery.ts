/** Whether a delivery comes from a sender who knows the intake's secret. Each method has a file; all of them check the bytes as sent. */
import type { IntakeAuth } from '@brickwork/contract';
import { checkHmac } from './check-hmac.ts';
import { checkJwt } from './check-jwt.ts';
import { checkHubspot, checkStandardWebhooks, checkTwilio } from './check-named.ts';
import { checkBasic, checkBodyToken, checkToken } from './check-token.ts';
import type { SentDelivery } from './sent-delivery.ts';

/** What is wrong, as a sentence for the sender; undefined if nothing is. During a rotation, either of two secrets is accepted. */
export async function checkDelivery(
  auth: IntakeAuth,
  secrets: readonly string[],
  sent: SentDelivery,
  now: Date,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const secret of secrets) {
    const fault = await checkWith(auth, secret, sent, now);
    if (fault === undefined) return undefined;
    first ??= fault;
  }
  return first ?? 'The intake has no secret. Rotate it.';
}

type Check<Auth> = (
  auth: Auth,
  secret: string,
  sent: SentDelivery,
  now: Date,
) => Promise<string | undefined> | string | undefined;

const CHECKS: { readonly [Type in IntakeAuth['type']]: Check<Extract<IntakeAuth, { type: Type }>> } = {
  token: ({ header }, secret, sent) => checkToken(header, secret, sent),
  body_token: ({ path }, secret, sent) => checkBodyToken(path, secret, sent),
  basic: ({ username }, secret, sent) => checkBasic(username, secret, sent),
  hmac: checkHmac,
  standard_webhooks: checkStandardWebhooks,
  twilio: (_auth, secret, sent) => checkTwilio(secret, sent),
  hubspot: checkHubspot,
  jwt: checkJwt,
};

async function checkWith(auth: IntakeAuth, ...rest: [string, SentDelivery, Date]): Promise<string | undefined> {
  const check = CHECKS[auth.type] as Check<IntakeAuth>;
  return check(auth, ...rest);
}
