/** A real OpenID Connect provider on loopback (`oidc-provider`), which signs in whoever `current` names, without asking. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface TestIdentityProvider {
  issuer: string;
  /** Who sits at the keyboard; undefined refuses. */
  current: string | undefined;
  /** What the provider says about each account. */
  accounts: Map<string, Record<string, unknown>>;
  /** How much its clock is behind: its tokens end that much earlier. */
  lateSeconds: number;
  stop(): Promise<void>;
}

const TOKEN_SECONDS = 600;

export const CLIENT = { id: 'brickwork', secret: 'a secret of at least thirty-two characters' };

export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const self: TestIdentityProvider = {
    issuer,
    current: undefined,
    accounts: new Map(),
    lateSeconds: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const scopes = ['openid', 'profile', 'email', 'groups'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    ttl: { AccessToken: 600, Grant: 600, Interaction: 600, Session: 600, IdToken: TOKEN_SECONDS },
    cookies: { keys: ['a key of the tests'] },
    scopes,
    claims: { openid: ['sub'], profile: ['name', 'employee'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...self.accounts.get(sub) }) }),
    // Whoever signs in has agreed.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope(scopes.join(' '));
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/token' && self.lateSeconds !== 0) setBack(response, privateKey, self.lateSeconds);
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    const result =
      self.current === undefined
        ? { error: 'access_denied', error_description: 'Nobody is there.' }
        : { login: { accountId: self.current, remember: false } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  return self;
}

/** The token as a provider signs it whose clock is behind. */
function setBack(response: ServerResponse, key: KeyObject, seconds: number): void {
  const end = response.end.bind(response);
  response.end = ((chunk: string | Buffer) => {
    const body = JSON.parse(String(chunk)) as { id_token: string };
    const [header = '', payload = ''] = body.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number };
    const late = { ...claims, iat: claims.iat - seconds, exp: claims.exp - seconds };
    const signed = `${header}.${Buffer.from(JSON.stringify(late)).toString('base64url')}`;
    const text = JSON.stringify({
      ...body,
      id_token: `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`,
    });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse['end'];
}
