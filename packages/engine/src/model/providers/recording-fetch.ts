/** A fetch that reads and keeps the whole response: for a malformed one, the SDK's error hides its status and its usage. */
import type { ProviderResponse } from './classify-response.ts';

export interface RecordingFetch {
  fetch: typeof globalThis.fetch;
  /** The whole response, once it was read to its end. */
  response(): ProviderResponse | undefined;
  /** The headers had arrived when the response was interrupted: the provider may charge for it. */
  isBrokenOff(): boolean;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** `headers`: sent besides those of the SDK. */
export function recordFetch(headers: Readonly<Record<string, string>> = {}): RecordingFetch {
  let recorded: ProviderResponse | undefined;
  let hasHead = false;
  return {
    response: () => recorded,
    isBrokenOff: () => hasHead && recorded === undefined,
    async fetch(input, init) {
      // A redirect would send key and conversation to an address that nobody configured.
      const sent = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) sent.set(name, value);
      const response = await globalThis.fetch(input, { ...init, headers: sent, redirect: 'manual' });
      hasHead = true;
      const body = await readBody(response);
      recorded = { status: response.status, headers: response.headers, body };
      return new Response(body === '' ? null : body, {
        status: statusFor(response.status),
        headers: plainHeaders(response.headers),
      });
    },
  };
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new TypeError('the answer is larger than 16 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `Response` accepts only 200 to 599; any other status is a failure. */
function statusFor(status: number): number {
  return status >= 200 && status <= 599 ? status : 502;
}

/** The body is already decoded. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete('content-encoding');
  plain.delete('content-length');
  return plain;
}
