/** The Idempotency-Key header: absent, or exactly one of 1 to 254 characters. */
import { ServiceError } from '../core/service-error.ts';

const LONGEST = 254;

export function idempotencyKeyOf(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const [key = ''] = values;
  if (values.length > 1)
    throw new ServiceError('invalid_idempotency_key', { detail: 'The header was sent more than once.' });
  return checkIdempotencyKey(key);
}

export function checkIdempotencyKey(key: unknown): string {
  if (typeof key !== 'string')
    throw new ServiceError('invalid_idempotency_key', { detail: 'The key is not a string.' });
  if (key.length === 0) throw new ServiceError('invalid_idempotency_key', { detail: 'The key is empty.' });
  if (key.length > LONGEST)
    throw new ServiceError('invalid_idempotency_key', {
      detail: `The key has ${key.length} characters; at most ${LONGEST} are allowed.`,
    });
  if (key.includes('\0') || !key.isWellFormed())
    throw new ServiceError('invalid_idempotency_key', { detail: 'The key is not well-formed text.' });
  return key;
}
