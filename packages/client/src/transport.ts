/**
 * The only module that uses HTTP. It owns the retry rules of the contract: 429, 5xx and missing responses are retried with the same
 * key and body, waiting at least Retry-After; 409 and other refusals never are. What must not happen twice is only repeated when the
 * service said that nothing happened (429).
 */
import { ApiError, ConnectionError } from './api-error.ts';
import type { CsvPage } from './join-csv.ts';
import { onAbort } from './on-abort.ts';
import type { Pause } from './pause.ts';
import { VERSION } from './version.ts';

export interface TransportOptions {
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** For one attempt, from the request to the end of the answer. */
  timeoutMs: number;
  maxRetries: number;
  pause: Pause;
}

export interface Retry {
  attempt: number;
  waitMs: number;
  /** Undefined when there was no answer. */
  status: number | undefined;
}

/** What every method takes as its last argument. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** Sent as X-Request-Id. */
  requestId?: string | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** A list is sent as a repeated parameter. */
  query?: Query | undefined;
  body?: unknown;
  /** Sent as they are, instead of `body`. */
  bytes?: Blob | undefined;
  idempotencyKey?: string | undefined;
  /** POST only: doing it twice is the same as doing it once. */
  isRepeatable?: boolean;
}

interface Answer<Body> {
  status: number;
  body: Body;
  retryAfterSeconds: number | undefined;
  requestId: string | undefined;
  /** The key was known: this is the run of an earlier request. */
  isReplay: boolean;
}

export interface Transport {
  pause: Pause;
  send<Body>(request: ApiRequest, options?: CallOptions): Promise<Answer<Body>>;
  /** A body that is text, and the cursor of the next page if there is one. */
  text(request: ApiRequest, options?: CallOptions): Promise<CsvPage>;
  /** The body as a stream; the time limit covers the headers only, the signal also the body. */
  stream(request: ApiRequest, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
}

/** Sends a request and gives the body of its answer. */
export function asking(transport: Transport) {
  return async <Body>(request: ApiRequest, options?: CallOptions): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
}

/** `keepSignal`: the caller's signal can still abort the response body afterwards. */
type Reader<Result> = (response: Response, keepSignal: () => void) => Promise<Result>;

const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

export function createTransport(options: TransportOptions): Transport {
  const attempts = async <Result>(request: ApiRequest, call: CallOptions, read: Reader<Result>): Promise<Result> => {
    const maxRetries = call.maxRetries ?? options.maxRetries;
    const body = request.bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(options, request, call, body, read);
      } catch (error) {
        const waitMs = attempt > maxRetries ? undefined : retryDelay(request, error, attempt);
        if (waitMs === undefined) throw error;
        call.onRetry?.({ attempt, waitMs, status: error instanceof ApiError ? error.status : undefined });
        await options.pause(waitMs, call.signal);
      }
    }
  };
  return {
    pause: options.pause,
    send: (request, call = {}) =>
      attempts(request, call, async (response) => ({
        status: response.status,
        body: (await response.json()) as never,
        retryAfterSeconds: retryAfterOf(response),
        requestId: response.headers.get('x-request-id') ?? undefined,
        isReplay: response.headers.get('idempotent-replayed') === 'true',
      })),
    text: (request, call = {}) =>
      attempts(request, call, async (response) => ({
        text: await response.text(),
        nextCursor: response.headers.get('x-next-cursor') ?? undefined,
      })),
    stream: (request, call = {}) =>
      attempts(request, call, async ({ body }, keepSignal) => {
        if (body === null) throw new Error('the answer has no body');
        keepSignal();
        return namingBreaks(body, options.baseUrl, call.signal);
      }),
  };
}

/** A connection that is lost in the middle of a stream is a ConnectionError, too, and not the bare `terminated` of fetch. */
function namingBreaks(
  body: ReadableStream<Uint8Array>,
  baseUrl: string,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (signal?.aborted) throw error;
          const { origin } = new URL(baseUrl);
          throw new ConnectionError(`${origin} broke off its answer`, { isTimeout: false, cause: error });
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of the caller.
    { highWaterMark: 0 },
  );
}

