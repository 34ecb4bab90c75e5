-- works from: 21
-- Many runs erased at once. Which they are is chosen when it is asked for: the conditions, which may name a customer, are not kept.
CREATE TABLE erasures (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'succeeded', 'cancelled')),
  total integer NOT NULL,
  erased integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);
CREATE INDEX erasures_running ON erasures (id) WHERE status = 'running';

-- Those that are still to be erased.
CREATE TABLE erasure_runs (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  erasure_id uuid NOT NULL,
  run_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, environment, erasure_id, run_id),
  FOREIGN KEY (workspace_id, environment, erasure_id) REFERENCES erasures (workspace_id, environment, id) ON DELETE CASCADE
);
