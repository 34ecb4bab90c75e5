-- works from: 21
-- What was pushed to an intake, encrypted, from the moment that it is answered until its retention ends. "pending": its job has not ended.
-- The log's line is in intake_deliveries. Nodes of earlier releases shorten that log, so nothing here depends on its lines.
CREATE TABLE intake_payloads (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  id uuid NOT NULL,
  intake_id uuid NOT NULL,
  content_type text NOT NULL,
  payload bytea NOT NULL,
  bytes integer NOT NULL,
  pending boolean NOT NULL,
  received_at timestamptz NOT NULL,
  keep_until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, environment, intake_id) REFERENCES intakes (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX intake_payloads_intake ON intake_payloads (workspace_id, environment, intake_id, id) INCLUDE (bytes);
CREATE INDEX intake_payloads_age ON intake_payloads (keep_until) WHERE NOT pending;

ALTER TABLE intake_deliveries DROP CONSTRAINT intake_deliveries_outcome_check;
ALTER TABLE intake_deliveries ADD CONSTRAINT intake_deliveries_outcome_check
  CHECK (outcome IN ('received', 'accepted', 'replayed', 'skipped', 'failed', 'refused'));
ALTER TABLE intake_deliveries ADD COLUMN settled_at timestamptz;
-- For erasing: which line is of a run.
CREATE INDEX intake_deliveries_runs ON intake_deliveries USING gin (run_ids) WHERE run_ids <> '{}';

-- The secret that was replaced works until its time is over; "fetch_secrets" is a sealed JSON object.
ALTER TABLE intakes ADD COLUMN previous_secret bytea, ADD COLUMN previous_secret_until timestamptz, ADD COLUMN fetch_secrets bytea;
