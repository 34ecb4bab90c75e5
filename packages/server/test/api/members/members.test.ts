/** People of a workspace: invitations, signing in, sessions, roles, and what each of them must not allow. Passwords by the dozen: `members.system.test.ts`. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kitDocument, publishedKit } from '../../../../../test/support/kits.ts';
import { codeOf, joinedPerson, type Person, signedInBy, tokenOf } from '../../../../../test/support/people.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { tellingEvaluator, toldRun } from '../../../../../test/support/told-evaluator.ts';
import { callAs, credentials, type Session } from './support/signed-in.ts';

let service: TestService;
let other: TestNode;
let key: string;
let anna: Person;
beforeAll(async () => {
  service = await startTestService({}, { evaluate: tellingEvaluator });
  other = await service.node();
  key = service.adminKey;
  anna = await joinedPerson(service, key, 'anna@example.com', 'admin', { name: 'Anna A.' });
});
afterAll(() => service.stop());

const as = (person: Session, method: string, path: string, body?: object, node: TestNode = service) =>
  callAs(node, person, method, path, body);
const signIn = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/console/session', { body, headers });
const invite = (body: object) => service.call('POST', '/v1/invitations', { key, body });

describe('invitations', () => {
  it('are accepted once, with a password and a code; only hashes are stored', async () => {
    const { status, body } = await invite({ email: 'Once@Example.com', role: 'viewer' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: 'once@example.com', role: 'viewer', invited_by: { kind: 'key' } });
    const token = tokenOf(body.link);
    expect(body.link).toBe(`/console/invitation#${token}`);
    const listed = await service.call('GET', '/v1/invitations', { key });
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const look = await service.call('POST', '/console/invitation/look', { body: { token } });
    expect(look.body).toMatchObject({
      workspace: 'default',
      email: 'once@example.com',
      role: 'viewer',
      is_reset: false,
    });
    const accept = (more: object = {}) =>
      service.call('POST', '/console/invitation/accept', {
        body: { token, name: 'Once', password: 'correct horse battery', code: codeOf(look.body.codes.uri), ...more },
      });
    expect((await accept({ password: 'short' })).body.detail).toContain('12 characters');
    for (const password of ['password1234', 'Passw0rd1234', 'qwertyuiop12', 'once@example.com', 'letmeinletmein'])
      expect((await accept({ password })).body.detail, password).toContain('too easy to guess');
    expect((await accept({ code: '000000' })).body.detail).toContain('the app shows');
    expect((await accept()).status).toBe(201);
    expect((await accept()).status).toBe(404);
    const { rows } = await service.testDatabase.database.query<{ row: string }>(
      `SELECT m::text || i::text AS row FROM members m JOIN invitations i USING (workspace_id) WHERE m.email = 'once@example.com'`,
    );
    const stored = rows.map(({ row }) => row).join();
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const secret of [token, 'correct horse', look.body.codes.secret]) expect(stored).not.toContain(secret);
  });

  it('end when they are revoked, replaced or old', async () => {
    const first = await invite({ email: 'late@example.com', role: 'viewer' });
    const second = await invite({ email: 'late@example.com', role: 'reviewer' });
    const look = async (link: string) =>
      (await service.call('POST', '/console/invitation/look', { body: { token: tokenOf(link) } })).status;
    expect([await look(first.body.link), await look(second.body.link)]).toEqual([404, 200]);
    const revoke = () => service.call('DELETE', `/v1/invitations/${second.body.id}`, { key });
    expect([(await revoke()).status, (await revoke()).status, await look(second.body.link)]).toEqual([200, 404, 404]);
    const third = await invite({ email: 'late@example.com', role: 'viewer' });
    await service.testDatabase.database.query(
      `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = 'late@example.com'`,
    );
    expect(await look(third.body.link)).toBe(404);
  });

  it('of two who open one link, one gets in', async () => {
    const { body } = await invite({ email: 'twice@example.com', role: 'viewer' });
    const token = tokenOf(body.link);
    const { body: seen } = await service.call('POST', '/console/invitation/look', { body: { token } });
    const accept = (node: TestNode) =>
      node.call('POST', '/console/invitation/accept', {
        body: { token, name: 'Twice', password: 'correct horse battery', code: codeOf(seen.codes.uri) },
      });
    const statuses = (await Promise.all([accept(service), accept(other)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 404]);
  });

  it('400, 403, 409: roles of programs, agents without a value, test keys, members', async () => {
    expect((await invite({ email: 'x@example.com', role: 'runner' })).status).toBe(400);
    expect((await invite({ email: 'x@example.com', role: 'agent' })).body.detail).toContain('agent');
    expect((await invite({ email: 'nobody', role: 'viewer' })).status).toBe(400);
    expect((await invite({ email: 'ANNA@example.com', role: 'viewer' })).body.error).toBe('conflict');
    const test = await service.key(service.workspaceId, 'test', 'admin');
    const refused = await service.call('POST', '/v1/invitations', {
      key: test,
      body: { email: 'x@example.com', role: 'admin' },
    });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
  });
});

describe('signing in', () => {
  it('takes e-mail, password and code; a code works once', async () => {
    const ben = await joinedPerson(service, key, 'ben@example.com', 'reviewer', { name: 'Ben' });
    const used = await signIn(credentials(ben));
    expect([used.status, used.body.error]).toEqual([401, 'sign_in_failed']);
    const next = credentials(ben, 1);
    const answers = await Promise.all([signIn(next), signIn(next)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    const good = answers.find(({ status }) => status === 201);
    expect(good?.headers.get('set-cookie')).toMatch(
      /^brickwork_session=p\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });

  it('answers alike for an unknown address, a wrong password, a wrong code and another workspace', async () => {
    const wrong = [
      { ...credentials(anna, 1), email: 'nobody@example.com' },
      { ...credentials(anna, 1), password: 'not the password' },
      { ...credentials(anna), code: '000000' },
      { ...credentials(anna, 1), workspace: 'nowhere' },
    ];
    const answers = await Promise.all(wrong.map((body) => signIn(body)));
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([401, answers[0]?.body]);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('stops guessing, per account and address, and not the account for everybody', async () => {
    const proxied = await service.node({ BRICKWORK_TRUST_PROXY: '1' });
    const guess = (address: string, password: string) =>
      proxied.call('POST', '/console/session', {
        body: { ...credentials(anna, 1), password },
        headers: { 'x-forwarded-for': address },
      });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await guess('203.0.113.9', 'a wrong one')).status).toBe(401);
    const refused = await guess('203.0.113.9', anna.password);
    expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('Too many attempts')]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guess('203.0.113.10', anna.password)).status).toBe(201);
  });

  it('takes a recovery code in place of the app’s, each once', async () => {
    const invited = await invite({ email: 'rec@example.com', role: 'viewer' });
    const token = tokenOf(invited.body.link);
    const { body: seen } = await service.call('POST', '/console/invitation/look', { body: { token } });
    const password = 'correct horse battery';
    const accepted = await service.call('POST', '/console/invitation/accept', {
      body: { token, name: 'Rec', password, code: codeOf(seen.codes.uri) },
    });
    const codes: string[] = accepted.body.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    const by = (code = '') => signIn({ workspace: 'default', email: 'rec@example.com', password, code });
    const both = await Promise.all([by(codes[0]), by(codes[0])]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect((await by(codes[1]?.toUpperCase().replace('-', ' '))).status).toBe(201);
    expect((await by('aaaaa-aaaaa')).status).toBe(401);
    const { rows } = await service.testDatabase.database.query<{ hash: Buffer }>('SELECT hash FROM recovery_codes');
    for (const code of codes) expect(rows.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(code);
    const log = await service.call('GET', '/v1/audit?action=member.recovery_code_used', { key });
    expect(log.body.data).toHaveLength(2);
  });

  it('403: nothing is started by another site, neither signing in nor accepting', async () => {
    const foreign: Record<string, string> = { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' };
    expect((await signIn(credentials(anna), foreign)).body.error).toBe('forbidden');
    for (const path of ['look', 'accept'])
      expect(
        (await service.call('POST', `/console/invitation/${path}`, { body: { token: 'x' }, headers: foreign })).status,
      ).toBe(403);
  });
});

describe('a session', () => {
  it('needs its CSRF token for every request: a form of another site changes nothing', async () => {
    const form = await service.call('POST', '/v1/invitations', {
      raw: 'email=evil%40example.org&role=admin',
      headers: {
        cookie: anna.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example.org',
      },
    });
    expect(form.status).toBe(401);
    const json = await service.call('POST', '/v1/invitations', {
      body: { email: 'evil@example.org', role: 'admin' },
      headers: { cookie: anna.cookie },
    });
    expect(json.status).toBe(401);
    for (const [method, path] of [
      ['DELETE', '/console/session'],
      ['PATCH', '/console/session'],
      ['GET', '/v1/members'],
    ] as const)
      expect((await service.call(method, path, { headers: { cookie: anna.cookie } })).status, path).toBe(401);
    const { body } = await as(anna, 'GET', '/v1/invitations');
    expect(JSON.stringify(body)).not.toContain('evil@example.org');
  });

  it('acts by name, in the environment that was chosen', async () => {
    const me = await as(anna, 'GET', '/v1/me');
    expect(me.body).toMatchObject({
      actor: { kind: 'person', id: anna.memberId, name: 'Anna A.' },
      environment: 'live',
      role: 'admin',
    });
    expect(me.body.key_id).toBeUndefined();
    expect((await as(anna, 'PATCH', '/console/session', { environment: 'test' })).status).toBe(200);
    expect((await as(anna, 'GET', '/v1/me')).body.environment).toBe('test');
    await as(anna, 'PATCH', '/console/session', { environment: 'live' });
    expect((await as(anna, 'GET', '/v1/me')).body.environment).toBe('live');
  });

  it('ends on sign-out, on every node; everywhere when asked', async () => {
    const carl = await joinedPerson(service, key, 'carl@example.com', 'viewer');
    const second = signedInBy(await signIn(credentials(carl, 1)));
    expect((await as(carl, 'GET', '/v1/me', undefined, other)).status).toBe(200);
    expect((await as(second, 'GET', '/v1/me', undefined, other)).status).toBe(200);
    await as(carl, 'DELETE', '/console/session');
    await vi.waitFor(async () => expect((await as(carl, 'GET', '/v1/me', undefined, other)).status).toBe(401));
    expect((await as(second, 'GET', '/v1/me', undefined, other)).status).toBe(200);
    await as(second, 'DELETE', '/console/session?everywhere=true');
    await vi.waitFor(async () => expect((await as(second, 'GET', '/v1/me', undefined, other)).status).toBe(401));
  });

  it('ends when it is not used for long, and after its longest time however much it is used', async () => {
    const dora = await joinedPerson(service, key, 'dora@example.com', 'viewer');
    const set = (column: string, ago: string) =>
      service.testDatabase.database.query(
        `UPDATE member_sessions s SET ${column} = now() - $1::interval FROM members m
         WHERE m.id = s.member_id AND m.email = 'dora@example.com'`,
        [ago],
      );
    // A node that has not seen the session reads it afresh.
    const statusNow = async () => (await as(dora, 'GET', '/v1/me', undefined, await service.node())).status;
    await set('last_used_at', '11 hours 59 minutes');
    expect(await statusNow()).toBe(200);
    // That it was used is written after the answer.
    await vi.waitFor(async () => {
      const { rows } = await service.testDatabase.database.query(
        `SELECT 1 FROM member_sessions s JOIN members m ON m.id = s.member_id
         WHERE m.email = 'dora@example.com' AND s.last_used_at > now() - interval '1 minute'`,
      );
      expect(rows).toHaveLength(1);
    });
    await set('last_used_at', '12 hours');
    expect(await statusNow()).toBe(401);
    await set('last_used_at', '0');
    await set('expires_at', '1 second');
    expect(await statusNow()).toBe(401);
  });

  it('ends at once, on every node, when the role changes or the member is removed', async () => {
    const erin = await joinedPerson(service, key, 'erin@example.com', 'developer');
    expect((await as(erin, 'GET', '/v1/me', undefined, other)).status).toBe(200);
    const changed = await as(anna, 'PATCH', `/v1/members/${erin.memberId}`, { role: 'viewer' });
    expect(changed.body).toMatchObject({ role: 'viewer', name: 'erin' });
    await vi.waitFor(async () => expect((await as(erin, 'GET', '/v1/me', undefined, other)).status).toBe(401));
    const again = signedInBy(await signIn(credentials(erin, 1)));
    expect((await as(again, 'GET', '/v1/me')).body.role).toBe('viewer');
    expect((await as(anna, 'DELETE', `/v1/members/${erin.memberId}`)).status).toBe(200);
    expect((await as(again, 'GET', '/v1/me')).status).toBe(401);
    expect((await signIn(credentials(erin, 2))).status).toBe(401);
    expect((await as(anna, 'DELETE', `/v1/members/${erin.memberId}`)).status).toBe(404);
  });
});

describe('keys that a member created', () => {
  it('end with the member, on every node, and those of others stay', async () => {
    const gil = await joinedPerson(service, key, 'gil@example.com', 'admin');
    const made = await as(gil, 'POST', '/v1/keys', { name: 'made by gil', role: 'viewer' });
    const kept = await as(anna, 'POST', '/v1/keys', { name: 'made by anna', role: 'viewer' });
    const statusOf = async ({ body }: typeof made) => (await service.call('GET', '/v1/me', { key: body.key })).status;
    expect([await statusOf(made), await statusOf(kept)]).toEqual([200, 200]);
    expect((await as(anna, 'DELETE', `/v1/members/${gil.memberId}`)).status).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(made)).toBe(401));
    expect(await statusOf(kept)).toBe(200);
  });
});

describe('members', () => {
  it('are listed with where they are signed in, and signed out by an admin', async () => {
    const fay = await joinedPerson(service, key, 'fay@example.com', 'analyst');
    const { body } = await as(anna, 'GET', '/v1/members');
    expect(body.data.find(({ id }: { id: string }) => id === fay.memberId)).toMatchObject({
      email: 'fay@example.com',
      role: 'analyst',
      signs_in_by: 'password',
    });
    const sessions = await as(anna, 'GET', `/v1/members/${fay.memberId}/sessions`);
    expect(sessions.body.data).toHaveLength(1);
    expect((await as(anna, 'DELETE', `/v1/members/${fay.memberId}/sessions`)).body.ended).toBe(1);
    expect((await as(fay, 'GET', '/v1/me')).status).toBe(401);
  });

  it('get new credentials by a reset; the old ones end at once', async () => {
    const gus = await joinedPerson(service, key, 'gus@example.com', 'viewer');
    const reset = await as(anna, 'POST', `/v1/members/${gus.memberId}/reset`);
    expect(reset.body).toMatchObject({ member_id: gus.memberId, email: 'gus@example.com' });
    expect((await as(gus, 'GET', '/v1/me')).status).toBe(401);
    expect((await signIn(credentials(gus, 1))).status).toBe(401);
    const token = tokenOf(reset.body.link);
    const { body: seen } = await service.call('POST', '/console/invitation/look', { body: { token } });
    expect(seen.is_reset).toBe(true);
    expect(seen.codes.secret).not.toBe(gus.uri);
    const accepted = await service.call('POST', '/console/invitation/accept', {
      body: { token, name: 'Gus', password: 'another long password', code: codeOf(seen.codes.uri) },
    });
    const me = await as(signedInBy(accepted), 'GET', '/v1/me');
    expect(me.body.actor).toEqual({ kind: 'person', id: gus.memberId, name: 'Gus' });
  });

  it('409: the last admin stays, also when two demote each other', async () => {
    const workspaceId = await service.workspace('admins');
    const admin = await service.key(workspaceId);
    const one = await joinedPerson(service, admin, 'one@example.com', 'admin');
    const alone = await as(one, 'PATCH', `/v1/members/${one.memberId}`, { role: 'viewer' });
    expect([alone.status, alone.body.detail]).toEqual([409, expect.stringContaining('last admin')]);
    expect((await as(one, 'DELETE', `/v1/members/${one.memberId}`)).status).toBe(409);
    const two = await joinedPerson(service, admin, 'two@example.com', 'admin');
    await Promise.all([
      as(one, 'PATCH', `/v1/members/${two.memberId}`, { role: 'viewer' }),
      as(two, 'PATCH', `/v1/members/${one.memberId}`, { role: 'viewer' }, other),
    ]);
    const { body } = await service.call('GET', '/v1/members', { key: admin });
    expect(body.data.filter(({ role }: { role: string }) => role === 'admin')).toHaveLength(1);
  });

  it('of one workspace have no credentials in another', async () => {
    const workspaceId = await service.workspace('elsewhere');
    const there = await joinedPerson(service, await service.key(workspaceId), 'anna@example.com', 'viewer');
    expect(there.memberId).not.toBe(anna.memberId);
    const { email, uri } = there;
    expect(
      (await signIn({ workspace: 'elsewhere', email, password: `${anna.password}!`, code: codeOf(uri, 1) })).status,
    ).toBe(401);
    expect((await as(there, 'GET', `/v1/members/${anna.memberId}/sessions`)).status).toBe(403);
    const admin = await service.key(workspaceId);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/reset'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
    ] as const) {
      const path_ = `/v1/members/${anna.memberId}${path}`;
      const answer = await service.call(method, path_, {
        key: admin,
        ...(method === 'PATCH' && { body: { role: 'viewer' } }),
      });
      expect(answer.status, `${method} ${path_}`).toBe(404);
    }
  });
});

describe('who did what', () => {
  it('is known by name in reviews and publications, in all sessions of a person', async () => {
    const hana = await joinedPerson(service, key, 'hana@example.com', 'developer', { name: 'Hana H.' });
    const kit = await publishedKit(service, kitDocument('named'), key);
    await as(hana, 'POST', '/v1/kits', kitDocument('named', { name: 'Named' }));
    await as(hana, 'POST', `/v1/kits/${kit.kit_id}/publish`, {});
    const version = await as(hana, 'GET', `/v1/kits/${kit.kit_id}/versions/2`);
    expect(version.body.published_by).toEqual({ kind: 'person', id: hana.memberId, name: 'Hana H.' });
    const run = await toldRun(service, key, kit.kit_code, { solved: { value: true } });
    const review = [{ brick: 'solved', verdict: 'wrong', value: false }];
    const first = await as(hana, 'POST', `/v1/runs/${run}/reviews`, review);
    expect(first.body.data[0]).toMatchObject({ reviewer: hana.memberId, reviewer_name: 'Hana H.' });
    const later = signedInBy(await signIn(credentials(hana, 1)));
    await as(later, 'POST', `/v1/runs/${run}/reviews`, [{ brick: 'solved', verdict: 'correct' }]);
    const { body } = await as(later, 'GET', `/v1/reviews?run_id=${run}&current=true`);
    expect(body.data.map(({ reviewer, verdict }: Record<string, string>) => [reviewer, verdict])).toEqual([
      [hana.memberId, 'correct'],
    ]);
    const borrowed = await as(later, 'POST', `/v1/runs/${run}/reviews?reviewer=anna`, review);
    expect(borrowed.status).toBe(400);
  });
});
