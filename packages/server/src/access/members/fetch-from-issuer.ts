/**
 * Requests to the identity provider. Its address is the operator's choice, and may be inside of the network, so the guard for addresses that customers
 * name does not apply. What holds instead: no redirects, https unless the issuer itself is http, a limit on what is read.
 */
import { ServiceError } from '@brickwork/engine/core/service-error';

const MOST_BYTES = 1_000_000;

type CustomFetch = (url: string, init: object) => Promise<Response>;

export function fetchFromIssuer(issuer: string): CustomFetch {
  const isPlain = issuer.startsWith('http:');
  return async (url, init) => {
    if (!url.startsWith('https:') && !isPlain)
      throw new ServiceError('unavailable', { detail: 'The identity provider names an address without https.' });
    const response = await fetch(url, { ...init, redirect: 'error' });
    return new Response(await bodyOf(response), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new ServiceError('unavailable', { detail: 'The identity provider answers with more than a megabyte.' });
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
