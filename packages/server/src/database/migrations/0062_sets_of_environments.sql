-- works from: 21
-- A golden set belongs to one environment, as the runs that it was made of; one of uploaded lines decides about live runs.
ALTER TABLE golden_sets ADD COLUMN environment text NOT NULL DEFAULT 'live' CHECK (environment IN ('live', 'test'));
UPDATE golden_sets s SET environment = 'test'
WHERE EXISTS (SELECT FROM golden_lines l JOIN runs r ON r.workspace_id = l.workspace_id AND r.environment = 'test' AND r.id = l.run_id
    WHERE l.workspace_id = s.workspace_id AND l.set_id = s.id)
  AND NOT EXISTS (SELECT FROM golden_lines l JOIN runs r ON r.workspace_id = l.workspace_id AND r.environment = 'live' AND r.id = l.run_id
    WHERE l.workspace_id = s.workspace_id AND l.set_id = s.id);
DROP INDEX golden_sets_current;
CREATE UNIQUE INDEX golden_sets_current ON golden_sets (workspace_id, environment, kit_id, name) WHERE NOT superseded;

-- Views of test runs. The ones that exist belong to live.
CREATE TABLE saved_test_views (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  search text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, name)
);
