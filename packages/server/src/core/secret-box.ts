/** Secrets at rest: AES-256-GCM under a key derived from the deployment's secret, bound to the place where they are kept. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  /** `place` names the row: a sealed secret that is moved elsewhere does not open there. */
  seal(secret: Buffer, place: string): Buffer;
  /** Undefined when it was sealed with another key, for another place, or is damaged. */
  open(sealed: Buffer, place: string): Buffer | undefined;
}

export function createSecretBox(deploymentSecret: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', deploymentSecret, '', `brickwork ${purpose}`, 32));
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, place) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
