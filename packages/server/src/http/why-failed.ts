import type { ServiceError } from '@brickwork/engine/core/service-error';
import type { Facts } from '../core/logger.ts';
import { describeError } from './describe-error.ts';

const STATEMENT_TIMEOUT = '57014';

/**
 * The line of the log about a request that failed with an error that passes. What all requests say alike for as long as a state lasts names none of
 * them, so that it is written once and then counted; which requests they were is in a line of each.
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
