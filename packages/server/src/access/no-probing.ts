/**
 * Filters and searches of callers who may not see identities. Masked answers would still reveal whether there is a
 * Penhale to somebody who can search for him, so searches take only ordinary words, and filters no name, number or
 * address.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { isOrdinaryQuestion, isOrdinarySearch, isOrdinaryValue } from '@brickwork/engine/mask/may-probe';
import { may, type Principal } from './principal.ts';

const ADVICE =
  'You see masked conversations: search for ordinary words, not for people or numbers. That needs the permission identities:read.';

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

/** What is asked of every call, in whatever form. */
export function requirePlainQuestions(principal: Principal, texts: readonly string[]): void {
  if (may(principal, 'identities:read') || texts.every(isOrdinaryQuestion)) return;
  throw new ServiceError('forbidden', {
    detail:
      'questions: you see masked conversations: ask about what was said, not about people or numbers. Naming them needs the permission identities:read.',
  });
}

/**
 * What sends, shows or changes conversations in a form that no masking would recognise: to another place, as an id of a record, as bytes or as what
 * an expression makes of them.
 */
export function requireUnmasked(principal: Principal, what: string): void {
  if (may(principal, 'identities:read')) return;
  throw new ServiceError('forbidden', {
    detail: `You see masked conversations, and ${what} would not be masked. This needs the permission identities:read.`,
  });
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
