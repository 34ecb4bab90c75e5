/** Secrets at rest: AES-256-GCM under a key derived from the deployment's secret, bound to the row that holds them. */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { takeRandom } from './take-random.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The deployment's secrets. New values are sealed with the first; the others are accepted while the secret is rotated. */
export type Secrets = readonly [Buffer, ...Buffer[]];

/** Identifies the secret without revealing anything about it. */
export function fingerprintOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('brickwork back-up').digest('hex').slice(0, 16);
}

export interface SecretBox {
  /** `row` names the row: a sealed secret that is copied to another row cannot be opened there. */
  seal(secret: Buffer, row: string): Buffer;
  /** Undefined when it was sealed with another key, for another row, or is damaged. */
  open(sealed: Buffer, row: string): Buffer | undefined;
}

export function createSecretBox([first, ...others]: Secrets, purpose: string): SecretBox {
  const box = boxOf(first, purpose);
  return others.length === 0 ? box : openedByAny([box, ...others.map((secret) => boxOf(secret, purpose))]);
}

/** Seals with the first. */
export function openedByAny(boxes: readonly [SecretBox, ...SecretBox[]]): SecretBox {
  return {
    seal: boxes[0].seal,
    open(sealed, row) {
      for (const box of boxes) {
        const opened = box.open(sealed, row);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

function boxOf(deploymentSecret: Buffer, purpose: string): SecretBox {
  // A key object: with raw bytes, one would be created for each secret, which takes longer (30 µs) than sealing 5 KB.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', deploymentSecret, '', `brickwork ${purpose}`, 32)));
  return {
    seal(secret, row) {
      const nonce = takeRandom(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(row));
      const [sealed, rest] = [cipher.update(secret), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed, rest]);
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

/** For secrets that every request needs but that rarely change: the opened value is cached as long as its sealed bytes stay the same. */
export function rememberOpened(box: SecretBox): SecretBox {
  const opened = new WeakMap<Buffer, { row: string; secret: Buffer | undefined }>();
  return {
    seal: box.seal,
    open(sealed, row) {
      const known = opened.get(sealed);
      if (known?.row === row) return known.secret;
      const secret = box.open(sealed, row);
      opened.set(sealed, { row, secret });
      return secret;
    },
  };
}
