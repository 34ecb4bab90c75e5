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

/** Methods of the client, for an endpoint that is not simply one of them. */
export type SdkMethods =
  /** Of a list with pages: one that is awaited for its first page and iterated for every item, one page, or both. */
  | { items?: string; page?: string }
  | {
      method: string;
      /** The same with `dry_run`, which is answered with 200. */
      dryRun?: string;
      /** Query parameters are given among the options of the call. */
      queryInOptions?: true;
    };

/** A command: parameters of the path are its arguments, `--json` prints the answer. */
export interface CliCommand {
  /** `views list`. */
  command: string;
  about: string;
  /** Of the group (`views`), at its first command; a group that has commands written by hand has its own. */
  group?: { about: string; examples: readonly string[] };
  /** What arguments mean, by parameter or field; fields of the body that are named here are arguments, too. */
  arguments?: Readonly<Record<string, string>>;
  /** Calls it for each of several names. */
  many?: true;
  /** Options by query parameter or field: `['--key <key>', 'the metadata key']`, and a default. */
  options?: Readonly<Record<string, readonly [flags: string, about: string, fallback?: number]>>;
  /** Always sent. */
  query?: Readonly<Record<string, number>>;
  /** Columns of a list: the field, or a path of fields, and what stands for nothing. */
  table?: Readonly<Record<string, string | readonly [field: string, nothing: string]>>;
  /** Instead of an empty table. */
  empty?: string;
  /** After a change, with `{fields}` of the answer and the arguments. */
  done?: string;
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
  /**
   * The client's method, `views.list`: written from this definition by `npm run generate`. Left out where the client has its own, in
   * `packages/client/src/helpers`.
   */
  sdk?: string | SdkMethods;
  /** The command that calls `sdk`, written from here by `npm run generate`. What is more than a call is by hand in `packages/cli`. */
  cli?: CliCommand;
  /** Of a POST: doing it twice is the same as doing it once, so clients repeat it after a failure. */
  repeatable?: true;
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
  /** Fields that resemble nothing known are ignored: clients of other services send their own. Everywhere else an unknown field is refused. */
  ignoresForeignFields?: true;
  /** Largest body, where it is smaller than that of the service. */
  bodyAtMostBytes?: number;
  /** Largest body, where it may be larger than that of the service. */
  bodyAtLeastBytes?: number;
  /** The handler gets the bytes as they were sent, since they are signed, or too many to be read on the event loop; any JSON type is accepted. */
  rawBody?: boolean;
  /** With `rawBody`: any other type is accepted, too. */
  anyContentType?: boolean;
  /** A player of the browser fetches it, which sends no headers of ours: a session of the console needs no CSRF token, but a page of the same origin. */
  isPlayed?: true;
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
