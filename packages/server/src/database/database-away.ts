/** Translates every error that means "the database is unavailable" into `unavailable`, so that no caller sees a driver's error for it. */
import { ServiceError } from '@brickwork/engine/core/service-error';

/** Connection faults, shutdowns, a full disk, too many connections, a read-only standby after a failover, a statement that took too long. */
const AWAY_STATES = /^(08|57P0[1-5]|57014|53|25006)/;
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable|Cannot use a pool after calling end|Client was closed|not currently accepting connections/;

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (AWAY_CODES.has(code) || (code.length === 5 && AWAY_STATES.test(code)))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return AWAY_MESSAGES.test(error.message);
}

/** Not a statement that took too long or a full disk: such a server is available. */
export function isServerAway(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return isDatabaseAway(error) && code !== '57014' && code !== '53100';
}

/** The driver's own message, which contains addresses and users but no password. A name with several addresses fails with one error for each. */
export function whyAway(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(whyAway).join('; ');
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'unknown';
}

export function translateAway(error: unknown): unknown {
  if (error instanceof ServiceError || !isDatabaseAway(error)) return error;
  const code = (error as { code?: unknown }).code;
  const unavailable = (detail: string, retryAfterSeconds: number) =>
    new ServiceError('unavailable', { detail, retryAfterSeconds, cause: error });
  if (code === '53100')
    return unavailable('The database’s disk is full. Ask the operator of this service to free some space.', 30);
  if (code === '57014') return unavailable('The database took too long to answer.', 5);
  return unavailable('The database is unavailable.', 2);
}
