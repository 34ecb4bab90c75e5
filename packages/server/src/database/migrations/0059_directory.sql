-- works from: 21
-- Users and groups as a company's directory sends them (SCIM). Members follow from them: the groups give the role, and whoever is not active is not
-- a member. A user stays as a row when the member is removed, so that the directory finds them again.
CREATE TABLE directory_users (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  user_name text NOT NULL,
  external_id text,
  active boolean NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  -- The resource as it was sent, without what the columns say.
  document text NOT NULL,
  -- Whom the directory has made a member, also when they no longer are.
  member_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_users_name ON directory_users (workspace_id, lower(user_name));
CREATE INDEX directory_users_external ON directory_users (workspace_id, external_id);
CREATE INDEX directory_users_member ON directory_users (workspace_id, member_id);

CREATE TABLE directory_groups (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  display_name text NOT NULL,
  external_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX directory_groups_name ON directory_groups (workspace_id, lower(display_name));

CREATE TABLE directory_group_users (
  workspace_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, group_id, user_id),
  FOREIGN KEY (workspace_id, group_id) REFERENCES directory_groups (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES directory_users (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX directory_group_users_user ON directory_group_users (workspace_id, user_id);

-- The role of a directory's key. Nodes that do not know it refuse everything to such a key.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_role_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_role_check
  CHECK (role IN ('admin', 'developer', 'runner', 'viewer', 'reviewer', 'analyst', 'agent', 'directory'));
-- The member who created a key: it ends when the directory deactivates them. Null for keys of programs, operators and earlier releases.
ALTER TABLE api_keys ADD COLUMN created_by uuid;
CREATE INDEX api_keys_created_by ON api_keys (workspace_id, created_by) WHERE created_by IS NOT NULL;

-- The session at the identity provider (`sid`), which its logout names.
ALTER TABLE member_sessions ADD COLUMN provider_session text;
CREATE INDEX member_sessions_provider ON member_sessions (provider_session) WHERE provider_session IS NOT NULL;

-- Logout tokens that were used: none works twice. Kept until they have expired.
CREATE TABLE provider_logouts (
  token_hash bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
