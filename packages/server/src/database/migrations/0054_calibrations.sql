-- works from: 21
-- Calibration sessions: the same calls for several people. What they say are ordinary reviews of these runs, from the session's start on.
CREATE TABLE calibrations (
  workspace_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  name text NOT NULL,
  actor text NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX calibrations_kit ON calibrations (workspace_id, environment, kit_id, id);

CREATE TABLE calibration_runs (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  calibration_id uuid NOT NULL,
  run_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (workspace_id, environment, calibration_id, run_id),
  FOREIGN KEY (workspace_id, environment, calibration_id) REFERENCES calibrations (workspace_id, environment, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX calibration_runs_run ON calibration_runs (workspace_id, environment, run_id);
