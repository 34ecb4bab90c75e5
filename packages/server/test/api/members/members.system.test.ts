/** People who sign in dozens of times: each password takes a while, on purpose. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeOf, joinedPerson, signedInBy, tokenOf } from '../../../../../test/support/people.ts';
import { startTestService, type TestNode, type TestService } from '../../../../../test/support/test-service.ts';
import { callAs, credentials, type Session } from './support/signed-in.ts';

let service: TestService;
let other: TestNode;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  other = await service.node();
  key = service.adminKey;
});
afterAll(() => service.stop());

const signIn = (body: object) => service.call('POST', '/console/session', { body });

describe('signing in', () => {
  it('stops guessing codes with the right password, from however many addresses', async () => {
    const hal = await joinedPerson(service, key, 'hal@example.com', 'viewer');
    const proxied = await service.node({ BRICKWORK_TRUST_PROXY: '1' });
    const guess = (at: number, more: object) =>
      proxied.call('POST', '/console/session', {
        body: { ...credentials(hal, 1), ...more },
        headers: { 'x-forwarded-for': `198.51.${at}.7` },
      });
    const details: string[] = [];
    for (let at = 0; at < 12; at += 1) details.push((await guess(at, { code: '000000' })).body.detail ?? '');
    expect(details.filter((detail) => detail.includes('Too many attempts'))).toHaveLength(2);
    expect((await guess(50, {})).status).toBe(401);
    // Strangers without the password do not get that far: they cannot lock the account for an hour.
    const ida = await joinedPerson(service, key, 'ida@example.com', 'viewer');
    for (let at = 0; at < 12; at += 1)
      await proxied.call('POST', '/console/session', {
        body: { ...credentials(ida, 1), password: 'not the password' },
        headers: { 'x-forwarded-for': `198.51.${100 + at}.7` },
      });
    const own = await proxied.call('POST', '/console/session', {
      body: credentials(ida, 1),
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    expect(own.status).toBe(201);
  });
});

describe('a session', () => {
  it('of a member who has twenty ends the oldest, and no other', async () => {
    const zoe = await joinedPerson(service, key, 'zoe@example.com', 'viewer');
    const later: Session[] = [];
    const invited = await service.call('POST', `/v1/members/${zoe.memberId}/reset`, { key });
    const token = tokenOf(invited.body.link);
    const { body: seen } = await service.call('POST', '/console/invitation/look', { body: { token } });
    const password = 'correct horse battery';
    const accepted = await service.call('POST', '/console/invitation/accept', {
      body: { token, name: 'Zoe', password, code: codeOf(seen.codes.uri) },
    });
    const first = signedInBy(accepted);
    for (const code of accepted.body.recovery_codes as string[])
      later.push(signedInBy(await signIn({ workspace: 'default', email: zoe.email, password, code })));
    // Nine more, as the store has them: a code of the app works every half minute only.
    await service.testDatabase.database.query(
      `INSERT INTO member_sessions (hash, id, workspace_id, member_id, environment, browser, created_at, last_used_at, expires_at)
       SELECT sha256(n::text::bytea), gen_random_uuid(), workspace_id, id, 'live', 'x', now(), now(), now() + interval '1 day'
       FROM members, generate_series(1, 9) n WHERE email = 'zoe@example.com'`,
    );
    expect((await callAs(other, first, 'GET', '/v1/me')).status).toBe(200);
    const last = signedInBy(
      await signIn({ workspace: 'default', email: zoe.email, password, code: codeOf(seen.codes.uri, 1) }),
    );
    await vi.waitFor(async () => expect((await callAs(other, first, 'GET', '/v1/me')).status).toBe(401));
    for (const session of [...later, last]) expect((await callAs(service, session, 'GET', '/v1/me')).status).toBe(200);
  });
});
