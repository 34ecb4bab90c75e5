-- works from: 21
-- The answers of runs that have just ended, one row for each transaction that ended some: moved to run_answers and counted within a second, and before
-- anybody reads answers or counts. Nodes of earlier releases read them after that second.
CREATE TABLE waiting_answers (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  -- JSON, which is not looked at until it is moved: runs with their kit, version, type, status and answers.
  runs text NOT NULL,
  PRIMARY KEY (workspace_id, environment, id)
);
-- Written once and deleted: not worth compressing.
ALTER TABLE waiting_answers ALTER COLUMN runs SET STORAGE EXTERNAL;
