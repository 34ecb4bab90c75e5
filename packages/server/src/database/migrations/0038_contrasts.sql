-- works from: 21
-- What some calls talk about that others do not.
CREATE TABLE contrasts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL,
  -- Everything that was decided when it was asked for.
  plan jsonb NOT NULL,
  -- The calls that are read, on either side.
  inside uuid[] NOT NULL,
  against uuid[] NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'succeeded', 'failed')),
  read integer NOT NULL DEFAULT 0,
  result jsonb,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);
