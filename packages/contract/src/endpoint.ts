/** One endpoint of the API, told once: the server validates with it, the OpenAPI document and the SDK's types come from it. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './vocabulary.ts';

export interface ResponseDefinition {
  description: string;
  /** Absent for bodies that are not JSON. */
  schema?: z.ZodType;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  example?: unknown;
}

export interface RequestHeader {
  name: string;
  description: string;
  example?: string;
}

/** Which limit of the plan a request counts against. */
export type RateLimitKind = 'create' | 'read' | 'none';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  /** The operation's name in OpenAPI and in the SDK. */
  id: string;
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** `public`: needs no key. */
  access: Permission | 'any_key' | 'public';
  limit?: RateLimitKind;
  params?: Params;
  query?: Query;
  headers?: readonly RequestHeader[];
  body?: Body;
  bodyExample?: unknown;
  /** A request without a body is taken as `{}`. */
  bodyOptional?: boolean;
  /** The code for a field that does not fit, by its first path segment, in the order in which faults are reported. */
  faults?: Readonly<Record<string, ErrorCode>>;
  responses: Readonly<Record<number, ResponseDefinition>>;
  /** Codes beyond the ones every authenticated endpoint can answer with. */
  errors?: readonly ErrorCode[];
}

export function defineEndpoint<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body>,
): Endpoint<Params, Query, Body> {
  return endpoint;
}
