/** Addresses that an identity provider names, such as those of its keys. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedCertificate } from '../../../../../test/support/certificate.ts';
import { fetchFromIssuer } from './fetch-from-issuer.ts';

const NAMES: Record<string, string[]> = {
  'login.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'keys.example.com': ['93.184.216.35', '10.0.0.5'],
  'login.internal.example.com': ['10.0.0.4'],
  localhost: ['127.0.0.1'],
};
const resolve = async (name: string) => NAMES[name] ?? [];

let server: Server;
let distrust: () => void;
let asked = 0;
let here: string;
beforeAll(async () => {
  const { key, cert, ...trusted } = trustedCertificate('localhost');
  distrust = trusted.distrust;
  server = createServer({ key, cert }, (request, response) => {
    asked += 1;
    response.end(request.url === '/large' ? Buffer.alloc(1_000_001, 'x') : '{"keys":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  here = `https://localhost:${(server.address() as AddressInfo).port}/jwks`;
});
afterAll(() => {
  distrust();
  server.closeAllConnections();
  server.close();
});

describe('a provider on the internet', () => {
  const get = (url: string) => fetchFromIssuer('https://login.example.com', resolve)(url, {});

  it.each([
    ['a private address', 'https://10.1.2.3/jwks'],
    ['the addresses of clouds for their machines', 'https://169.254.169.254/latest/meta-data'],
    ['IPv6 on this machine', 'https://[::1]/jwks'],
    ['IPv4 as IPv6', 'https://[::ffff:127.0.0.1]/jwks'],
    ['a name with a private address among others', 'https://keys.example.com/jwks'],
    ['a name that is not found', 'https://nowhere.example.com/jwks'],
  ])('leads to no other place inside of the network: %s', async (_what, url) => {
    await expect(get(url)).rejects.toThrow('is public, but names an address that is not public');
  });

  it('is not followed to this machine, where something answers', async () => {
    await expect(get(here)).rejects.toThrow('is not public');
    expect(asked).toBe(0);
  });

  it('is not followed without TLS', async () => {
    await expect(get(here.replace('https:', 'http:'))).rejects.toThrow('without https');
  });
});

describe('a provider inside of the network', () => {
  it('may have its keys at another place in it', async () => {
    const response = await fetchFromIssuer('https://login.internal.example.com', resolve)(here, {});
    expect(await response.text()).toBe('{"keys":[]}');
    expect(asked).toBe(1);
  });
});

describe('an answer of a provider', () => {
  const get = (path: string) => fetchFromIssuer(here, resolve)(new URL(path, here).href, {});

  it('is read up to a megabyte, and no further', async () => {
    expect(await (await get('/jwks')).json()).toEqual({ keys: [] });
    await expect(get('/large')).rejects.toThrow('larger than a megabyte');
  });
});
