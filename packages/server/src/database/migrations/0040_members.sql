-- works from: 21
-- The people of a workspace. A person has credentials per workspace: a password with a second factor, or an identity at a provider (issuer and subject),
-- which may be that of several members. A removed member stays as a row, so that what they did keeps its name; the credentials are deleted.
CREATE TABLE members (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  -- The contract has the list of roles; a new one needs no migration.
  role text NOT NULL,
  agent text,
  password text,
  -- Encrypted, bound to the row.
  code_secret bytea,
  -- Of the newest code that was used: none works twice.
  code_step bigint NOT NULL DEFAULT 0,
  issuer text,
  subject text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz,
  removed_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT members_agent_check CHECK ((role = 'agent') = (agent IS NOT NULL)),
  CONSTRAINT members_identity_check CHECK ((issuer IS NULL) = (subject IS NULL)),
  CONSTRAINT members_removed_check CHECK (removed_at IS NULL OR (password IS NULL AND code_secret IS NULL))
);
CREATE UNIQUE INDEX members_email ON members (workspace_id, email) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX members_identity ON members (issuer, subject, workspace_id) WHERE issuer IS NOT NULL AND removed_at IS NULL;

-- A link that makes somebody a member, or gives a member new credentials (then `member_id` is set). The link's token is stored as a hash.
CREATE TABLE invitations (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  member_id uuid,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL,
  agent text,
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id) ON DELETE CASCADE
);

CREATE TABLE member_sessions (
  hash bytea PRIMARY KEY,
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  -- What the browser says it is.
  browser text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX member_sessions_member ON member_sessions (workspace_id, member_id);
CREATE INDEX member_sessions_expires ON member_sessions (expires_at);

-- Who did it, as {kind, id, name}; null in rows of earlier releases, where key_id says it.
ALTER TABLE forced_publications ADD COLUMN actor text;
ALTER TABLE intake_changes ADD COLUMN actor text;
ALTER TABLE kit_versions ADD COLUMN published_by text;
ALTER TABLE reviews ADD COLUMN reviewer_name text;
