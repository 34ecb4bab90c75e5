import type { ServiceError } from '@brickwork/engine/core/service-error';
import type { Facts } from '../core/logger.ts';
import { describeError } from './describe-error.ts';

const STATEMENT_TIMEOUT = '57014';

/**
 * The log line about a request that failed with a temporary error. A message that is the same for all requests while a state lasts contains
 * no ids, so it is written once and then counted; a separate line per request has its id.
 */
export function whyFailed(requestId: string, error: ServiceError): [Facts, string] {
  const { code, message, cause } = error;
  const isOwn = (cause as { code?: unknown } | undefined)?.code === STATEMENT_TIMEOUT;
  if (code === 'unavailable' && !isOwn) {
    const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
    return [{ code, reason: `${message}${why}` }, 'requests fail'];
  }
  return [{ request_id: requestId, code, error: describeError(cause ?? error) }, 'request failed'];
}
