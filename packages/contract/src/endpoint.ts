/**
 * One endpoint of the API, defined once: the server validates requests with it, and the OpenAPI document and the client's types are written
 * from it.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './roles.ts';

export interface ResponseDefinition {
  description: string;
  /** Absent for bodies that are not JSON. */
  schema?: z.ZodType;
  contentType?: string;
  /** What else it may be, where the caller chooses. */
  otherContentTypes?: readonly string[];
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
  Action extends string = string,
> {
  /** The operation's name in OpenAPI and in the SDK. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  path: `/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** `public`: needs no key. */
  access: Permission | 'any_key' | 'public';
  /** Also open to whoever has `runs:read_own` alone, with nothing but their own calls in the answer. Every other endpoint refuses them. */
  own?: true;
  limit?: RateLimitKind;
  /** The entry that a change leaves in the audit log. Where several endpoints leave the same one, one of them says what it means. */
  audit?: { action: Action; meaning?: string };
  /** Why a change leaves none. */
  notAudited?: string;
  params?: Params;
  query?: Query;
  /** Further query parameters, whose names hold a key of the caller's: `answer.BRICK`. */
  queryPatterns?: readonly RequestHeader[];
  /** The names of the workspace's dimensions are parameters too: `team=Porto`. */
  takesDimensions?: boolean;
  /** Whoever calls adds parameters of their own; everywhere else an unknown one is refused. */
  anyQuery?: boolean;
  headers?: readonly RequestHeader[];
  body?: Body;
  bodyExample?: unknown;
  /** Optional fields whose misspelling is refused. Other unknown fields are ignored: callers may send what newer versions take. */
  spelled?: readonly string[];
  /** Largest body, where it is smaller than that of the service. */
  bodyBytes?: number;
  /** Largest body, where it may be larger than that of the service. */
  bodyLimitBytes?: number;
  /** The handler gets the bytes as they were sent, since they are signed, or too many to be read on the event loop; any JSON type is accepted. */
  rawBody?: boolean;
  /** With `rawBody`: any other type is accepted, too. */
  anyContentType?: boolean;
  /** A request without a body counts as `{}`. */
  bodyOptional?: boolean;
  /** The error code for an invalid field, by its path (`intake.auth.signed`) or the beginning of it; faults are reported in the order of first segments. */
  faults?: Readonly<Record<string, ErrorCode>>;
  responses: Readonly<Record<number, ResponseDefinition>>;
  /** Parameters and fields that must be given although their schema allows otherwise, since their absence has a code of its own. */
  required?: readonly string[];
  /** Codes beyond the ones every authenticated endpoint can answer with. */
  errors?: readonly ErrorCode[];
}

/** The changes that endpoints leave in the audit log, with what they mean; complete when all endpoints are defined. */
export const auditedChanges = new Map<string, string>();

/** Keeps the types of the schemas: `defineEndpoint({ id: 'getRun', method: 'GET', path: '/v1/runs/:runId', … })`. */
export function defineEndpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Action extends string = never,
>(endpoint: Endpoint<Params, Query, Body, Action>): Endpoint<Params, Query, Body, Action> {
  if (endpoint.audit?.meaning !== undefined) auditedChanges.set(endpoint.audit.action, endpoint.audit.meaning);
  return endpoint;
}
