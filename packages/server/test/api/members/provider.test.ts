/** Signing in by an identity provider, against a real one: groups and roles, several workspaces, and everything that can go wrong. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CLIENT,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../../../test/support/identity-provider.ts';
import { type SignedIn, withSession } from '../../../../../test/support/people.ts';
import { ProviderBrowser as Browser, PUBLIC_URL } from '../../../../../test/support/provider-browser.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

const GROUPS = [
  { group: 'leads', workspace: 'default', role: 'admin' },
  { group: 'everybody', workspace: 'default', role: 'viewer' },
  { group: 'phone', workspace: 'default', role: 'agent', agent_claim: 'employee' },
  { group: 'sales', workspace: 'sales', role: 'reviewer' },
  { group: 'ghosts', workspace: 'nowhere', role: 'admin' },
];

let identity: TestIdentityProvider;
let service: TestService;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  identity = await startIdentityProvider(`${PUBLIC_URL}/console/oidc/callback`);
  environment = {
    BRICKWORK_PUBLIC_URL: PUBLIC_URL,
    BRICKWORK_OIDC_ISSUER: identity.issuer,
    BRICKWORK_OIDC_CLIENT_ID: CLIENT.id,
    BRICKWORK_OIDC_CLIENT_SECRET: CLIENT.secret,
    BRICKWORK_OIDC_SCOPES: 'openid profile email groups',
    BRICKWORK_OIDC_GROUPS: JSON.stringify(GROUPS),
    BRICKWORK_OIDC_LABEL: 'Example Corp',
  };
  service = await startTestService(environment);
  await service.workspace('sales');
});
afterAll(async () => {
  await service.stop();
  await identity.stop();
});
beforeEach(() => {
  identity.accounts.clear();
});

/** Where the console is opened, and the session if there is one. */
async function signIn(
  account: string | undefined,
  node: TestNode = service,
): Promise<{ to: string; session: SignedIn }> {
  identity.current = account;
  const browser = new Browser(node);
  const to = await browser.signIn();
  return { to, session: await browser.session() };
}

const person = (email: string, groups: unknown, more: object = {}) => ({
  email,
  name: email.split('@')[0],
  groups,
  ...more,
});
const me = async (session: SignedIn) => (await service.call('GET', '/v1/me', { headers: withSession(session) })).body;

