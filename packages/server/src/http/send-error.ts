/** Turns errors into the flat envelope. Anything but a ServiceError becomes a bare 500, and only the log has the details. */
import { ERRORS, type ErrorCode } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyError, FastifyReply } from 'fastify';

export function errorEnvelope(error: ServiceError): {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
} {
  const { status, meaning, action } = ERRORS[error.code];
  return {
    status,
    body: {
      error: error.code,
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      message: error.userMessage ?? `${meaning} ${action}`,
      ...(error.retryAfterSeconds === undefined ? {} : { retry_after_seconds: error.retryAfterSeconds }),
      ...error.extra,
    },
    headers: {
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  };
}

export function sendError(reply: FastifyReply, error: ServiceError): FastifyReply {
  const { status, body, headers } = errorEnvelope(error);
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

const BY_FASTIFY_CODE: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
};

/** Undefined for unexpected errors. */
export function toServiceError(error: unknown, bodyLimitBytes?: number): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : BY_FASTIFY_CODE[code];
  if (known === 'payload_too_large' && bodyLimitBytes !== undefined)
    return new ServiceError(known, { cause: error, detail: `The limit is ${bodyLimitBytes} bytes.` });
  if (known !== undefined) return new ServiceError(known, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ServiceError('invalid_parameter', { cause: error });
  return undefined;
}
