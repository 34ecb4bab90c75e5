-- works from: 21
-- Lists leave the runs of backfills out, however many there are: the newest runs are found without passing over them. Those of backfills have
-- an index of their own.
CREATE INDEX runs_listed ON runs (workspace_id, environment, id) WHERE type <> 'backfill';
CREATE INDEX runs_rescoring ON runs (workspace_id, environment, id) WHERE type = 'backfill';
DROP INDEX runs_kit;
CREATE INDEX runs_kit ON runs (workspace_id, environment, kit_id, id) WHERE type <> 'backfill';
