/** The secret that an endpoint's deliveries are signed with: `whsec_` and 32 random bytes in base64. */
import { randomBytes } from 'node:crypto';
import type { Scope } from '../../core/scope.ts';

/** Keys that seal stored secrets are derived for it. */
export const SECRET_PURPOSE = 'webhook secrets';

/** What a sealed secret is bound to, so that it cannot be opened for another workspace or environment. */
export function bindingOf({ workspaceId, environment }: Scope): string {
  return `${workspaceId}/${environment}`;
}

const PREFIX = 'whsec_';

export function newSecret(): Buffer {
  return randomBytes(32);
}

export function showSecret(secret: Buffer): string {
  return PREFIX + secret.toString('base64');
}

/** Enough to tell two secrets apart, too little to use. */
export function hintOf(secret: Buffer): string {
  return `${PREFIX}…${secret.toString('base64').slice(-5)}`;
}
