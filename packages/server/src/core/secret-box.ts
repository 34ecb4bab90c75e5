/** Secrets at rest: AES-256-GCM under a key derived from the deployment's secret, bound to the row that holds them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  /** `row` names the row: a sealed secret that is copied to another row does not open there. */
  seal(secret: Buffer, row: string): Buffer;
  /** Undefined when it was sealed with another key, for another row, or is damaged. */
  open(sealed: Buffer, row: string): Buffer | undefined;
}

export function createSecretBox(deploymentSecret: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', deploymentSecret, '', `brickwork ${purpose}`, 32));
  return {
    seal(secret, row) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(row));
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, row) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(row))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
