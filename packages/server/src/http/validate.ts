/** Validates a part of a request against the contract; the first fault in the endpoint's order decides the code. */
import type { Endpoint, ErrorCode } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import { z } from 'zod';
import { unknownFieldFault } from '../core/refuse-unknown-field.ts';
import { describeIssue } from './describe-issue.ts';

export function validate(endpoint: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return result.data;
  throw faultOf(endpoint, result.error.issues);
}

/** Unknown fields are refused at every depth, before other faults: a missing field may be misspelt. */
export function validateBody(endpoint: Endpoint, schema: z.ZodType | undefined, body: unknown): unknown {
  const unknown = unknownFieldFault(schema ?? NO_FIELDS, body, endpoint.ignoresForeignFields);
  if (unknown === undefined) return validate(endpoint, schema, body);
  const issues = schema?.safeParse(body, { error: describeIssue }).error?.issues ?? [];
  const fault = issues.length === 0 ? undefined : faultOf(endpoint, issues);
  // The contract defines the code for missing fields; the detail contains both.
  if (fault === undefined || fault.code === 'invalid_parameter') throw unknown;
  throw new ServiceError(fault.code, { detail: `${fault.detail}; ${unknown.detail}` });
}

const NO_FIELDS = z.object({});

function faultOf(endpoint: Endpoint, issues: readonly z.core.$ZodIssue[]): ServiceError {
  const order = Object.keys(endpoint.faults ?? {});
  const rank = (issue: z.core.$ZodIssue) => {
    const index = order.indexOf(String(issue.path[0] ?? ''));
    return index < 0 ? order.length : index;
  };
  const [issue] = [...issues].sort((a, b) => rank(a) - rank(b));
  const field = issue?.path.map(String).join('.') ?? '';
  const code = codeOf(endpoint.faults ?? {}, field);
  return new ServiceError(code, { detail: field === '' ? `${issue?.message}` : `${field}: ${issue?.message}` });
}

/** The code of the field itself, or of the nearest enclosing one that has a code. */
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
