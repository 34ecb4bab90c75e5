-- works from: 21
-- Logins for BI tools: a PostgreSQL role that sees one environment of one workspace in the views of the schema "reporting".
-- The views ask this table who is connected (session_user): a role without a row here sees nothing.
CREATE TABLE reporting_logins (
  login text PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  -- Whether it also sees texts, notes, metadata and what names customers.
  identities boolean NOT NULL,
  -- Whether Brickwork created the role, and drops it when the login is revoked.
  is_own_role boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX reporting_logins_workspace ON reporting_logins (workspace_id);
