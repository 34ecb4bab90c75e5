/** What an identity provider, or somebody with an account there, must not achieve. Each attack was tried against the service before it was refused. */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, joinedPerson, type Person, withSession } from '../../../../../test/support/people.ts';
import { ProviderBrowser, PUBLIC_URL } from '../../../../../test/support/provider-browser.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import {
  HOSTILE_CLIENT,
  type HostileProvider,
  makeSigningKey,
  startHostileProvider,
} from './support/hostile-provider.ts';

let provider: HostileProvider;
let service: TestService;
/** The only admin who is a person. */
let boss: Person;
beforeAll(async () => {
  provider = await startHostileProvider();
  service = await startTestService({
    BRICKWORK_PUBLIC_URL: PUBLIC_URL,
    BRICKWORK_TRUST_PROXY: '1',
    BRICKWORK_OIDC_ISSUER: provider.issuer,
    BRICKWORK_OIDC_CLIENT_ID: HOSTILE_CLIENT.id,
    BRICKWORK_OIDC_CLIENT_SECRET: HOSTILE_CLIENT.secret,
    BRICKWORK_OIDC_GROUPS: JSON.stringify([
      { group: 'leads', workspace: 'default', role: 'admin' },
      { group: 'reviewers', workspace: 'default', role: 'reviewer' },
      { group: 'phone', workspace: 'default', role: 'agent' },
    ]),
  });
  boss = await joinedPerson(service, service.adminKey, 'boss@example.com', 'admin', { name: 'The Boss' });
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

/** Each test comes from an address of its own: what it has failed counts for no other. */
let tests = 0;
beforeEach(() => {
  provider.behave();
  tests += 1;
});
const newBrowser = (node: TestNode = service) => new ProviderBrowser(node, `203.0.113.${tests}`);

const attempt = async (
  claims: Record<string, unknown>,
  userInfo: Record<string, unknown> = {},
  node: TestNode = service,
) => {
  provider.claims = claims;
  provider.userInfo = userInfo;
  const browser = newBrowser(node);
  return { browser, to: await browser.signIn() };
};
const members = async () =>
  (await service.call('GET', '/v1/members', { key: service.adminKey })).body.data as Record<string, unknown>[];
const member = async (email: string) => (await members()).find((each) => each.email === email);
/** The admin is who they were, and is signed in as before. */
const expectUntouched = async () => {
  expect(await member(boss.email)).toMatchObject({ id: boss.memberId, role: 'admin', signs_in_by: 'password' });
  const me = await service.call('GET', '/v1/me', { headers: withSession(boss) });
  expect([me.status, me.body.role]).toEqual([200, 'admin']);
};

describe('the address of the only admin', () => {
  const stolen = { sub: 'mallory', email: 'boss@example.com', groups: ['reviewers'] };

  it.each([
    ['without email_verified', {}, {}],
    ['with email_verified as a text', { email_verified: 'true' }, {}],
    ['with email_verified as a number', { email_verified: 1 }, {}],
    ['with a token that denies what userinfo says', { email_verified: false }, { email_verified: true }],
    ['with userinfo that denies what the token says', { email_verified: true }, { email_verified: false }],
    ['with another address in userinfo', { email_verified: true }, { email: 'mallory@example.com' }],
  ])('takes nothing over: %s', async (_how, claims, userInfo) => {
    const { browser, to } = await attempt({ ...stolen, ...claims }, userInfo);
    expect(to).toMatch(/sign_in=(unverified|no_email)$/);
    expect(browser.cookieOf('brickwork_session')).toBeUndefined();
    const { body } = await service.call('GET', '/v1/link-requests', { key: service.adminKey });
    expect(body.data).toEqual([]);
    await expectUntouched();
  });

  it('and that of a newcomer has to be one: two that are said verified let nobody in', async () => {
    const newcomer = { sub: 'two-faced', email: 'one@example.com', email_verified: true, groups: ['reviewers'] };
    const { to } = await attempt(newcomer, { email: 'two@example.com', email_verified: true });
    expect(to).toMatch(/sign_in=no_email$/);
    expect(await member('one@example.com')).toBeUndefined();
    expect(await member('two@example.com')).toBeUndefined();
  });

  it('asks, where it is verified; without the member’s credentials nothing changes', async () => {
    const { browser, to } = await attempt({ ...stolen, email_verified: true });
    expect(to).toBe('/console?sign_in=link');
    expect(browser.cookieOf('brickwork_session')).toBeUndefined();
    const wrong = await browser.confirm({ password: 'not the password', code: codeOf(boss.uri, 1) });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'sign_in_failed']);
    expect((await newBrowser().confirm({ password: 'x', code: '1' })).status).toBe(404);
    await expectUntouched();
  });

  it('does not raise a reviewer to admin, nor leave the workspace without one, even when everybody agrees', async () => {
    const { browser } = await attempt({ ...stolen, email_verified: true });
    const confirmed = await browser.confirm({ password: boss.password, code: codeOf(boss.uri, 1) });
    expect([confirmed.status, confirmed.body.detail]).toEqual([409, expect.stringContaining('last admin')]);
    const { body } = await service.call('GET', '/v1/link-requests', { key: service.adminKey });
    expect(body.data).toEqual([
      expect.objectContaining({
        subject: 'mallory',
        role: 'reviewer',
        member: expect.objectContaining({ role: 'admin' }),
      }),
    ]);
    const approve = await service.call('POST', `/v1/link-requests/${body.data[0].id}/approve`, {
      key: service.adminKey,
    });
    expect([approve.status, approve.body.error]).toEqual([409, 'conflict']);
    const refused = await service.call('DELETE', `/v1/link-requests/${body.data[0].id}`, { key: service.adminKey });
    expect(refused.body.refused).toBe(true);
    await expectUntouched();
  });

  it('of one who is known by another account stays theirs: nobody is removed, nobody gets two', async () => {
    await attempt({ sub: 'rosa', email: 'rosa@example.com', email_verified: true, groups: ['reviewers'] });
    const before = await member('rosa@example.com');
    const second = await attempt({ sub: 'rosa-2', email: 'rosa@example.com', email_verified: true, groups: ['leads'] });
    expect(second.to).toBe('/console?sign_in=link');
    // They have no password that could confirm it: an admin decides.
    const link = await service.call('GET', '/console/oidc/link', {
      headers: { cookie: `brickwork_link=${second.browser.cookieOf('brickwork_link')}` },
    });
    expect(link.body).toMatchObject({ email: 'rosa@example.com', can_confirm: false });
    expect(await member('rosa@example.com')).toEqual(before);
    // A known account that comes with somebody else's address keeps its own.
    await attempt({ sub: 'rosa', email: 'boss@example.com', email_verified: true, groups: ['reviewers'] });
    expect(await member('rosa@example.com')).toMatchObject({ id: before?.id });
    await expectUntouched();
  });
});

