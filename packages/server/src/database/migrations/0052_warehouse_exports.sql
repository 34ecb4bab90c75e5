-- works from: 21
-- Exports to a warehouse that the leader runs, one for each environment of a workspace. "secret" is a sealed secret access key.
CREATE TABLE warehouse_exports (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  settings json NOT NULL,
  enabled boolean NOT NULL,
  secret bytea,
  next_at timestamptz NOT NULL,
  running boolean NOT NULL DEFAULT false,
  started_at timestamptz,
  finished_at timestamptz,
  succeeded_at timestamptz,
  error text,
  runs bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment)
);
CREATE INDEX warehouse_exports_due ON warehouse_exports (next_at) WHERE enabled;