async function attemptOnce<Result>(
  options: TransportOptions,
  request: ApiRequest,
  call: CallOptions,
  body: string | Blob | undefined,
  read: Reader<Result>,
): Promise<Result> {
  call.signal?.throwIfAborted();
  const { signal, hasTimedOut, release, keep } = limitedSignal(call.signal, call.timeoutMs ?? options.timeoutMs);
  try {
    // Called as a bare function: browsers refuse a `fetch` with another `this`.
    const { fetch } = options;
    const response = await fetch(urlOf(options.baseUrl, request), {
      method: request.method,
      headers: headersOf(options.apiKey, request, call),
      signal,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await apiErrorOf(response, request);
    return await read(response, keep);
  } catch (error) {
    if (error instanceof ApiError || call.signal?.aborted) throw error;
    const { origin } = new URL(options.baseUrl);
    const what = hasTimedOut() ? 'did not answer in time' : 'cannot be reached, or broke off its answer';
    throw new ConnectionError(`${origin} ${what}`, {
      isTimeout: hasTimedOut(),
      idempotencyKey: request.idempotencyKey,
      cause: error,
    });
  } finally {
    release();
  }
}

function urlOf(baseUrl: string, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query))
    for (const value of Array.isArray(given) ? given : [given])
      if (value !== undefined) parameters.append(name, String(value));
  const text = parameters.toString();
  return `${baseUrl}${path}${text === '' ? '' : `?${text}`}`;
}

function headersOf(apiKey: string, request: ApiRequest, call: CallOptions): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    // A browser says who it is by itself.
    ...(!('document' in globalThis) && { 'user-agent': `brickwork-client/${VERSION}` }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(request.bytes !== undefined && { 'content-type': 'application/octet-stream' }),
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': toHeaderBytes(request.idempotencyKey) }),
    ...(call.requestId !== undefined && { 'x-request-id': call.requestId }),
  };
}

/** UTF-8, one character per byte: `fetch` refuses any other text beyond Latin-1. */
function toHeaderBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** The workspace's storage is full: it stays so until somebody erases runs. */
const STORAGE_FULL = 507;

/** Milliseconds until the next attempt; undefined for what must not be tried again. */
function retryDelay(request: ApiRequest, error: unknown, attempt: number): number | undefined {
  const isRepeatable =
    request.method !== 'POST' || request.isRepeatable === true || request.idempotencyKey !== undefined;
  const isWorthIt =
    error instanceof ApiError
      ? error.status === 429 || (isRepeatable && error.status >= 500 && error.status !== STORAGE_FULL)
      : error instanceof ConnectionError && isRepeatable;
  if (!isWorthIt) return undefined;
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2);
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  // A little later than asked, each at another time: else all who were refused together come back together.
  return asked > 0 ? asked + Math.random() * Math.min(asked / 4, 2_000) : backoff;
}

async function apiErrorOf(response: Response, request: ApiRequest): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const body = isRecord(answer) ? answer : {};
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  const seconds = body.retry_after_seconds;
  return new ApiError(text('error') ?? 'internal_error', {
    status: response.status,
    detail: text('detail') ?? (text('error') === undefined ? 'the answer is not one of this service' : undefined),
    message: text('message'),
    retryAfterSeconds: retryAfterOf(response) ?? (typeof seconds === 'number' ? seconds : undefined),
    requestId: response.headers.get('x-request-id') ?? undefined,
    idempotencyKey: request.idempotencyKey,
    body,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Seconds, or a date as proxies send it. */
function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** The caller's signal and a time limit in one. (`AbortSignal.any` does not exist in Node 18.) */
function limitedSignal(outer: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController();
  let timedOut = false;
  let isKept = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort(new Error('timed out'));
  }, timeoutMs);
  const stop = outer && onAbort(outer, () => controller.abort(outer.reason));
  return {
    signal: controller.signal,
    hasTimedOut: () => timedOut,
    release() {
      clearTimeout(timer);
      if (!isKept) stop?.();
    },
    keep() {
      isKept = true;
    },
  };
}
