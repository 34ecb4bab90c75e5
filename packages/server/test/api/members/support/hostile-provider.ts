/** An identity provider on loopback that says whatever a test wants, rightly signed or not. Everything is right until the test changes it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export const HOSTILE_CLIENT = { id: 'brickwork', secret: 'a secret of at least thirty-two characters' };

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export interface HostileProvider {
  issuer: string;
  /** Of the ID token, over what would be right; undefined leaves a claim out. */
  claims: Record<string, unknown>;
  /** Over the claims, for the userinfo endpoint. */
  userInfo: Record<string, unknown>;
  /** Over the right discovery document. */
  metadata: Record<string, unknown>;
  /** Added to the redirect back. */
  callback: Record<string, string>;
  /** Makes the token of its claims. */
  sign(claims: JWTPayload): Promise<string>;
  /** Instead of the right answer, for a path. */
  answers: Map<string, (response: ServerResponse) => void>;
  /** New key; the old one is withdrawn. */
  rotate(): Promise<void>;
  /** With the key of now, or of a moment ago. */
  signWith(claims: JWTPayload, options?: { key?: SigningKey; header?: Record<string, unknown> }): Promise<string>;
  key: SigningKey;
  /** Back to what is right. */
  behave(): void;
  stop(): Promise<void>;
}

export async function makeSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const server = createServer((request, response) => void answer(self, codes, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const codes = new Map<string, Attempt>();
  let keys = 0;
  const self: HostileProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    userInfo: {},
    metadata: {},
    callback: {},
    answers: new Map(),
    key: await makeSigningKey('key-0'),
    sign: (claims) => self.signWith(claims),
    signWith: (claims, { key = self.key, header = {} } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey),
    async rotate() {
      keys += 1;
      self.key = await makeSigningKey(`key-${keys}`);
    },
    behave() {
      Object.assign(self, { claims: {}, userInfo: {}, metadata: {}, callback: {} });
      self.sign = (claims) => self.signWith(claims);
      self.answers.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

interface Attempt {
  nonce: string;
  challenge: string;
}

async function answer(
  self: HostileProvider,
  codes: Map<string, Attempt>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', self.issuer);
  const json = (body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const own = self.answers.get(url.pathname);
  if (own !== undefined) return own(response);
  if (url.pathname === '/.well-known/openid-configuration') return void json(metadataOf(self));
  if (url.pathname === '/jwks') return void json({ keys: [self.key.jwk] });
  if (url.pathname === '/userinfo') return void json({ ...claimsOf(self), ...self.userInfo });
  if (url.pathname === '/authorize') {
    const code = `code-${codes.size}`;
    const asked = url.searchParams;
    codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' });
    const back = new URL(asked.get('redirect_uri') ?? self.issuer);
    for (const [name, value] of Object.entries({ code, state: asked.get('state') ?? '', ...self.callback }))
      back.searchParams.set(name, value);
    return void response.writeHead(302, { location: back.href }).end();
  }
  if (url.pathname !== '/token') return void json({ error: 'not_found' }, 404);
  const form = new URLSearchParams(await text(request));
  const attempt = codes.get(form.get('code') ?? '');
  if (attempt === undefined) return void json({ error: 'invalid_grant' }, 400);
  codes.delete(form.get('code') ?? '');
  const token = await self.sign({ nonce: attempt.nonce, ...claimsOf(self) });
  json({ access_token: 'access', token_type: 'Bearer', expires_in: 600, id_token: token });
}

function claimsOf(self: HostileProvider): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  const right = { iss: self.issuer, aud: HOSTILE_CLIENT.id, sub: 'someone', iat: now, exp: now + 600 };
  return JSON.parse(JSON.stringify({ ...right, ...self.claims })) as JWTPayload;
}

function metadataOf({ issuer, metadata }: HostileProvider) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...metadata,
  };
}
