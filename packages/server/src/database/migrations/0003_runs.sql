-- A run is told by three rows, none of which is ever rewritten on the hot path:
--   runs         what was accepted (immutable),
--   jobs         that it still has to be done, and who holds it now (deleted by the transaction that ends the run),
--   run_results  how it ended (immutable; its primary key is why there is never a second terminal state).
-- A run without a result has exactly one job, at every commit.
CREATE TABLE runs (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('api', 'sandbox')),
  mode text NOT NULL CHECK (mode IN ('async', 'sync')),
  kit_id uuid NOT NULL,
  kit_code text NOT NULL,
  kit_version_id uuid NOT NULL,
  kit_version integer NOT NULL,
  external_id text,
  metadata text,
  input text,
  created_at timestamptz NOT NULL,
  erased_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);
-- Compression was half the cost of an insert.
ALTER TABLE runs ALTER COLUMN input SET STORAGE EXTERNAL;

CREATE INDEX runs_kit ON runs (workspace_id, environment, kit_id, id);
CREATE INDEX runs_external_id ON runs (workspace_id, environment, external_id, id) WHERE external_id IS NOT NULL;
CREATE INDEX runs_sandbox ON runs (workspace_id, environment, id) WHERE type = 'sandbox';

CREATE TABLE run_results (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'failed', 'cancelled')),
  started_at timestamptz,
  completed_at timestamptz NOT NULL,
  duration_ms integer,
  output text,
  warnings text,
  error_code text,
  error_message text,
  error_user_message text,
  engine text,
  model text,
  calls integer NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  cached_input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  micro_credits bigint NOT NULL DEFAULT 0,
  estimated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, environment, run_id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE,
  CHECK ((status = 'failed') = (error_code IS NOT NULL))
);
ALTER TABLE run_results ALTER COLUMN output SET STORAGE EXTERNAL;

CREATE INDEX run_results_status ON run_results (workspace_id, environment, status, run_id);

-- Erasure and retention may clear contents; how a run ended stays as it was.
CREATE FUNCTION keep_run_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'run % has ended as % already', OLD.run_id, OLD.status USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER run_results_terminal BEFORE UPDATE ON run_results FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.completed_at IS DISTINCT FROM NEW.completed_at OR OLD.error_code IS DISTINCT FROM NEW.error_code)
  EXECUTE FUNCTION keep_run_result();

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  run_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- Work to be done, of any kind. Narrow, small and hot: rows live only as long as the work.
--   ready    may be claimed, in the order of `place` (fair between lanes)
--   held     a worker has it until `run_at`; after that anybody may take it over
--   delayed  not before `run_at`
--   parked   its lane is at its limit; another job's end makes it ready
CREATE TABLE jobs (
  kind text NOT NULL,
  lane text NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('ready', 'held', 'delayed', 'parked')),
  place double precision NOT NULL,
  run_at timestamptz,
  token uuid,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  reason text,
  PRIMARY KEY (kind, lane, id),
  CHECK ((state = 'held') = (token IS NOT NULL)),
  CHECK ((state IN ('held', 'delayed')) = (run_at IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.2);

CREATE INDEX jobs_ready ON jobs (kind, place) WHERE state = 'ready';
CREATE INDEX jobs_due ON jobs (kind, run_at) WHERE state IN ('held', 'delayed');
CREATE INDEX jobs_parked ON jobs (kind, lane, place) WHERE state = 'parked';

-- Lanes with a limit. `active` = its jobs that are ready or held: those that have a place at the table.
CREATE TABLE lanes (
  kind text NOT NULL,
  lane text NOT NULL,
  capacity integer NOT NULL CHECK (capacity > 0),
  active integer NOT NULL CHECK (active >= 0),
  PRIMARY KEY (kind, lane)
) WITH (fillfactor = 50);

-- What a workspace used, by day and kit, kept by the transactions that end runs. Sandbox runs are left out.
CREATE TABLE usage_daily (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  day date NOT NULL,
  kit_id uuid NOT NULL,
  kit_code text NOT NULL,
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  cancelled bigint NOT NULL,
  duration_ms bigint NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  cached_input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  micro_credits bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, day, kit_id)
) WITH (fillfactor = 50);

-- Token buckets of the plans' limits; nodes take tokens from here in small portions.
CREATE TABLE rate_buckets (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kind text NOT NULL,
  tokens double precision NOT NULL,
  granted integer NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, kind)
) WITH (fillfactor = 50);

-- Nodes that live, by their heartbeat.
CREATE TABLE nodes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  seen_at timestamptz NOT NULL
);

-- Days that contents are kept; null = for ever. The marks say how far the purge has come.
ALTER TABLE workspaces
  ADD COLUMN keep_input_days integer CHECK (keep_input_days >= 0),
  ADD COLUMN keep_output_days integer CHECK (keep_output_days >= 0),
  ADD COLUMN keep_run_days integer CHECK (keep_run_days >= 0),
  ADD COLUMN purged_input_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  ADD COLUMN purged_output_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
