-- works from: 21
-- A shadow is a backfill that goes on: it is fed with a share of the kit's runs as they end. It has no job; nodes look for shadows that have
-- something to do. `max_micro_credits` may be absent, and `fed_at` says when a run of it was last started.
ALTER TABLE backfills
  ADD COLUMN share double precision CHECK (share > 0 AND share <= 1),
  ADD COLUMN fed_at timestamptz,
  ALTER COLUMN max_micro_credits DROP NOT NULL,
  ADD CONSTRAINT backfills_cap_check CHECK (max_micro_credits IS NOT NULL OR share IS NOT NULL);
-- One at a time for each kit. Where runs end, this index says whether any of them has to be stored for a shadow.
CREATE UNIQUE INDEX backfills_shadow ON backfills (workspace_id, environment, kit_id) WHERE share IS NOT NULL AND status = 'running';

-- Which canary asked for an evaluation: of these only the last ones are kept.
ALTER TABLE evaluations ADD COLUMN canary text;
CREATE INDEX evaluations_canary ON evaluations (workspace_id, environment, canary, id) WHERE canary IS NOT NULL;
