-- works from: 5
-- Who is signed in to the console: only the SHA-256 of what the browser's cookie holds. A session is never more than its key.
CREATE TABLE console_sessions (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  key_id uuid NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX console_sessions_key ON console_sessions (workspace_id, key_id);
