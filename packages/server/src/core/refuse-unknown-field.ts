/** Unknown fields of a body are refused with the nearest known name. */
import { findUnknownField } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean, misspeltFrom } from '@brickwork/engine/kits/did-you-mean';
import type { z } from 'zod';

/** A body with more fields was not written by hand. Comparing tens of thousands of names would take a tenth of a second. */
const MOST_COMPARED = 100;

/** `ignoresForeign`: only those within two letters of a known name. */
export function unknownFieldFault(schema: z.ZodType, body: unknown, ignoresForeign = false): ServiceError | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if (ignoresForeign && Object.keys(body).length > MOST_COMPARED) return undefined;
  const isMisspelt = (name: string, known: readonly string[]) => misspeltFrom(name, known) !== undefined;
  const found = findUnknownField(schema, body, ignoresForeign ? isMisspelt : undefined);
  if (found === undefined) return undefined;
  const path = found.path.map((segment) => String(segment).slice(0, 80)).join('.');
  return new ServiceError('invalid_parameter', {
    detail: `${path}: there is no such field; ${hintFor(found.name, found.known)}`,
  });
}

function hintFor(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  if (near !== undefined) return near;
  const misspelt = misspeltFrom(name.slice(0, 80), known);
  if (misspelt !== undefined) return `did you mean "${misspelt}"?`;
  return known.length === 0 ? 'it takes none.' : `it takes ${known.join(', ')}.`;
}
