-- works from: 21
-- Somebody signed in at the identity provider with the verified address of a member who is not linked to that account there. The member confirms it
-- with their own password and code, or an admin approves it; until then nothing changes.
CREATE TABLE identity_links (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  -- What the groups gave when it was asked for; the next sign-in applies what they give then.
  role text NOT NULL,
  agent text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, issuer, subject),
  FOREIGN KEY (workspace_id, member_id) REFERENCES members (workspace_id, id) ON DELETE CASCADE
);

-- How sign-ins by the identity provider went last, on any node: admins read it in the settings.
CREATE TABLE provider_sign_ins (
  issuer text PRIMARY KEY,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- A word of ours, never a text of the provider's.
  failure text
);
