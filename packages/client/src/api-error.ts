/** What can go wrong with a call: the service returns an error (`ApiError`), or there is no response (`ConnectionError`). */
import type { ErrorCode } from './wire/error-codes.ts';

/** A code that this version of the client does not know is kept as it is: new codes may be added. */
export type AnyErrorCode = ErrorCode | (string & {});

export interface ApiErrorDetails {
  status: number;
  detail?: string | undefined;
  message?: string | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  /** Keep it: retrying with another one may run the conversation twice. */
  idempotencyKey?: string | undefined;
  /** The whole error body, for members beyond the common ones (`faults` of a kit, say). */
  body?: Record<string, unknown> | undefined;
}

export class ApiError<Code extends AnyErrorCode = AnyErrorCode> extends Error {
  readonly code: Code;
  readonly status: number;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: Record<string, unknown>;

  constructor(code: Code, details: ApiErrorDetails) {
    super(`${details.status} ${code}: ${details.detail ?? details.message ?? 'no further detail'}`);
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status;
    this.detail = details.detail;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.idempotencyKey = details.idempotencyKey;
    this.body = details.body ?? {};
  }
}

/** Without codes: any answer that is an error. With codes: one of these, and typed so. */
export function isApiError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));
}

/** No answer: refused, reset, timed out. It does not prove that the request had no effect. */
export class ConnectionError extends Error {
  readonly isTimeout: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { isTimeout: boolean; idempotencyKey?: string | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ConnectionError';
    this.isTimeout = options.isTimeout;
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** The run did not end within `timeoutMs`. It continues; wait again with the same id. */
export class WaitTimeoutError extends Error {
  readonly runId: string;

  constructor(runId: string, timeoutMs: number) {
    super(`${runId} has not ended within ${timeoutMs} ms`);
    this.name = 'WaitTimeoutError';
    this.runId = runId;
  }
}
