/** Members kept by a company's directory, with the requests that Okta and Entra ID send, and what ends when somebody leaves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, joinedPerson, withSession } from '../../../../../test/support/people.ts';
import { ProviderBrowser, PUBLIC_URL } from '../../../../../test/support/provider-browser.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { HOSTILE_CLIENT, type HostileProvider, startHostileProvider } from './support/hostile-provider.ts';

let provider: HostileProvider;
let service: TestService;
let key: string;
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
      { group: 'elsewhere', workspace: 'sales', role: 'admin' },
    ]),
  });
  const made = await service.call('POST', '/v1/keys', {
    key: service.adminKey,
    body: { environment: 'live', role: 'directory', name: 'Okta' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  key = made.body.key;
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});
beforeEach(() => provider.behave());

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const scim = async (method: string, path: string, body?: object, bearer = key) => {
  const headers = { 'content-type': 'application/scim+json' };
  const answer = await service.call(method, `/scim/v2${path}`, {
    key: bearer,
    ...(body && { raw: JSON.stringify(body), headers }),
  });
  const isText = typeof answer.body === 'string' && answer.body !== '';
  return { status: answer.status, body: isText ? JSON.parse(answer.body) : answer.body, headers: answer.headers };
};
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations });
const member = async (email: string) => {
  const { body } = await service.call('GET', '/v1/members', { key: service.adminKey });
  return (body.data as Record<string, unknown>[]).find((each) => each.email === email);
};

/** As Okta creates one. */
const oktaUser = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@example.com`,
  name: { givenName: name, familyName: 'Okta' },
  emails: [{ primary: true, value: `${name}@example.com`, type: 'work' }],
  displayName: `${name} of Okta`,
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: 'never stored',
  active: true,
  ...more,
});
/** As Entra ID creates one. */
const entraUser = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `oid-${name}`,
  userName: `${name}@example.com`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@example.com` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} of Entra`, familyName: 'Entra', givenName: name },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Calls' },
});
const groupOf = async (displayName: string) => {
  const found = await scim('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`);
  if (found.body.totalResults === 1) return found.body.Resources[0].id as string;
  const made = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: [],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id as string;
};
const addTo = async (group: string, userId: string) =>
  patch(`/Groups/${await groupOf(group)}`, { op: 'add', path: 'members', value: [{ value: userId }] });
const comeBy = async (claims: Record<string, unknown>) => {
  provider.claims = claims;
  const browser = new ProviderBrowser(service);
  return { browser, to: await browser.signIn() };
};

