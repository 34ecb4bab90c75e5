-- What models replied to a run, sealed with the deployment's secret; kept only where the operator asks for it.
CREATE TABLE run_receipts (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (workspace_id, environment, run_id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE
);
ALTER TABLE run_receipts ALTER COLUMN sealed SET STORAGE EXTERNAL;

-- What a run has used that was begun and put back: its next attempt goes on counting from here.
CREATE TABLE run_spending (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  spent jsonb NOT NULL,
  PRIMARY KEY (workspace_id, environment, run_id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE
);
