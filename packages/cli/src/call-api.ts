/** A request to the service as its users make them: BRICKWORK_URL says where, BRICKWORK_API_KEY who. */
import { ERROR_CODES } from '@brickwork/contract';
import { ServiceError } from '@brickwork/server/core/service-error';

const DEFAULT_URL = 'http://127.0.0.1:8787';
const TIMEOUT_MS = 30_000;

export async function callApi(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const { BRICKWORK_API_KEY: key, BRICKWORK_URL: base = DEFAULT_URL } = process.env;
  if (!key) {
    throw new ServiceError('missing_bearer_token', {
      detail: 'Set BRICKWORK_API_KEY to use the API, or name a --workspace to act on the database itself.',
    });
  }
  const url = URL.parse(path, base);
  if (url === null) throw new ServiceError('invalid_parameter', { detail: `BRICKWORK_URL is no URL: ${base}` });
  const response = await send(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw failureOf(response.status, answer);
}

/** The service's own error, told by its code; anything else (a proxy's page, say) by its status alone. */
function failureOf(status: number, answer: unknown): ServiceError {
  const members = new Map<string, unknown>(typeof answer === 'object' && answer !== null ? Object.entries(answer) : []);
  const code = ERROR_CODES.find((known) => known === members.get('error')) ?? 'internal_error';
  const text = members.get('detail') ?? members.get('message') ?? 'the answer is not one of this service';
  return new ServiceError(code, { detail: `${status} ${code}: ${text}` });
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    const detail = `${url.origin} cannot be reached. Is the service running, and does BRICKWORK_URL name it?`;
    throw new ServiceError('unavailable', { detail, cause });
  }
}
