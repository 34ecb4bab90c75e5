-- works from: 21
-- Codes that a member has written down, for when the authenticator app is lost. Each works once: using it deletes the row.
CREATE TABLE recovery_codes (
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- With a key of the deployment, so that the database alone does not let anybody try them.
  hash bytea NOT NULL,
  PRIMARY KEY (workspace_id, member_id, hash),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id) ON DELETE CASCADE
);
