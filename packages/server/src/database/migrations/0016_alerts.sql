-- works from: 5
-- Rules about figures of a kit, and what each of them last said. A change of "state" and the event that tells of it commit together.
CREATE TABLE alerts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  name text NOT NULL,
  kit_id uuid NOT NULL,
  rule text NOT NULL,
  -- Grows with every change of the rule: what was found under an older rule is not stored.
  revision integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'raised')),
  since timestamptz NOT NULL,
  checked_at timestamptz,
  -- What the last check found, or why it could not look.
  found text,
  problem text,
  next_check_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, name),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX alerts_due ON alerts (next_check_at);
