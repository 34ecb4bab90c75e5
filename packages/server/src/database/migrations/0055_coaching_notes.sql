-- works from: 21
-- What a manager agreed with an agent. "agent" is the value of the dimension, "bricks" are keys of the kit.
CREATE TABLE coaching_notes (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  agent text NOT NULL,
  kit_id uuid NOT NULL,
  bricks text[] NOT NULL,
  text text NOT NULL,
  noted_on date NOT NULL,
  actor text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id)
);
CREATE INDEX coaching_notes_agent ON coaching_notes (workspace_id, environment, agent, id);
