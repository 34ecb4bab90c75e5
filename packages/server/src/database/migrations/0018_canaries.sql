-- works from: 5
-- Golden sets that are evaluated every night on the live version, and what the last night said. A change of "state" and its event commit
-- together; so do a new evaluation and the note that it is the canary's.
CREATE TABLE canaries (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  name text NOT NULL,
  kit_id uuid NOT NULL,
  rule text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'raised')),
  since timestamptz NOT NULL,
  -- The evaluation under way, and the one that others are compared with.
  evaluation_id uuid,
  baseline_id uuid,
  checked_at timestamptz,
  found text,
  problem text,
  next_check_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, name),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX canaries_due ON canaries (next_check_at);
