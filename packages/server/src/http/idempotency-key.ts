/** The Idempotency-Key, in the header or in a line of a batch: absent, or exactly one of 1 to 254 characters. */
import { ServiceError } from '@brickwork/engine/core/service-error';

const LONGEST = 254;

export function idempotencyKeyOf(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const [key = ''] = values;
  if (values.length > 1)
    throw new ServiceError('invalid_idempotency_key', { detail: 'The header was sent more than once.' });
  return checkIdempotencyKey(decode(key));
}

/** Node reads headers byte by byte; clients send UTF-8, as in the body of a batch. */
function decode(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch (cause) {
    throw new ServiceError('invalid_idempotency_key', { detail: 'The key is not valid UTF-8.', cause });
  }
}

export function checkIdempotencyKey(key: unknown): string {
  if (typeof key !== 'string')
    throw new ServiceError('invalid_idempotency_key', { detail: 'The key is not a string.' });
  if (key.length === 0) throw new ServiceError('invalid_idempotency_key', { detail: 'The key is empty.' });
  const length = [...key.slice(0, 4 * LONGEST)].length;
  if (length > LONGEST)
    throw new ServiceError('invalid_idempotency_key', {
      detail: `The key has more than ${LONGEST} characters.`,
    });
  if (key.includes('\0') || !key.isWellFormed())
    throw new ServiceError('invalid_idempotency_key', { detail: 'The key is not well-formed text.' });
  return key;
}
