-- works from: 5
-- Versions of golden sets. The newest of a name is the one that counts; older ones stay for the evaluations that used them.
CREATE TABLE golden_sets (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  lines integer NOT NULL,
  bytes integer NOT NULL,
  created_at timestamptz NOT NULL,
  superseded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX golden_sets_current ON golden_sets (workspace_id, kit_id, name) WHERE NOT superseded;

-- run_id: the run that a line was made of; erasing it deletes the line.
CREATE TABLE golden_lines (
  workspace_id uuid NOT NULL,
  set_id uuid NOT NULL,
  number integer NOT NULL,
  run_id uuid,
  external_id text,
  input text NOT NULL,
  expected text NOT NULL,
  PRIMARY KEY (workspace_id, set_id, number),
  FOREIGN KEY (workspace_id, set_id) REFERENCES golden_sets (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE golden_lines ALTER COLUMN input SET STORAGE EXTERNAL;
CREATE INDEX golden_lines_run ON golden_lines (workspace_id, run_id) WHERE run_id IS NOT NULL;

-- A version scored on a set. One that is running has exactly one job (kind `evaluation`), at every commit.
CREATE TABLE evaluations (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  kit_version integer NOT NULL,
  set_id uuid NOT NULL,
  set_name text NOT NULL,
  set_hash text NOT NULL,
  engine text NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'succeeded', 'failed')),
  total integer NOT NULL,
  report text,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE,
  CHECK ((status = 'running') = (completed_at IS NULL))
);
CREATE INDEX evaluations_kit ON evaluations (workspace_id, environment, kit_id, id);

-- What was answered so far: an evaluation that lost its worker goes on with the lines that are missing here.
CREATE TABLE evaluation_answers (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  evaluation_id uuid NOT NULL,
  number integer NOT NULL,
  answer text NOT NULL,
  micro_credits bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, evaluation_id, number),
  FOREIGN KEY (workspace_id, environment, evaluation_id) REFERENCES evaluations (workspace_id, environment, id) ON DELETE CASCADE
);

-- Who published a version that did not pass its kit's gate, with what the gate said.
CREATE TABLE forced_publications (
  workspace_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  key_id uuid NOT NULL,
  report text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, kit_version_id),
  FOREIGN KEY (workspace_id, kit_version_id) REFERENCES kit_versions (workspace_id, id) ON DELETE CASCADE
);
