-- works from: 21
-- Corrections did not reach the answers that rest on them. The runs whose answers somebody corrected: one node computes them again, a few at a time.
CREATE TABLE reviewed_runs_to_compute (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, environment, run_id)
);
INSERT INTO reviewed_runs_to_compute (workspace_id, environment, run_id)
SELECT DISTINCT workspace_id, environment, run_id FROM reviews WHERE NOT superseded AND verdict IN ('wrong', 'not_applicable');
