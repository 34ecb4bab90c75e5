/** Generated from the contract by `npm run generate`: change the schema there. */
import type { PersonRole } from './vocabulary.ts';

export interface SignInProvider {
  /** Whether BRICKWORK_OIDC_ISSUER is set. */
  configured: boolean;
  /** What the sign-in button calls it. */
  label?: string;
  issuer?: string;
  /** To be registered at the provider. */
  redirect_uri?: string;
  /** For the provider’s back-channel logout. */
  logout_uri?: string;
  /** For a directory, with a key of the role `directory`. */
  scim_url?: string;
  /** The roles that groups give in this workspace; the first match counts. */
  groups?: {
    group: string;
    role: PersonRole;
  }[];
  /** When somebody last signed in with it, in any workspace. */
  last_success_at?: string;
  /** Why the last attempt failed; the log of the service has the details. */
  last_failure?: {
    reason:
      | 'unreachable'
      | 'clock'
      | 'expired'
      | 'refused'
      | 'no_email'
      | 'unverified'
      | 'no_groups'
      | 'no_access'
      | 'failed';
    at: string;
  };
  /** How many are waiting for an admin or the member. */
  link_requests?: number;
}

export interface LinkRequest {
  /** `lnk_…` */
  id: string;
  /** The member who has the address of the account. */
  member: {
    id: string;
    email: string;
    name: string;
    role: PersonRole;
  };
  issuer: string;
  /** The account at the provider. */
  subject: string;
  /** The name of the account at the provider. */
  name: string;
  /** The role from the account’s groups; the member gets it with the approval. */
  role: PersonRole;
  agent?: string;
  created_at: string;
  expires_at: string;
}
