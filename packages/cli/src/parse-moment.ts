/** A moment that has passed, exact to its zone: what it means must not depend on where the command runs. */
import { InvalidArgumentError } from 'commander';

export function parseMoment(text: string): Date {
  const isExact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i.test(text);
  const date = new Date(isExact ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError(
      'Use a time with its zone, such as 2026-11-15T08:30:00Z or 2026-11-15T09:30:00+01:00.',
    );
  return date;
}
