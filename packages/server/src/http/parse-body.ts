/** Bodies and queries of the console's own endpoints, which are not part of the API. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';
import { unknownFieldFault } from '../core/refuse-unknown-field.ts';

export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const unknown = unknownFieldFault(schema, body);
  if (unknown !== undefined) throw unknown;
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ServiceError('invalid_parameter', { detail: `${issue?.path.join('.')}: ${issue?.message}` });
}
