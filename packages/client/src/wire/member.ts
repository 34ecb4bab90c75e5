/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Environment, PersonRole } from './vocabulary.ts';

/** Who did something. */
export interface Actor {
  kind: 'key' | 'person' | 'system';
  /** `key_…` or `mem_…`. */
  id: string;
  /** A key without a name is shown by its hint. */
  name: string;
}

export interface Member {
  /** `mem_…` */
  id: string;
  email: string;
  name: string;
  role: PersonRole;
  /** With the role `agent`: whose calls they see. */
  agent?: string;
  /** Absent while a reset waits for new credentials. `provider`: role and access come from its groups. */
  signs_in_by?: 'password' | 'provider';
  created_at: string;
  /** Written at most once a minute. */
  last_seen_at?: string;
}

export interface MemberSession {
  /** `ses_…` */
  id: string;
  environment: Environment;
  /** The browser’s user agent. */
  browser: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

export interface ChangeMemberRequest {
  name?: string | undefined;
  role?: PersonRole | undefined;
  agent?: string | undefined;
}

export interface Invitation {
  /** `inv_…` */
  id: string;
  email: string;
  role: PersonRole;
  agent?: string;
  /** It gives this member a new password and new codes. */
  member_id?: string;
  invited_by: Actor;
  created_at: string;
  expires_at: string;
}

export interface ShownInvitation extends Invitation {
  /**
   * Shown once. Begins with BRICKWORK_PUBLIC_URL if that is set, else with /console. Send it only to the person it
   * is for.
   */
  link: string;
}

export interface InviteRequest {
  email: string;
  role: PersonRole;
  /** Needed by the role `agent`: the value of the dimension `agent` whose calls they see. */
  agent?: string | undefined;
}
