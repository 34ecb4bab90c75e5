import type { Environment, Role } from './vocabulary.ts';

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
