-- works from: 5
-- Named addresses for services that push conversations. The address is the last part of the path and says which workspace is meant.
CREATE TABLE intakes (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  name text NOT NULL,
  id uuid NOT NULL,
  address text NOT NULL UNIQUE,
  revision integer NOT NULL,
  document text NOT NULL,
  secret bytea NOT NULL,
  secret_hint text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, name),
  UNIQUE (workspace_id, environment, id)
);

-- Who changed an intake, and when. It stays when the intake is deleted; an intake of the same name continues its revisions.
CREATE TABLE intake_changes (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  name text NOT NULL,
  revision integer NOT NULL,
  change text NOT NULL CHECK (change IN ('created', 'changed', 'secret_rotated', 'deleted')),
  key_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, name, revision)
);

-- What became of the last deliveries. The payload is not stored. "result" is JSON: the runs, and the kits that refused the input.
CREATE TABLE intake_deliveries (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  intake_id uuid NOT NULL,
  id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('accepted', 'replayed', 'skipped', 'failed', 'refused')),
  reason text,
  external_id text,
  result text NOT NULL,
  run_ids uuid[] NOT NULL,
  bytes integer NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, intake_id, id),
  FOREIGN KEY (workspace_id, environment, intake_id) REFERENCES intakes (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX intake_deliveries_age ON intake_deliveries (received_at);
