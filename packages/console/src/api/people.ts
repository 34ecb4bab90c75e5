/** Signing in as a person, and invitations: not part of the API, only for pages of this origin. */
import type { PersonRole } from '@brickwork/client';
import { askService, type ConsoleClient, clientOf, type SessionAnswer } from './session.ts';

export interface SignInRequest {
  workspace: string;
  email: string;
  password: string;
  code: string;
}

export interface SeenInvitation {
  workspace: string;
  email: string;
  role: PersonRole;
  agent?: string;
  invited_by: string;
  is_reset: boolean;
  expires_at: string;
  codes: { secret: string; uri: string };
}

export interface Acceptance {
  token: string;
  name: string;
  password: string;
  code: string;
}

const post = <Answer>(path: string, body: object): Promise<Answer> =>
  askService<Answer>('POST', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

export async function signInPerson(request: SignInRequest): Promise<ConsoleClient | undefined> {
  return clientOf(await post<SessionAnswer>('/console/session', request));
}

export function lookAtInvitation(token: string): Promise<SeenInvitation> {
  return post('/console/invitation/look', { token });
}

/** Signs in, too; the codes for a lost phone are shown once. */
export async function acceptInvitation(acceptance: Acceptance): Promise<string[]> {
  const { recovery_codes } = await post<SessionAnswer & { recovery_codes: string[] }>(
    '/console/invitation/accept',
    acceptance,
  );
  return recovery_codes;
}

/** An account at the identity provider with the address of a member. */
export interface SeenLink {
  workspace: string;
  email: string;
  role: PersonRole;
  provider: string;
  /** The member has a password here; else an admin has to approve. */
  can_confirm: boolean;
}

export function lookAtLink(): Promise<SeenLink> {
  return askService<SeenLink>('GET', '/console/oidc/link');
}

/** Signs in, too. */
export async function confirmLink(given: { password: string; code: string }): Promise<void> {
  await post<SessionAnswer>('/console/oidc/link', given);
}

/** How this browser signed in last; no secret. */
export interface LastSignIn {
  by: 'key' | 'person';
  workspace: string;
}

const KEPT = 'brickwork.sign-in';

export function lastSignIn(): LastSignIn {
  try {
    const { by, workspace } = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<LastSignIn>;
    return { by: by === 'person' ? 'person' : 'key', workspace: typeof workspace === 'string' ? workspace : 'default' };
  } catch {
    return { by: 'key', workspace: 'default' };
  }
}

export function keepSignIn(last: LastSignIn): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(last));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
