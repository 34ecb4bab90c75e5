/** One request to a transcription service, with a deadline, and the meaning of its errors. */

export class RecogniserFault extends Error {
  override readonly name = 'RecogniserFault';
  /** Worth another attempt, after this delay. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface Service {
  /** As messages name it. */
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  fetch: typeof fetch;
}

export interface ServiceRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: FormData | Uint8Array<ArrayBuffer> | string;
}

const DEADLINE_MS = 180_000;
const RETRY_MS = 15_000;
const MOST_RETRY_MS = 3_600_000;
const MOST_ANSWER_BYTES = 20_000_000;
const PASSING = [408, 409, 425, 429];

export async function callService<Answer>(
  service: Service,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { name, baseUrl } = service;
  const { method, path, headers = {}, body = null } = request;
  let response: Response;
  let text: string;
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    response = await service.fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers,
      body,
      signal: deadline,
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RecogniserFault(`${name} could not be reached.`, RETRY_MS);
  }
  if (response.ok && text.length <= MOST_ANSWER_BYTES) {
    try {
      return JSON.parse(text) as Answer;
    } catch {
      throw new RecogniserFault(`${name} answered with something that is not JSON.`, RETRY_MS);
    }
  }
  throw faultOf(name, response);
}

function faultOf(name: string, { status, headers }: Response): RecogniserFault {
  if (status === 401 || status === 403)
    return new RecogniserFault(`${name} refused the key (${status}). Check BRICKWORK_TRANSCRIBER_API_KEY.`);
  if (status >= 500 || PASSING.includes(status)) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    const named = Number.isFinite(seconds) ? seconds * 1_000 : RETRY_MS;
    return new RecogniserFault(`${name} is busy or down (${status}).`, Math.min(MOST_RETRY_MS, Math.max(1_000, named)));
  }
  return new RecogniserFault(`${name} refused the sound (${status}).`);
}
