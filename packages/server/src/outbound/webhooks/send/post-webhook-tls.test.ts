/** TLS: the certificate must be trusted and match the host name, although the connection is made by address. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedCertificate } from '../../../../../../test/support/certificate.ts';
import { createAddressRules, parseAddressRange } from '../guard/address-rules.ts';
import { createSendRequest } from './guarded-request.ts';
import { createPostWebhook } from './post-webhook.ts';

const LOOPBACK = parseAddressRange('127.0.0.0/8');
const asked: (string | undefined)[] = [];
let server: Server;
let port: number;
let distrust: () => void;

beforeAll(async () => {
  const { key, cert, ...trusted } = trustedCertificate('hooks.example.com');
  distrust = trusted.distrust;
  server = createServer({ key, cert }, (request, response) => {
    asked.push(`${request.headers.host} ${(request.socket as TLSSocket & { servername?: string }).servername}`);
    response.end('taken');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  distrust();
  server.close();
});

function send(host: string) {
  const post = createPostWebhook(
    createSendRequest({
      rules: createAddressRules(LOOPBACK ? [LOOPBACK] : []),
      resolve: async () => ['127.0.0.1'],
    }),
  );
  const headers = { 'content-type': 'application/json' };
  return post(new URL(`https://${host}:${port}/in`), headers, '{}', AbortSignal.timeout(20_000));
}

describe('a receiver behind TLS', () => {
  it('is connected to by address, and verified by its host name', async () => {
    expect(await send('hooks.example.com')).toMatchObject({ status: 200, response: Buffer.from('taken') });
    expect(asked).toEqual([`hooks.example.com:${port} hooks.example.com`]);
  });

  it('with a certificate for another name gets nothing', async () => {
    asked.length = 0;
    expect(await send('other.example.com')).toEqual({ fault: 'tls_failed' });
    expect(asked).toEqual([]);
  });

  it('with an untrusted certificate gets nothing', async () => {
    distrust();
    asked.length = 0;
    expect(await send('hooks.example.com')).toEqual({ fault: 'tls_failed' });
    expect(asked).toEqual([]);
  });
});
