/**
 * The only error that rooms throw deliberately. It has a code of the contract's registry and never a status;
 * `detail` and `message` reach the caller, `cause` reaches only the log.
 */
import type { ErrorCode } from '@brickwork/contract/kit';

export interface ServiceErrorOptions {
  detail?: string;
  message?: string;
  retryAfterSeconds?: number;
  /** Further fields of the error body, additive to the contract (such as the faults of a kit file). */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly userMessage: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(
      options.detail ?? options.message ?? code,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'ServiceError';
    this.code = code;
    this.detail = options.detail;
    this.userMessage = options.message;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra;
  }
}
