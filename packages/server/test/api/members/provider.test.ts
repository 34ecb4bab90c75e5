/** Signing in by an identity provider, against a real one: groups and roles, several workspaces, and everything that can go wrong. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CLIENT,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../../../test/support/identity-provider.ts';
import { joinedPerson, type SignedIn, withSession } from '../../../../../test/support/people.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';

const PUBLIC_URL = 'http://calls.example.com';
const GROUPS = [
  { group: 'leads', workspace: 'default', role: 'admin' },
  { group: 'everybody', workspace: 'default', role: 'viewer' },
  { group: 'phone', workspace: 'default', role: 'agent', agent_claim: 'name' },
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

/** As a browser goes: every step's cookies and redirects. */
class Browser {
  private readonly jar = new Map<string, Map<string, string>>();
  private readonly node: TestNode;
  constructor(node: TestNode) {
    this.node = node;
  }

  async get(address: string): Promise<{ location: string | null; status: number }> {
    const url = new URL(address.replace(PUBLIC_URL, this.node.url), this.node.url);
    const cookies = this.jar.get(url.host) ?? new Map<string, string>();
    this.jar.set(url.host, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    return { location: location === null ? null : new URL(location, url).href, status: response.status };
  }

  /** Follows until the provider sends the browser back, and says where to. */
  async toCallback(from = '/console/oidc/start'): Promise<string> {
    let { location } = await this.get(from);
    for (let steps = 0; location !== null && !location.startsWith(PUBLIC_URL) && steps < 10; steps += 1)
      location = location.startsWith(this.node.url) ? null : (await this.get(location)).location;
    return location ?? '';
  }

  cookieOf(name: string): string | undefined {
    return this.jar.get(new URL(this.node.url).host)?.get(name);
  }
}

/** Where the console is opened, and the session if there is one. */
async function signIn(
  account: string | undefined,
  node: TestNode = service,
): Promise<{ to: string | null; session: SignedIn }> {
  identity.current = account;
  const browser = new Browser(node);
  const { location } = await browser.get(await browser.toCallback());
  const cookie = `brickwork_session=${browser.cookieOf('brickwork_session') ?? ''}`;
  const { body } = await node.call('GET', '/console/session', { headers: { cookie } });
  return {
    to: location === null ? null : location.replace(node.url, ''),
    session: { cookie, csrf: body.csrf_token ?? '' },
  };
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

  it('leaves the last admin in place when their address moves to somebody else', async () => {
    await service.workspace('night');
    const node = await service.node({
      BRICKWORK_OIDC_GROUPS: JSON.stringify([
        { group: 'leads', workspace: 'night', role: 'admin' },
        { group: 'everybody', workspace: 'night', role: 'viewer' },
      ]),
    });
    identity.accounts.set('n1', person('lee@example.com', ['leads']));
    const admin = (await signIn('n1', node)).session;
    identity.accounts.set('n2', person('lee@example.com', ['everybody']));
    const newcomer = (await signIn('n2', node)).session;
    const seen = async (session: SignedIn) =>
      (await node.call('GET', '/v1/me', { headers: withSession(session) })).body;
    expect(await seen(newcomer)).toMatchObject({ role: 'viewer' });
    expect(await seen(admin)).toMatchObject({ role: 'admin' });
    const { body } = await node.call('GET', '/v1/members', { headers: withSession(admin) });
    expect(body.data.map((member: { email: string; role: string }) => [member.email, member.role])).toEqual(
      expect.arrayContaining([
        ['lee@example.com', 'viewer'],
        [expect.stringMatching(/@address-moved\.invalid$/), 'admin'],
      ]),
    );
    identity.accounts.set('n1', person('lee.senior@example.com', ['leads']));
    await signIn('n1', node);
    const log = await node.call('GET', '/v1/members', { headers: withSession(admin) });
    expect(JSON.stringify(log.body.data)).not.toContain('address-moved');
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
    identity.accounts.set('u4', person('maya@example.com', ['phone'], { name: 'Maya K.' }));
    expect(await me((await signIn('u4')).session)).toMatchObject({ role: 'agent', agent: 'Maya K.' });
  });

  it('takes over a member who had a password, who stays the same person', async () => {
    const quinn = await joinedPerson(service, service.adminKey, 'quinn@example.com', 'reviewer');
    identity.accounts.set('u5', person('Quinn@Example.com', ['everybody']));
    const { session } = await signIn('u5');
    expect((await me(session)).actor.id).toBe(quinn.memberId);
    expect((await service.call('GET', '/v1/me', { headers: withSession(quinn) })).status).toBe(401);
    const { rows } = await service.testDatabase.database.query(
      'SELECT 1 FROM members WHERE email = $1 AND password IS NOT NULL',
      ['quinn@example.com'],
    );
    expect(rows).toEqual([]);
  });

  it('gives an address that moved to another account to that account, as another member', async () => {
    identity.accounts.set('u6', person('rosa@example.com', ['leads']));
    const before = await me((await signIn('u6')).session);
    identity.accounts.set('u7', person('rosa@example.com', ['everybody']));
    const after = await me((await signIn('u7')).session);
    expect(after.actor.id).not.toBe(before.actor.id);
    expect(after.role).toBe('viewer');
  });

  it('says what is wrong: no groups, no address, refused', async () => {
    identity.accounts.set('u8', person('sven@example.com', undefined));
    expect((await signIn('u8')).to).toBe('/console?sign_in=no_groups');
    identity.accounts.set('u8', person('sven@example.com', ['leads'], { email_verified: false }));
    expect((await signIn('u8')).to).toBe('/console?sign_in=no_email');
    expect((await signIn(undefined)).to).toBe('/console?sign_in=refused');
  });

  it('refuses what was not started in this browser, or was used: state, nonce and verifier belong to one attempt', async () => {
    identity.accounts.set('u9', person('tara@example.com', ['leads']));
    identity.current = 'u9';
    const victim = new Browser(service);
    const attacker = new Browser(service);
    const stolen = await attacker.toCallback();
    expect((await victim.get(stolen)).location).toContain('sign_in=expired');
    await victim.get('/console/oidc/start');
    expect((await victim.get(stolen)).location).toContain('sign_in=failed');
    expect((await attacker.get(stolen)).location).toBe(`${service.url}/console`);
    expect((await attacker.get(stolen)).location).toContain('sign_in=expired');
    expect(victim.cookieOf('brickwork_session')).toBeUndefined();
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