describe('a directory', () => {
  it('says what it can: config, types, schemas', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
      bulk: { supported: false },
    });
    expect(config.headers.get('content-type')).toContain('application/scim+json');
    expect((await scim('GET', '/ResourceTypes')).body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      'User',
      'Group',
    ]);
    expect((await scim('GET', '/Schemas')).status).toBe(200);
  });

  it('makes members as Okta does it: user, group, role; deactivation ends session and keys at once', async () => {
    const asked = await scim('GET', '/Users?filter=userName%20eq%20%22Ola%40example.com%22&startIndex=1&count=100');
    expect(asked.body).toMatchObject({ totalResults: 0, Resources: [] });
    const made = await scim('POST', '/Users', oktaUser('ola'));
    expect([made.status, made.body.userName, made.body.active]).toEqual([201, 'ola@example.com', true]);
    expect(await member('ola@example.com')).toBeUndefined();
    await addTo('leads', made.body.id);
    const joined = await member('ola@example.com');
    expect(joined).toMatchObject({ role: 'admin', name: 'ola of Okta' });
    expect(joined?.signs_in_by).toBeUndefined();

    // The provider sends no email_verified; the directory names the account.
    const { browser, to } = await comeBy({ sub: '00u-ola', email: 'ola@example.com', groups: ['leads'] });
    expect(to).toBe('/console');
    const session = withSession(await browser.session());
    expect((await service.call('GET', '/v1/me', { headers: session })).body.actor.id).toBe(joined?.id);
    const own = await service.call('POST', '/v1/keys', {
      headers: session,
      body: { environment: 'live', role: 'admin', name: 'of Ola' },
    });
    expect((await service.call('GET', '/v1/me', { key: own.body.key })).status).toBe(200);

    const left = await patch(`/Users/${made.body.id}`, { op: 'replace', value: { active: false } });
    expect([left.status, left.body.active]).toEqual([200, false]);
    expect((await service.call('GET', '/v1/me', { headers: session })).status).toBe(401);
    expect((await service.call('GET', '/v1/me', { key: own.body.key })).status).toBe(401);
    expect(await member('ola@example.com')).toBeUndefined();
    // The provider may not know it yet.
    expect((await comeBy({ sub: '00u-ola', email: 'ola@example.com', groups: ['leads'] })).to).toContain('no_access');
    const back = await scim('PUT', `/Users/${made.body.id}`, oktaUser('ola'));
    expect(back.body.active).toBe(true);
    expect(await member('ola@example.com')).toMatchObject({ id: joined?.id, role: 'admin' });
    expect((await service.call('GET', '/v1/me', { key: own.body.key })).status).toBe(401);

    const { body } = await service.call('GET', '/v1/audit?action=directory.changed', { key: service.adminKey });
    expect(body.data[0].actor).toMatchObject({ kind: 'key', name: 'Okta' });
    const { rows } = await service.testDatabase.database.query<{ document: string }>(
      'SELECT document FROM directory_users',
    );
    expect(JSON.stringify(rows)).not.toContain('never stored');
  });

  it('speaks as Entra ID does: capitals, texts for booleans, paths, members that are removed by value', async () => {
    const { status, body } = await scim('POST', '/Users', entraUser('eva'));
    expect(status).toBe(201);
    const found = await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "oid-eva"')}`);
    expect(found.body.Resources).toHaveLength(1);
    const group = await groupOf('reviewers');
    await patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: [{ value: body.id }] });
    expect(await member('eva@example.com')).toMatchObject({ role: 'reviewer', name: 'eva of Entra' });
    const changed = await patch(
      `/Users/${body.id}`,
      { op: 'Replace', path: 'displayName', value: 'Eva E.' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'eva.new@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
    );
    expect(changed.body).toMatchObject({ displayName: 'Eva E.' });
    expect(await member('eva.new@example.com')).toMatchObject({ name: 'Eva E.' });
    const shown = await scim('GET', `/Groups/${group}?excludedAttributes=members`);
    expect(shown.body.displayName).toBe('reviewers');
    await patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [{ value: body.id }] });
    expect(await member('eva.new@example.com')).toBeUndefined();
    await patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: [{ value: body.id }] });
    expect(await member('eva.new@example.com')).toBeDefined();
    const off = await patch(`/Users/${body.id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(off.body.active).toBe(false);
    expect(await member('eva.new@example.com')).toBeUndefined();
    await patch(`/Users/${body.id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await member('eva.new@example.com')).toBeDefined();
    // Entra signs in with another subject; its `oid` is what the directory knows.
    const { to } = await comeBy({
      sub: 'pairwise',
      oid: 'oid-eva',
      email: 'eva.new@example.com',
      groups: ['reviewers'],
    });
    expect(to).toBe('/console');
    expect((await scim('DELETE', `/Users/${body.id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${body.id}`)).status).toBe(404);
    expect(await member('eva.new@example.com')).toBeUndefined();
  });

  it('lists page by page', async () => {
    for (const name of ['p1', 'p2', 'p3']) await scim('POST', '/Users', oktaUser(name));
    const filter = encodeURIComponent('userName sw "p"');
    const first = await scim('GET', `/Users?filter=${filter}&startIndex=1&count=2`);
    expect(first.body).toMatchObject({ totalResults: 3, startIndex: 1 });
    expect(first.body.Resources).toHaveLength(2);
    const second = await scim('GET', `/Users?filter=${filter}&startIndex=3&count=2`);
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 3 });
    expect(second.body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(['p3@example.com']);
  });

  it('400, 401, 403, 404, 409 as SCIM tells them', async () => {
    await scim('POST', '/Users', oktaUser('twice'));
    const twice = await scim('POST', '/Users', oktaUser('TWICE'));
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);
    const odd = await scim('GET', `/Users?filter=${encodeURIComponent('userName zz "x"')}`);
    expect([odd.status, odd.body.scimType]).toEqual([400, 'invalidFilter']);
    expect((await scim('POST', '/Users', { schemas: ['x'] })).status).toBe(400);
    expect((await scim('GET', '/Users/not-an-id')).status).toBe(404);
    expect((await scim('GET', '/Users', undefined, 'svc_live_wrong')).status).toBe(401);
    const developer = await service.key(service.workspaceId, 'live', 'developer');
    expect((await scim('GET', '/Users', undefined, developer)).status).toBe(403);
    const test = await service.key(service.workspaceId, 'test', 'directory');
    expect((await scim('GET', '/Users', undefined, test)).status).toBe(403);
    // The key opens nothing else.
    for (const path of ['/v1/members', '/v1/runs', '/v1/keys'])
      expect((await service.call('GET', path, { key })).status, path).toBe(403);
  });

  it('of one workspace knows nothing of another', async () => {
    const sales = await service.workspace('sales');
    const other = await service.key(sales, 'live', 'directory');
    const made = await scim('POST', '/Users', oktaUser('only-here'));
    const list = await scim('GET', '/Users', undefined, other);
    expect(list.body.totalResults).toBe(0);
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', oktaUser('only-here')]] as const)
      expect((await scim(method, `/Users/${made.body.id}`, body, other)).status, method).toBe(404);
    await addTo('elsewhere', made.body.id);
    expect(await member('only-here@example.com')).toBeUndefined();
  });

  it('takes over nobody’s credentials: a member with a password confirms as ever, and the last admin stays', async () => {
    await service.workspace('desk');
    const boss = await joinedPerson(service, service.adminKey, 'boss@example.com', 'reviewer');
    const made = await scim('POST', '/Users', oktaUser('boss'));
    await addTo('reviewers', made.body.id);
    expect(await member('boss@example.com')).toMatchObject({ id: boss.memberId, signs_in_by: 'password' });
    const asked = await comeBy({
      sub: '00u-boss',
      email: 'boss@example.com',
      email_verified: true,
      groups: ['reviewers'],
    });
    expect(asked.to).toBe('/console?sign_in=link');
    const confirmed = await asked.browser.confirm({ password: boss.password, code: codeOf(boss.uri, 1) });
    expect(confirmed.status).toBe(201);
  });
});

