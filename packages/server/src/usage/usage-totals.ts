/** What a workspace used over a range of days. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { UsageSpan } from './store/usage-store.ts';

const LONGEST_DAYS = 400;

/** Both days included; by default the last thirty days. */
export function usageSpan(
  now: Date,
  from: string | undefined,
  to: string | undefined,
  groupBy: 'day' | 'kit',
): UsageSpan {
  const end = to ?? now.toISOString().slice(0, 10);
  const start = from ?? new Date(Date.parse(end) - 29 * 86_400_000).toISOString().slice(0, 10);
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days < 0) throw new ServiceError('invalid_parameter', { detail: 'from: must not be after "to".' });
  if (days > LONGEST_DAYS)
    throw new ServiceError('invalid_parameter', {
      detail: `from: at most ${LONGEST_DAYS} days can be requested at once.`,
    });
  return { from: start, to: end, groupBy };
}
