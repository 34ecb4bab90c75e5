-- works from: 21
-- Somebody says that an answer is not right. Open until the answer is reviewed; the text goes with the run's contents.
CREATE TABLE appeals (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  brick text NOT NULL,
  text text,
  actor text NOT NULL,
  -- Whose call it is, where an agent appeals.
  agent text,
  created_at timestamptz NOT NULL,
  outcome text CHECK (outcome IN ('changed', 'confirmed')),
  settled_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE,
  CHECK ((outcome IS NULL) = (settled_at IS NULL))
);
CREATE UNIQUE INDEX appeals_open ON appeals (workspace_id, environment, run_id, brick) WHERE settled_at IS NULL;
CREATE INDEX appeals_kit ON appeals (workspace_id, environment, kit_id) WHERE settled_at IS NULL;
