-- works from: 5
-- What people say about a run's answers. Rows are only ever added; a newer verdict of the same reviewer supersedes the older one, and
-- the index below is why there is never more than one that counts. `answer` and `confidence` are copied from the run, so that
-- figures stay right when its output is purged. Erasure clears value, note and answer.
CREATE TABLE reviews (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  brick text NOT NULL,
  reviewer text NOT NULL,
  id uuid NOT NULL,
  -- The event that told of it has this id; one request makes one submission.
  submission uuid NOT NULL,
  kit_id uuid NOT NULL,
  kit_version integer NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('correct', 'wrong', 'not_applicable', 'unsure')),
  value text,
  note text,
  answer text,
  confidence double precision,
  created_at timestamptz NOT NULL,
  superseded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, environment, run_id, brick, reviewer, id),
  FOREIGN KEY (workspace_id, environment, run_id) REFERENCES runs (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX reviews_current ON reviews (workspace_id, environment, run_id, brick, reviewer) WHERE NOT superseded;
CREATE UNIQUE INDEX reviews_id ON reviews (workspace_id, environment, id);
CREATE INDEX reviews_kit ON reviews (workspace_id, environment, kit_id, id);

ALTER TABLE api_keys DROP CONSTRAINT api_keys_role_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_role_check
  CHECK (role IN ('admin', 'developer', 'runner', 'viewer', 'reviewer', 'analyst'));

-- The contract has the list of types; a new one needs no migration.
ALTER TABLE events DROP CONSTRAINT events_type_check;
ALTER TABLE events ADD CONSTRAINT events_type_check CHECK (type ~ '^[a-z]+\.[a-z_]+$');