describe('a logout at the provider', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  const claimsOf = (more: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: provider.issuer, aud: HOSTILE_CLIENT.id, iat: now, exp: now + 120, jti: crypto.randomUUID() };
    return JSON.parse(JSON.stringify({ ...right, events: { [EVENT]: {} }, sub: 'lou', ...more }));
  };
  const post = (token: string) =>
    service.call('POST', '/console/oidc/logout', {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const signedIn = async (sid: string) => {
    const { browser } = await comeBy({ sub: 'lou', sid, email: 'lou@example.com', groups: ['reviewers'] });
    const headers = withSession(await browser.session());
    return async () => (await service.call('GET', '/v1/me', { headers })).status;
  };

  it('ends the session that it names, or all of the account, once', async () => {
    const [first, second] = [await signedIn('s1'), await signedIn('s2')];
    expect([await first(), await second()]).toEqual([200, 200]);
    const token = await provider.signWith(claimsOf({ sid: 's1' }));
    expect((await post(token)).status).toBe(200);
    expect([await first(), await second()]).toEqual([401, 200]);
    const all = await provider.signWith(claimsOf());
    expect((await post(all)).status).toBe(200);
    expect(await second()).toBe(401);
    // Sent again by somebody who kept it: whoever has signed in since stays.
    const third = await signedIn('s3');
    expect((await post(all)).status).toBe(200);
    expect(await third()).toBe(200);
  });

  it('that the provider did not sign for this service, just now, ends nothing', async () => {
    const stays = await signedIn('s4');
    const now = Math.floor(Date.now() / 1_000);
    for (const more of [
      { aud: 'another' },
      { iss: 'https://login.example.org' },
      { iat: now - 3_600, exp: now + 120 },
      { events: {} },
      { events: { [EVENT]: 'x' } },
      { nonce: 'of an ID token' },
      { sub: undefined },
      { jti: undefined },
    ])
      expect((await post(await provider.signWith(claimsOf(more)))).status, JSON.stringify(more)).toBe(400);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const payload = Buffer.from(JSON.stringify(claimsOf())).toString('base64url');
    expect((await post(`${none}.${payload}.`)).status).toBe(400);
    expect(await stays()).toBe(200);
  });
});
