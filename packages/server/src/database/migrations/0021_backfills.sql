-- works from: 21
-- Runs of the past that are asked again with another version or engine. One that is running has exactly one job (kind `backfill`), at every commit.
CREATE TABLE backfills (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  kit_version integer NOT NULL,
  engine text NOT NULL CHECK (engine IN ('auto', 'local')),
  filter text NOT NULL,
  sample integer,
  max_micro_credits bigint NOT NULL,
  sends_events boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'succeeded', 'capped', 'cancelled', 'failed')),
  total integer NOT NULL,
  -- Of those that have ended: how, and what they used.
  succeeded integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  micro_credits bigint NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'running') = (completed_at IS NULL))
);

-- The runs that were chosen, in random order (`position`), so that a backfill that ends early is still a fair sample.
--   waiting  has to be asked again
--   open     `run_id` asks it
--   ended    that run has ended
--   skipped  its contents were gone when its turn came
CREATE TABLE backfill_runs (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  backfill_id uuid NOT NULL,
  source_run_id uuid NOT NULL,
  position integer NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'open', 'ended', 'skipped')),
  run_id uuid,
  -- In micro-credits, before it is asked.
  estimate bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, backfill_id, source_run_id),
  FOREIGN KEY (workspace_id, environment, backfill_id) REFERENCES backfills (workspace_id, environment, id) ON DELETE CASCADE,
  CHECK ((state IN ('open', 'ended')) = (run_id IS NOT NULL))
);
CREATE INDEX backfill_runs_waiting ON backfill_runs (workspace_id, environment, backfill_id, position) WHERE state = 'waiting';
CREATE INDEX backfill_runs_open ON backfill_runs (workspace_id, environment, backfill_id) WHERE state = 'open';

-- A run of a backfill has no input of its own: it reads that of the run it asks again.
ALTER TABLE runs
  ADD COLUMN rescored_from uuid,
  ADD COLUMN backfill_id uuid,
  DROP CONSTRAINT runs_type_check,
  ADD CONSTRAINT runs_type_check CHECK (type IN ('api', 'sandbox', 'backfill'));
CREATE UNIQUE INDEX runs_backfill ON runs (workspace_id, environment, backfill_id, rescored_from) WHERE backfill_id IS NOT NULL;
CREATE INDEX runs_rescored ON runs (workspace_id, environment, rescored_from) WHERE rescored_from IS NOT NULL;
