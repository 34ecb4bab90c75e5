/** Validates a part of a request against the contract; the first fault in the endpoint's order decides the code. */
import type { Endpoint, ErrorCode } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';

export function validate(endpoint: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const order = Object.keys(endpoint.faults ?? {});
  const rank = (issue: z.core.$ZodIssue) => {
    const index = order.indexOf(String(issue.path[0] ?? ''));
    return index < 0 ? order.length : index;
  };
  const [issue] = [...result.error.issues].sort((a, b) => rank(a) - rank(b));
  const field = issue?.path.map(String).join('.') ?? '';
  const code: ErrorCode = endpoint.faults?.[String(issue?.path[0] ?? '')] ?? 'invalid_parameter';
  throw new ServiceError(code, { detail: field === '' ? `${issue?.message}` : `${field}: ${issue?.message}` });
}
