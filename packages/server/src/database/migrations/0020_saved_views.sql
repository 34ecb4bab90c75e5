-- works from: 5
-- Lists of runs that a workspace has given a name: the address of the list, never its contents.
CREATE TABLE saved_views (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  search text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, name)
);
