-- works from: 5
-- Names and mail addresses of a workspace's agents, as patterns: a JSON array of strings. They tell the sides of conversations whose labels do not.
CREATE TABLE workspace_speakers (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  agents text NOT NULL
);
