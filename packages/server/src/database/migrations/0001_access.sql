-- Workspaces own everything else. Every key starts with the workspace, so that the tables can later be distributed by it.
CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
  plan text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Only the hash and a hint of a key are kept. A revoked key stays as a row: what it did remains explainable.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  role text NOT NULL CHECK (role IN ('admin', 'developer', 'runner', 'viewer')),
  name text,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  hint text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

CREATE INDEX api_keys_workspace ON api_keys (workspace_id, id);
