-- works from: 21
-- Where answers are written back to. "secrets" is a sealed JSON object; "kit_ids" is null for all kits.
CREATE TABLE destinations (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  name text NOT NULL,
  document json NOT NULL,
  kit_ids uuid[],
  enabled boolean NOT NULL,
  secrets bytea,
  secret_names text[] NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  UNIQUE (workspace_id, environment, name)
);

-- One run on its way to one destination. A pending one has a job of the same id. The values are not stored: they are read when it is sent.
CREATE TABLE destination_deliveries (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  destination_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('run', 'review', 'replay', 'test')),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'skipped', 'dead', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  series_started_at timestamptz,
  outcome text,
  detail text,
  latency_ms integer,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, environment, destination_id) REFERENCES destinations (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX destination_deliveries_log ON destination_deliveries (workspace_id, environment, destination_id, id);
CREATE INDEX destination_deliveries_run ON destination_deliveries (workspace_id, environment, destination_id, run_id);
CREATE INDEX destination_deliveries_age ON destination_deliveries (created_at) WHERE status <> 'pending';
