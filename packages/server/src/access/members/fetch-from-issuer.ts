/**
 * Requests to the identity provider. The operator chooses its address, which may be inside the network, so the guard for customers'
 * addresses does not apply. Instead: no redirects, https unless the issuer itself is http on this machine, a size limit, and a provider
 * outside the network may not name addresses inside it.
 */
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@brickwork/engine/core/service-error';
import ipaddr from 'ipaddr.js';

const MOST_BYTES = 1_000_000;

type CustomFetch = (url: string, init: object) => Promise<Response>;

const LOOKUP_MS = 3_000;

/** Every address of a name. */
type Resolve = (hostname: string) => Promise<readonly string[]>;

export function fetchFromIssuer(issuer: string, resolve: Resolve = addressesOf): CustomFetch {
  const mayBePlain = isLoopbackHttp(issuer);
  const own = hostOf(issuer);
  return async (url, init) => {
    if (!url.startsWith('https:') && !(mayBePlain && isLoopbackHttp(url)))
      throw new ServiceError('unavailable', { detail: 'The identity provider names an address without https.' });
    const host = hostOf(url);
    if (host !== own && (await isPublic(own, resolve)) && !(await isPublic(host, resolve)))
      throw new ServiceError('unavailable', {
        detail: 'The identity provider is public, but names an address that is not public.',
      });
    const response = await fetch(url, { ...init, redirect: 'error' });
    return new Response(await bodyOf(response), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

/** Over http, a response could be changed on the way, so http is accepted on this machine only. */
export function isLoopbackHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** A name that is not resolved in time does not count as public. TLS covers the rest: the server must have a certificate for the name. */
async function isPublic(hostname: string, resolve: Resolve): Promise<boolean> {
  const addresses = ipaddr.isValid(hostname)
    ? [hostname]
    : await Promise.race([resolve(hostname), sleep(LOOKUP_MS, [], { ref: false })]).catch(() => []);
  return addresses.length > 0 && addresses.every((address) => ipaddr.process(address).range() === 'unicast');
}

async function addressesOf(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new ServiceError('unavailable', { detail: 'The identity provider’s response is larger than a megabyte.' });
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
