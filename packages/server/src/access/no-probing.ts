/**
 * Filters and searches of callers who may not see identities. Masked answers would still reveal whether there is a Penhale to somebody who
 * can search for the name, so searches accept only ordinary words, and filters accept no names, numbers or addresses.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { isOrdinaryQuestion, isOrdinarySearch, isOrdinaryValue } from '@brickwork/engine/mask/may-probe';
import { may, type Principal } from './principal.ts';

const ADVICE =
  'You see masked conversations: search for ordinary words, not for people or numbers. That needs the permission identities:read.';

/** `query`: all parameters as given. */
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

/** Conditions on every call, in any form. */
export function requirePlainQuestions(principal: Principal, texts: readonly string[]): void {
  if (may(principal, 'identities:read') || texts.every(isOrdinaryQuestion)) return;
  throw new ServiceError('forbidden', {
    detail:
      'questions: you see masked conversations: ask about what was said, not about people or numbers. Naming them needs the permission identities:read.',
  });
}

/**
 * Anything that sends, shows or changes conversations in a form that masking would not recognise: to another place, as an id of a record,
 * as bytes, or through an expression.
 */
export function requireUnmasked(principal: Principal, what: string): void {
  if (may(principal, 'identities:read')) return;
  throw new ServiceError('forbidden', {
    detail: `You see masked conversations, and ${what} would not be masked. This needs the permission identities:read.`,
  });
}

/** Ids and words from closed sets, which are already validated. */
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