describe('an ID token', () => {
  const valid = { sub: 'ida', email: 'ida@example.com', email_verified: true, groups: ['reviewers'] };
  const expectRefused = async (claims: Record<string, unknown> = {}, word = 'failed', node: TestNode = service) => {
    const { browser, to } = await attempt({ ...valid, ...claims }, {}, node);
    expect(to).toBe(`/console?sign_in=${word}`);
    expect(browser.cookieOf('brickwork_session')).toBeUndefined();
  };

  it('without a signature, or with that of somebody else, is refused', async () => {
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    provider.sign = async (claims) => `${none}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
    await expectRefused();
    const other = await makeSigningKey(provider.key.kid);
    provider.sign = (claims) => provider.signWith(claims, { key: other });
    await expectRefused();
    // Signed with what the service and the provider share, or with the public key as if it were a secret.
    provider.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256'] };
    const node = await service.node(); // One that has not seen the metadata before.
    for (const secret of [HOSTILE_CLIENT.secret, JSON.stringify(provider.key.jwk)]) {
      provider.sign = (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: provider.key.kid })
          .sign(new TextEncoder().encode(secret));
      await expectRefused({}, 'failed', node);
    }
    await node.stop();
    provider.behave();
    provider.sign = async (claims) => {
      const token = await provider.signWith(claims);
      const [header, , signature] = token.split('.');
      const forged = { ...claims, groups: ['leads'] };
      return `${header}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`;
    };
    await expectRefused();
  });

  it.each([
    ['for another client', { aud: 'another' }],
    ['for several clients, meant for another', { aud: ['brickwork', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://login.example.org' }],
    ['of another attempt', { nonce: 'of another attempt' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
  ])('%s is refused', async (_which, claims) => expectRefused(claims));

  it('is refused where the clocks differ by more than a minute, and accepted within it', async () => {
    const now = Math.floor(Date.now() / 1_000);
    await expectRefused({ exp: now - 120 }, 'clock');
    await expectRefused({ nbf: now + 300 }, 'clock');
    expect((await attempt({ ...valid, iat: now + 30, nbf: now + 30 })).to).toBe('/console');
    expect((await attempt({ ...valid, exp: now - 20 })).to).toBe('/console');
  });

  it('is checked with the keys of the moment: a new key counts at once, one that was withdrawn no longer', async () => {
    expect((await attempt(valid)).to).toBe('/console');
    const withdrawn = provider.key;
    await provider.rotate();
    expect((await attempt(valid)).to).toBe('/console');
    provider.sign = (claims) => provider.signWith(claims, { key: withdrawn });
    await expectRefused();
  });

  it('and userinfo of somebody else are refused together', async () => {
    const { to } = await attempt({ ...valid, email: undefined, groups: undefined }, { ...valid, sub: 'somebody else' });
    expect(to).toBe('/console?sign_in=failed');
  });
});

describe('an attempt', () => {
  const valid = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['reviewers'] };

  it('belongs to one browser and one state, and is over when it is answered', async () => {
    provider.claims = valid;
    const attacker = newBrowser();
    const stolen = await attacker.toCallback();
    const victim = newBrowser();
    expect((await victim.get(stolen)).location).toContain('sign_in=expired');
    await victim.get('/console/oidc/start');
    expect((await victim.get(stolen)).location).toContain('sign_in=failed');
    expect(victim.cookieOf('brickwork_session')).toBeUndefined();
    const kept = attacker.cookieOf('brickwork_oidc') ?? '';
    expect((await attacker.get(stolen)).location).toBe(`${service.url}/console`);
    // Again, with the cookie that the browser was told to forget: the provider refuses the code.
    attacker.keep('brickwork_oidc', kept);
    expect((await attacker.get(stolen)).location).toContain('sign_in=failed');
    expect((await attacker.get(stolen)).location).toContain('sign_in=expired');
  });

  it('takes no answer that names another issuer, two states or none', async () => {
    provider.claims = valid;
    provider.callback = { iss: 'https://login.example.org' };
    expect(await newBrowser().signIn()).toContain('sign_in=failed');
    provider.callback = {};
    const browser = newBrowser();
    const callback = await browser.toCallback();
    expect((await browser.get(`${callback}&state=another`)).location).toContain('sign_in=failed');
    expect((await browser.get(callback.replace(/state=[^&]+/, ''))).location).toContain('sign_in=failed');
    expect((await browser.get(callback)).location).toBe(`${service.url}/console`);
  });

  it('that nobody started counts for nothing: strangers cannot lock an address out', async () => {
    provider.claims = valid;
    const stranger = newBrowser();
    for (let count = 0; count < 12; count += 1)
      expect((await stranger.get('/console/oidc/callback?code=x&state=y')).location).toContain('sign_in=expired');
    expect(await newBrowser().signIn()).toBe('/console');
    // One that was started here and fails does count.
    provider.claims = { ...valid, aud: 'another' };
    for (let count = 0; count < 10; count += 1) expect(await newBrowser().signIn()).toContain('sign_in=failed');
    expect((await newBrowser().get('/console/oidc/start')).location).toContain('sign_in=failed');
  });
});

describe('a provider that answers strangely', () => {
  it('is followed to no other place, and read up to a megabyte', async () => {
    provider.claims = { sub: 'eve', email: 'eve@example.com' };
    provider.userInfo = { groups: ['leads'] };
    provider.metadata = { token_endpoint: 'http://calls.example.com/token' };
    const node = await service.node();
    expect(await newBrowser(node).signIn()).toMatch(/sign_in=(unreachable|failed)/);
    await node.stop();
    provider.metadata = {};
    for (const path of ['/token', '/jwks', '/userinfo']) {
      provider.answers.set(path, (response) => response.writeHead(302, { location: `${service.url}/healthz` }).end());
      expect(await newBrowser().signIn(), path).toMatch(/sign_in=(unreachable|failed)/);
      provider.answers.set(path, (response) => response.writeHead(200).end('x'.repeat(1_100_000)));
      expect(await newBrowser().signIn(), path).toMatch(/sign_in=(unreachable|failed)/);
      provider.answers.clear();
    }
    expect(await member('eve@example.com')).toBeUndefined();
  });
});

describe('an agent', () => {
  it('is bound to a verified address, and to no other', async () => {
    const claims = { sub: 'maya', email: 'maya@example.com', name: 'The Boss', groups: ['phone'] };
    expect((await attempt(claims)).to).toBe('/console?sign_in=no_access');
    const { browser } = await attempt({ ...claims, email_verified: true });
    const { body } = await service.call('GET', '/v1/me', { headers: withSession(await browser.session()) });
    expect(body).toMatchObject({ role: 'agent', agent: 'maya@example.com' });
  });
});

describe('linking', () => {
  const valid = (name: string) => ({
    sub: `sub-${name}`,
    email: `${name}@example.com`,
    email_verified: true,
    name: `${name} of the provider`,
    groups: ['reviewers'],
  });

  it('is confirmed by the member with password and code: the same person, who signs in by the provider from then on', async () => {
    const quinn = await joinedPerson(service, service.adminKey, 'quinn@example.com', 'viewer');
    const { browser, to } = await attempt(valid('quinn'));
    expect(to).toBe('/console?sign_in=link');
    const confirmed = await browser.confirm({ password: quinn.password, code: codeOf(quinn.uri, 1) });
    expect(confirmed.status).toBe(201);
    expect(await member(quinn.email)).toMatchObject({ id: quinn.memberId, role: 'reviewer', signs_in_by: 'provider' });
    expect((await service.call('GET', '/v1/me', { headers: withSession(quinn) })).status).toBe(401);
    const later = await attempt(valid('quinn'));
    const { body } = await service.call('GET', '/v1/me', { headers: withSession(await later.browser.session()) });
    expect(body.actor.id).toBe(quinn.memberId);
    const log = await service.call('GET', '/v1/audit?action=member.linked', { key: service.adminKey });
    expect(log.body.data[0]).toMatchObject({ actor: { id: quinn.memberId }, details: { by: 'member' } });
  });

  it('is approved by an admin, or refused; the settings say how sign-ins went', async () => {
    const sven = await joinedPerson(service, service.adminKey, 'sven@example.com', 'viewer');
    await attempt(valid('sven'));
    const { body } = await service.call('GET', '/v1/link-requests', { headers: withSession(boss) });
    const asked = body.data.find(({ subject }: { subject: string }) => subject === 'sub-sven');
    expect(asked).toMatchObject({ name: 'sven of the provider', role: 'reviewer', member: { id: sven.memberId } });
    const approved = await service.call('POST', `/v1/link-requests/${asked.id}/approve`, {
      headers: withSession(boss),
    });
    expect(approved.body).toMatchObject({ id: sven.memberId, signs_in_by: 'provider', role: 'reviewer' });
    expect(
      (await service.call('POST', `/v1/link-requests/${asked.id}/approve`, { key: service.adminKey })).status,
    ).toBe(404);
    expect((await attempt(valid('sven'))).to).toBe('/console');
    await attempt({ ...valid('tom'), groups: undefined });
    const state = await service.call('GET', '/v1/sign-in-provider', { headers: withSession(boss) });
    expect(state.body).toMatchObject({
      configured: true,
      issuer: provider.issuer,
      last_success_at: expect.any(String),
      last_failure: { reason: 'no_groups' },
    });
    expect(JSON.stringify(state.body)).not.toContain(HOSTILE_CLIENT.secret);
  });

  it('asked for by two accounts is given to one', async () => {
    const uma = await joinedPerson(service, service.adminKey, 'uma@example.com', 'viewer');
    await attempt(valid('uma'));
    await attempt({ ...valid('uma'), sub: 'sub-uma-2' });
    const { body } = await service.call('GET', '/v1/link-requests', { key: service.adminKey });
    const ids = body.data.filter(({ member: { id } }: { member: { id: string } }) => id === uma.memberId);
    expect(ids).toHaveLength(2);
    const answers = await Promise.all(
      ids.map(({ id }: { id: string }) =>
        service.call('POST', `/v1/link-requests/${id}/approve`, { key: service.adminKey }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
