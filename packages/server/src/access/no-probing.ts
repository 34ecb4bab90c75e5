/**
 * Filters and searches of whoever may not see identities. Masked answers would still tell whether there is a Penhale, to somebody who can ask for him: so searches take ordinary
 * words only, and filters no value that is somebody's name, number or address.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { isOrdinarySearch, isOrdinaryValue } from '@brickwork/engine/mask/may-probe';
import { may, type Principal } from './principal.ts';

const ADVICE =
  'You see conversations masked: search for ordinary words, not for people or numbers. Finding them needs the permission identities:read.';

/** `query`: all parameters as they were given. */
export function requireNoProbing(principal: Principal, query: Readonly<Record<string, unknown>>): void {
  if (may(principal, 'identities:read')) return;
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) {
      if (typeof value !== 'string' || HARMLESS.has(name)) continue;
      if (name === 'q' ? isOrdinarySearch(value) : isOrdinaryValue(name, value)) continue;
      throw new ServiceError('forbidden', { detail: `${name}: ${ADVICE}` });
    }
  }
}

/** Ids and words of closed sets, whose validation has already been. */
const HARMLESS: ReadonlySet<string> = new Set([
  'status',
  'type',
  'kit_code',
  'kit_version_id',
  'backfill_id',
  'cursor',
  'format',
  'as',
  'include',
  'group_by',
  'timezone',
  'from',
  'to',
  'since',
  'until',
  'version',
  'threshold',
  'occurred_after',
  'occurred_before',
  'created_after',
  'created_before',
]);
