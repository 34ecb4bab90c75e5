/** The console's only way to the service: the public API, with the key in a header and a deadline on every call. */

export interface KitFault {
  path: string;
  message: string;
  hint?: string;
}

interface ErrorBody {
  error?: string;
  detail?: string;
  message?: string;
  retry_after_seconds?: number;
  faults?: KitFault[];
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly faults: readonly KitFault[];

  constructor(status: number, body: ErrorBody, requestId?: string) {
    super(body.message ?? body.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.code = body.error ?? 'unreachable';
    this.detail = body.detail;
    this.retryAfterSeconds = body.retry_after_seconds;
    this.requestId = requestId;
    this.faults = body.faults ?? [];
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

export interface CallOptions {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'DELETE';

/** Longer than the service's own longest wait. */
const DEADLINE_MS = 45_000;

export async function callApi<Answer>(
  key: string,
  method: Method,
  path: string,
  { query = {}, body, signal }: CallOptions = {},
): Promise<Answer> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const response = await reach(path + searchOf(query), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    credentials: 'omit',
    cache: 'no-store',
  });
  if (response.ok) return response.json();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new ApiError(response.status, await errorBody(response), requestId);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true && !(init.signal.reason instanceof DOMException)) throw error;
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { error: 'unreachable', message: 'The service cannot be reached. Is it running?' });
  }
}

async function errorBody(response: Response): Promise<ErrorBody> {
  try {
    return await response.json();
  } catch {
    return {};
  }
}

function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
