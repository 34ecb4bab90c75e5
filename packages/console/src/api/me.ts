export type Permission =
  | 'runs:write'
  | 'runs:read'
  | 'runs:read_input'
  | 'runs:erase'
  | 'usage:read'
  | 'kits:read'
  | 'kits:write'
  | 'webhooks:manage'
  | 'keys:manage';

export const ROLES = ['admin', 'developer', 'runner', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export type Environment = 'live' | 'test';

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
  };
  body_limit_bytes: number;
}
