/** Codes for a lost authenticator app: shown once when a person joins; each works once instead of the app's code. */
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { createSecretBox, type Secrets } from '../../core/secret-box.ts';
import { SECRET_PURPOSE } from './member.ts';

const HOW_MANY = 10;
/** Without letters that look like digits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 10;

export interface NewRecoveryCodes {
  codes: string[];
  hashes: Buffer[];
  /** The key of the hashes, sealed for the member, so that they can still be compared after the deployment's secret has changed. */
  sealedKey: Buffer;
}

export interface RecoveryCodes {
  make(memberId: string): NewRecoveryCodes;
  /** If the code is right, one of the hashes is stored. Undefined if the text is not a recovery code: then it is the app's. */
  hashesOf(memberId: string, sealedKey: Buffer | undefined, text: string): Buffer[] | undefined;
}

export function createRecoveryCodes(secrets: Secrets): RecoveryCodes {
  const box = createSecretBox(secrets, SECRET_PURPOSE);
  const keys = secrets.map(recoveryKeyOf);
  const hashWith = (key: Buffer, memberId: string, code: string) =>
    createHmac('sha256', key).update(`${memberId} ${code}`).digest();
  return {
    make(memberId) {
      const codes = Array.from({ length: HOW_MANY }, makeCode);
      const key = recoveryKeyOf(secrets[0]);
      return {
        codes,
        hashes: codes.map((code) => hashWith(key, memberId, plainCode(code))),
        sealedKey: box.seal(key, bindingOfRecoveryKey(memberId)),
      };
    },
    hashesOf(memberId, sealedKey, text) {
      const code = plainCode(text);
      if (code.length !== LENGTH || [...code].some((letter) => !ALPHABET.includes(letter))) return undefined;
      const own = sealedKey && box.open(sealedKey, bindingOfRecoveryKey(memberId));
      // Nodes of an older release store no key.
      return [...(own === undefined ? [] : [own]), ...keys].map((key) => hashWith(key, memberId, code));
    },
  };
}

export function recoveryKeyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'brickwork recovery codes', 32));
}

export function bindingOfRecoveryKey(memberId: string): string {
  return `${memberId} recovery codes`;
}

function plainCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase();
}

function makeCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
