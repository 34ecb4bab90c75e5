-- works from: 19
-- The words of a run's input, to search for. Written after the run has ended, by whichever node follows the events; gone with the input.
-- One lexeme of each row names the workspace, the environment and the hours of the run (see storage/search/buckets.ts), so that the index
-- finds words within a workspace and from the newest run on.
CREATE TABLE run_texts (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (workspace_id, environment, run_id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX run_texts_words ON run_texts USING gin (words);

-- How far the events of an environment have been followed. Events commit in the order of their positions, so no run is missed.
CREATE TABLE search_marks (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment)
);

-- The words of a row are stored apart from it, which the planner does not see: it would rather read them all than ask the index for many spans.
CREATE FUNCTION runs_with_words(wanted tsquery) RETURNS SETOF uuid LANGUAGE sql STABLE SET enable_seqscan = off
  AS 'SELECT run_id FROM run_texts WHERE words @@ wanted';
