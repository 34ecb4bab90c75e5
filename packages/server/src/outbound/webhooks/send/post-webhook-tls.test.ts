/** TLS: the certificate must be trusted and match the host name, although the connection is made by address. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressRules, parseAddressRange } from '../guard/address-rules.ts';
import { createSendRequest } from './guarded-request.ts';
import { createPostWebhook } from './post-webhook.ts';

const LOOPBACK = parseAddressRange('127.0.0.0/8');
const trusted = tls.getCACertificates('default');
const asked: (string | undefined)[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-tls-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=hooks.example.com',
      '-addext',
      'subjectAltName=DNS:hooks.example.com',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore', timeout: 60_000 },
  );
  const certificate = readFileSync(cert, 'utf8');
  server = createServer({ key: readFileSync(key), cert: certificate }, (request, response) => {
    asked.push(`${request.headers.host} ${(request.socket as tls.TLSSocket & { servername?: string }).servername}`);
    response.end('taken');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  rmSync(directory, { recursive: true });
  tls.setDefaultCACertificates([...trusted, certificate]);
});
afterAll(() => {
  tls.setDefaultCACertificates(trusted);
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
    tls.setDefaultCACertificates(trusted);
    asked.length = 0;
    expect(await send('hooks.example.com')).toEqual({ fault: 'tls_failed' });
    expect(asked).toEqual([]);
  });
});
