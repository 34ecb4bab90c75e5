/** Passwords: Argon2id with the parameters that OWASP recommends (19 MiB, two passes), as Node itself computes it. At most a few at once, since each needs memory and a core. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { createCountedSlots } from '../../core/counted-slots.ts';

const compute = promisify(argon2);
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const AT_ONCE = 8;

/** The hash of a random password: a sign-in with an unknown address takes as long as one with a wrong password. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IG9mIG91cnM$9Xv0C8yv1c8b0oP4kU3o1m1e1a0yq8m5K0e6m1nX2bQ';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Also false for an account that does not exist (`undefined`), after the same work. */
  isRight(hash: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const slots = createCountedSlots();
  const inSlot = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const giveBack = slots.take('password', AT_ONCE);
    if (giveBack === undefined)
      throw new ServiceError('unavailable', {
        detail: 'Too many people are signing in right now. Try again in a second.',
        retryAfterSeconds: 1,
      });
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
  return {
    hash: (password) => inSlot(() => hashPassword(password)),
    isRight: async (hash, password) => {
      const isRight = await inSlot(() => matches(hash ?? NOBODYS, password));
      return isRight && hash !== undefined;
    },
  };
}

/** In the usual form of such hashes (PHC): `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`, in base64 without padding. */
async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await compute('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...PARAMETERS });
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** With the parameters that the hash was made with. */
async function matches(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = HASH.exec(hash) ?? [];
  if (tag === '') throw new Error('a stored password is not a hash of Argon2id');
  const expected = Buffer.from(tag, 'base64');
  const found = await compute('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(found, expected);
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
