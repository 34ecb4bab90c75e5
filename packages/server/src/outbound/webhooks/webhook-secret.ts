/** The secret that an endpoint's deliveries are signed with: `whsec_` and 32 random bytes in base64. */
import { randomBytes } from 'node:crypto';
import type { Scope } from '../../core/scope.ts';

/** Context for the keys that seal stored secrets. */
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

/** Enough to distinguish two secrets, too little to use. */
export function hintOf(secret: Buffer): string {
  return `${PREFIX}…${secret.toString('base64').slice(-5)}`;
}
