-- works from: 21
-- When the conversation took place. Null: when the run was created, as for all runs of earlier releases, so nothing has to be filled in.
ALTER TABLE runs ADD COLUMN occurred_at timestamptz;
-- For lists of a period.
CREATE INDEX runs_occurred ON runs (workspace_id, environment, (coalesce(occurred_at, created_at)));
