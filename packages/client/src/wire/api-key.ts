import type { Environment, Permission, Role } from './vocabulary.ts';

export interface ApiKey {
  id: string;
  name?: string;
  hint: string;
  environment: Environment;
  role: Role;
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  last_used_at?: string;
}

export interface CreatedApiKey extends ApiKey {
  /** Shown once. */
  key: string;
}

export interface CreateKeyRequest {
  name?: string | undefined;
  environment?: Environment | undefined;
  role?: Role | undefined;
  /** RFC 3339. */
  expires_at?: string | undefined;
}

/** What the key of a request is and may do; `null` stands for no limit. */
export interface Me {
  key_id: string;
  workspace: { id: string; name: string };
  environment: Environment;
  role: Role;
  permissions: Permission[];
  plan: string;
  limits: {
    run_creations_per_minute: number | null;
    reads_per_minute: number | null;
    runs_at_once: number | null;
    sync_waits_at_once: number | null;
    stored_runs: number | null;
    stored_bytes: number | null;
  };
  body_limit_bytes: number;
}