describe('an identity provider', () => {
  it('lets somebody in with the role of their group, as the same member each time', async () => {
    expect((await service.call('GET', '/console/session')).body).toEqual({
      signed_in: false,
      provider: 'Example Corp',
    });
    identity.accounts.set('u1', person('lena@example.com', ['everybody', 'leads'], { name: 'Lena L.' }));
    const first = await signIn('u1');
    expect(first.to).toBe('/console');
    const seen = await me(first.session);
    expect(seen).toMatchObject({
      role: 'admin',
      actor: { kind: 'person', name: 'Lena L.' },
      workspace: { name: 'default' },
    });
    const again = await me((await signIn('u1')).session);
    expect(again.actor.id).toBe(seen.actor.id);
    const { body } = await service.call('GET', '/v1/members', { key: service.adminKey });
    const member = body.data.find(({ id }: { id: string }) => id === seen.actor.id);
    expect(member).toMatchObject({ email: 'lena@example.com', signs_in_by: 'provider' });
    for (const [method, path, sent] of [
      ['PATCH', '', { role: 'viewer' }],
      ['POST', '/reset', undefined],
    ] as const) {
      const refused = await service.call(method, `/v1/members/${member.id}${path}`, {
        key: service.adminKey,
        ...(sent && { body: sent }),
      });
      expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    }
  });

  it('changes the role, and takes access away, with the groups at the next sign-in', async () => {
    identity.accounts.set('u2', person('omar@example.com', ['leads', 'sales']));
    const { session } = await signIn('u2');
    identity.accounts.set('u2', person('omar@example.com', ['everybody']));
    const later = await signIn('u2');
    expect((await me(later.session)).role).toBe('viewer');
    // What was open with the old role has ended.
    expect((await service.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(401);
    identity.accounts.set('u2', person('omar@example.com', ['strangers']));
    expect((await signIn('u2')).to).toBe('/console?sign_in=no_access');
    expect((await service.call('GET', '/v1/me', { headers: withSession(later.session) })).status).toBe(401);
    const { body } = await service.call('GET', '/v1/members', { key: service.adminKey });
    expect(JSON.stringify(body)).not.toContain('omar@example.com');
  });

  it('never takes the last admin of a workspace, and says so in the audit log', async () => {
    await service.workspace('desk');
    const node = await service.node({
      BRICKWORK_OIDC_GROUPS: JSON.stringify([
        { group: 'leads', workspace: 'desk', role: 'admin' },
        { group: 'everybody', workspace: 'desk', role: 'viewer' },
      ]),
    });
    const seen = async (session: SignedIn) =>
      (await node.call('GET', '/v1/me', { headers: withSession(session) })).body;
    identity.accounts.set('d1', person('ada@example.com', ['leads']));
    expect(await seen((await signIn('d1', node)).session)).toMatchObject({
      role: 'admin',
      workspace: { name: 'desk' },
    });
    identity.accounts.set('d1', person('ada@example.com', ['everybody']));
    const kept = await signIn('d1', node);
    expect(await seen(kept.session)).toMatchObject({ role: 'admin' });
    identity.accounts.set('d1', person('ada@example.com', []));
    expect((await signIn('d1', node)).to).toContain('no_access');
    const log = await node.call('GET', '/v1/audit?action=member.kept', { headers: withSession(kept.session) });
    expect(log.body.data).toHaveLength(2);
    identity.accounts.set('d2', person('bea@example.com', ['leads']));
    await signIn('d2', node);
    identity.accounts.set('d1', person('ada@example.com', ['everybody']));
    expect(await seen((await signIn('d1', node)).session)).toMatchObject({ role: 'viewer' });
  });

  it('opens several workspaces, between which the session switches, and no other', async () => {
    identity.accounts.set('u3', person('pia@example.com', ['everybody', 'sales', 'ghosts']));
    const { session } = await signIn('u3');
    const { body } = await service.call('GET', '/console/session', { headers: { cookie: session.cookie } });
    expect(body.workspaces).toEqual(['default', 'sales']);
    const to = (workspace: string) =>
      service.call('PATCH', '/console/session', { headers: withSession(session), body: { workspace } });
    expect((await to('nowhere')).status).toBe(404);
    const switched = await to('sales');
    expect(switched.status).toBe(201);
    const there = { cookie: switched.headers.get('set-cookie')?.split(';')[0] ?? '', csrf: switched.body.csrf_token };
    expect(await me(there)).toMatchObject({ role: 'reviewer', workspace: { name: 'sales' } });
    expect((await service.call('GET', '/v1/me', { headers: withSession(session) })).status).toBe(401);
  });

  it('binds agents to the claim that the configuration names', async () => {
    identity.accounts.set('u4', person('maya@example.com', ['phone'], { employee: 'Maya K.' }));
    const maya = await me((await signIn('u4')).session);
    expect(maya).toMatchObject({ role: 'agent', agent: 'Maya K.' });
    // Whose calls she sees comes from the provider too; her name is ours to change.
    const change = async (body: object) =>
      (await service.call('PATCH', `/v1/members/${maya.actor.id}`, { key: service.adminKey, body })).status;
    expect(await change({ agent: 'Somebody Else' })).toBe(409);
    expect(await change({ name: 'Maya Kowalska' })).toBe(200);
  });

  it('says what is wrong: no groups, no address, refused', async () => {
    identity.accounts.set('u8', person('sven@example.com', undefined));
    expect((await signIn('u8')).to).toBe('/console?sign_in=no_groups');
    identity.accounts.set('u8', person('sven@example.com', ['leads'], { email_verified: false }));
    expect((await signIn('u8')).to).toBe('/console?sign_in=no_email');
    expect((await signIn(undefined)).to).toBe('/console?sign_in=refused');
  });

  it('that is away, or whose clock is wrong, is told apart from a refusal', async () => {
    const away = await service.node({ ...environment, BRICKWORK_OIDC_ISSUER: 'http://127.0.0.1:9' });
    const { location } = await new Browser(away).get('/console/oidc/start');
    expect(location).toContain('sign_in=unreachable');
    identity.accounts.set('u10', person('ugo@example.com', ['leads']));
    identity.lateSeconds = 3_600;
    expect((await signIn('u10')).to).toBe('/console?sign_in=clock');
    identity.lateSeconds = 630;
    expect((await signIn('u10')).to).toBe('/console');
    identity.lateSeconds = 0;
  });
});
