/** A route is an endpoint of the contract with the function that answers it. Only `register-routes.ts` knows Fastify. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@brickwork/contract';
import type { ServiceError } from '@brickwork/engine/core/service-error';
import type { z } from 'zod';
import type { Principal } from '../access/principal.ts';

export interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** The body as it was sent, for endpoints that read it themselves (`rawBody`). */
  bytes: Buffer;
  /** The text of a member of the body as sent, if known; for values that are stored as text. */
  bodyText(member: string): string | undefined;
  headers: IncomingHttpHeaders;
  /** All values of a header, for headers that must not be sent twice. */
  headerValues(name: string): string[];
  requestId: string;
  /** The caller's address; the forwarded one only with BRICKWORK_TRUST_PROXY. */
  address: string;
  /** The host named by the caller; the forwarded one only with BRICKWORK_TRUST_PROXY. */
  host: string;
  /** With the query, as sent. */
  path: string;
  /** Aborted when the caller disconnects. */
  signal(): AbortSignal;
  /** Called by a handler that has done its work and is waiting for others: its remaining time does not count as load of this node. */
  onlyWaits(): void;
}

export interface AuthenticatedCall<Params, Query, Body> extends Call<Params, Query, Body> {
  principal: Principal;
}

export interface Answer {
  status: number;
  /** An object is sent as JSON; text, bytes and streams are sent unchanged, with a content type in `headers`. */
  body: unknown;
  headers?: Record<string, string>;
  /** The handler has already masked it, with more context. */
  isMasked?: boolean;
}

export interface Route {
  endpoint: Endpoint;
  handle(call: AuthenticatedCall<unknown, unknown, unknown>): Promise<Answer>;
  /** Notified of requests that never reached `handle`, such as those with too large a body. */
  onRefused?(params: unknown, error: ServiceError, bytes: number): Promise<void>;
}

export function route<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType>(
  endpoint: Endpoint<Params, Query, Body>,
  handle: (call: AuthenticatedCall<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Answer>,
): Route {
  return { endpoint, handle: handle as Route['handle'] };
}

/** For endpoints that need no key: the handler never sees a principal. */
export function publicRoute(
  endpoint: Endpoint,
  handle: (call: Call<unknown, unknown, unknown>) => Promise<Answer>,
  onRefused?: Route['onRefused'],
): Route {
  return { endpoint, handle, ...(onRefused && { onRefused }) };
}

export const ok = (body: unknown, headers?: Record<string, string>): Answer => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
