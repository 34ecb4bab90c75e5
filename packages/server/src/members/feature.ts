/** People: members, invitations, and the ways to sign in. */
import { systemClock } from '../core/clock.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { memberRoutes } from '../http/endpoints/members.ts';
import type { PeopleSignIn } from '../http/people-session.ts';
import type { Feature, Node } from '../main/feature.ts';
import { createPasswords } from './password.ts';
import { createSignInFailures } from './sign-in.ts';
import { createMemberStore } from './store/member-store.ts';
import type { SessionStore } from './store/session-store.ts';

const SECRET_PURPOSE = 'one-time codes of members';
const HOUR_MS = 3_600_000;

export interface Members extends Feature {
  signIn: PeopleSignIn;
}

export function membersFeature(
  { config, database, secret }: Node,
  { sessions, forget }: { sessions: SessionStore; forget(memberId: string): void },
): Members {
  const members = createMemberStore(database);
  const deps = { members, sessions, forget, clock: systemClock };
  return {
    routes: memberRoutes({ ...deps, publicUrl: config.publicUrl }),
    signIn: {
      ...deps,
      secret,
      sessionMs: config.sessionHours * HOUR_MS,
      passwords: createPasswords(),
      box: createSecretBox(secret, SECRET_PURPOSE),
      failures: createSignInFailures(),
    },
  };
}
