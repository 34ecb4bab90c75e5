/** People in tests: invited, accepted with a code of their app, and signed in as browsers do it. */
import { type TOTP, URI } from 'otpauth';
import { expect } from 'vitest';
import type { TestNode, TestResponse } from './test-service.ts';

export interface SignedIn {
  cookie: string;
  csrf: string;
}

export interface Person extends SignedIn {
  memberId: string;
  email: string;
  password: string;
  uri: string;
}

export const withSession = ({ cookie, csrf }: SignedIn) => ({ cookie, 'x-csrf-token': csrf });

export const signedInBy = ({ headers, body }: TestResponse): SignedIn => ({
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
  csrf: body.csrf_token,
});

/** The code that the app shows, or will show so many half-minutes later: each works once. */
export function codeOf(uri: string, stepsLater = 0): string {
  return (URI.parse(uri) as TOTP).generate({ timestamp: Date.now() + stepsLater * 30_000 });
}

export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** Becomes a member of the workspace of `key` by invitation, and is signed in. */
export async function joinedPerson(
  node: TestNode,
  key: string,
  email: string,
  role: string,
  more: { agent?: string; name?: string } = {},
): Promise<Person> {
  const { name = email.split('@')[0] ?? email, agent } = more;
  const invited = await node.call('POST', '/v1/invitations', { key, body: { email, role, ...(agent && { agent }) } });
  expect(invited.status, JSON.stringify(invited.body)).toBe(201);
  const token = tokenOf(invited.body.link);
  const { body: seen } = await node.call('POST', '/console/invitation/look', { body: { token } });
  const password = `a long password of ${email}`;
  const accepted = await node.call('POST', '/console/invitation/accept', {
    body: { token, name, password, code: codeOf(seen.codes.uri) },
  });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(201);
  const session = signedInBy(accepted);
  const me = await node.call('GET', '/v1/me', { headers: withSession(session) });
  return { ...session, memberId: me.body.actor.id, email, password, uri: seen.codes.uri };
}
