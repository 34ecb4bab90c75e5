-- works from: 21
-- What kits learn from reviews and golden sets. The heads themselves are part of the version that a learning makes.
CREATE TABLE learnings (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  kit_version_id uuid NOT NULL,
  kit_version integer NOT NULL,
  -- A golden set, or null: the reviews since then on which so many agree.
  set_name text,
  since timestamptz,
  min_reviewers integer NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
  done integer NOT NULL,
  total integer NOT NULL,
  -- What became of each brick: figures, nothing of what was said.
  bricks jsonb NOT NULL,
  learned_version_id uuid,
  learned_version integer,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);
CREATE INDEX learnings_kit ON learnings (workspace_id, environment, kit_id, id);
CREATE UNIQUE INDEX learnings_running ON learnings (workspace_id, environment, kit_id) WHERE status = 'running';
