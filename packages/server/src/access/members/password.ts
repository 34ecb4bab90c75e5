/** Passwords: Argon2id with the parameters that OWASP recommends (19 MiB, two passes). At most a few at once, since each needs memory and a core. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { createCountedSlots } from '../../core/counted-slots.ts';

const ARGON2ID = 2; // `Algorithm.Argon2id`: the package's enum exists for the compiler only.
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 8;

/** Of a password that nobody knows: a sign-in with an unknown address takes as long as one with a wrong password. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0IG9mIG91cnM$9Xv0C8yv1c8b0oP4kU3o1m1e1a0yq8m5K0e6m1nX2bQ';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False also for an account that does not exist (`undefined`), after the same work. */
  isRight(hash: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const slots = createCountedSlots();
  const inSlot = async <Result>(
    work: (argon2: typeof import('@node-rs/argon2')) => Promise<Result>,
  ): Promise<Result> => {
    const giveBack = slots.take('password', AT_ONCE);
    if (giveBack === undefined)
      throw new ServiceError('unavailable', {
        detail: 'Too many people are signing in right now. Try again in a second.',
        retryAfterSeconds: 1,
      });
    try {
      return await work(await import('@node-rs/argon2')); // Loaded by the first sign-in: most nodes never need it.
    } finally {
      giveBack();
    }
  };
  return {
    hash: (password) => inSlot((argon2) => argon2.hash(password, OPTIONS)),
    isRight: async (hash, password) => {
      const isRight = await inSlot((argon2) => argon2.verify(hash ?? NOBODYS, password));
      return isRight && hash !== undefined;
    },
  };
}
