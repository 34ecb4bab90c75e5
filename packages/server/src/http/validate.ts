/** Validates a part of a request against the contract; the first fault in the endpoint's order decides the code. */
import type { Endpoint, ErrorCode } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean, misspeltFrom } from '@brickwork/engine/kits/did-you-mean';
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';

export function validate(endpoint: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  const order = Object.keys(endpoint.faults ?? {});
  const rank = (issue: z.core.$ZodIssue) => {
    const index = order.indexOf(String(issue.path[0] ?? ''));
    return index < 0 ? order.length : index;
  };
  const [issue] = [...result.error.issues].sort((a, b) => rank(a) - rank(b));
  const field = issue?.path.map(String).join('.') ?? '';
  const code = codeOf(endpoint.faults ?? {}, field);
  throw new ServiceError(code, { detail: field === '' ? `${issue?.message}` : `${field}: ${issue?.message}` });
}

/** A body with more fields was not written by hand. Comparing tens of thousands would take a tenth of a second. */
const MOST_NAMES = 100;

/** `spelled` are further fields whose misspelling is refused. */
export function validateBody(
  endpoint: Endpoint,
  schema: z.ZodType | undefined,
  body: unknown,
  spelled: readonly string[] = [],
): unknown {
  const valid = validate(endpoint, schema, body);
  const names = namesIn(body);
  const absent = [...(endpoint.spelled ?? []), ...spelled].filter((field) => !names.includes(field));
  for (const name of absent.length === 0 || names.length > MOST_NAMES ? [] : names) {
    const meant = misspeltFrom(name, absent);
    if (meant !== undefined)
      throw new ServiceError('invalid_parameter', {
        detail: `${name}: there is no such field; did you mean "${meant}"?`,
      });
  }
  return valid;
}

/** That of the field itself, or of the nearest one around it that has a code. */
function codeOf(faults: Readonly<Record<string, ErrorCode>>, field: string): ErrorCode {
  for (let name = field; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const code = faults[name];
    if (code !== undefined) return code;
  }
  return 'invalid_parameter';
}

/** An ignored parameter would drop a filter and return more than was requested. */
export function validateQuery(endpoint: Endpoint, query: unknown): unknown {
  // Dimensions belong to the workspace: the code that reads the filter refuses unknown ones.
  if (endpoint.anyQuery !== true && endpoint.takesDimensions !== true) requireKnown(endpoint, namesIn(query));
  return validate(endpoint, endpoint.query, query);
}

function requireKnown(endpoint: Endpoint, names: readonly string[]): void {
  if (names.length === 0) return;
  const known = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
  const prefixes = (endpoint.queryPatterns ?? []).map(({ name }) => name.slice(0, name.indexOf('.') + 1));
  const unknown = names.find((name) => !known.includes(name) && !prefixes.some((prefix) => name.startsWith(prefix)));
  if (unknown !== undefined) throw unknownParameter(unknown, known, endpoint.queryPatterns);
}

export function unknownParameter(
  name: string,
  known: readonly string[],
  patterns: Endpoint['queryPatterns'] = [],
): ServiceError {
  const all = [...known, ...patterns.map((pattern) => pattern.name)];
  const hint = didYouMean(name, known) ?? (all.length === 0 ? 'it takes none.' : `it takes ${all.join(', ')}.`);
  return new ServiceError('invalid_parameter', {
    detail: `${name.slice(0, 80)}: there is no such parameter; ${hint}`,
  });
}

function namesIn(given: unknown): string[] {
  return typeof given === 'object' && given !== null ? Object.keys(given) : [];
}
