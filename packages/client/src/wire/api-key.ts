/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';
import type { Environment, Permission, Role } from './vocabulary.ts';

export interface ApiKey {
  /** `key_…` */
  id: string;
  name?: string;
  /** The prefix and the last four characters. */
  hint: string;
  environment: Environment;
  role: Role;
  /** With the role `agent`: whose calls it sees. */
  agent?: string;
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  /** Written at most once a minute. */
  last_used_at?: string;
}

export interface CreatedApiKey extends ApiKey {
  /** Shown once. */
  key: string;
}

export interface CreateKeyRequest {
  /** What it is for. */
  name?: string | undefined;
  /** Default: the environment of the key that sends the request. */
  environment?: Environment | undefined;
  role?: Role | undefined;
  /** Needed by the role `agent`: the value of the dimension `agent` whose calls it sees. */
  agent?: string | undefined;
  /** From then on, requests with the key get `api_key_expired`. */
  expires_at?: string | undefined;
}

/** What the key of a request is and may do; `null` stands for no limit. */
export interface Me {
  /** Absent for a person. */
  key_id?: string;
  /** Who is calling, by the name that records use. */
  actor: Actor;
  workspace: {
    id: string;
    name: string;
  };
  environment: Environment;
  role: Role;
  /** With the role `agent`: whose calls are seen. */
  agent?: string;
  permissions: Permission[];
  plan: string;
  limits: {
    run_creations_per_minute: number | null;
    reads_per_minute: number | null;
    /** `null`: as many as the nodes have slots. */
    runs_at_once: number | null;
    sync_waits_at_once: number | null;
    /** Runs that the workspace may keep, in both environments together. */
    stored_runs: number | null;
    /** Bytes of inputs, outputs, kit versions and golden sets that it may keep. */
    stored_bytes: number | null;
  };
  /** The largest request body. */
  body_limit_bytes: number;
}
