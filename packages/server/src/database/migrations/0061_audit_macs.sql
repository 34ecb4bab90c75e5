-- works from: 21
-- An entry is authenticated as it is written, under a key that is not in the database. Entries from before have no MAC.
ALTER TABLE audit_entries ADD COLUMN mac bytea;
ALTER TABLE audit_heads
  -- From this position on every entry has a MAC; null until the chain is next sealed.
  ADD COLUMN mac_from bigint,
  -- When an operator last accepted that the chain is not what was known of it, in Unix seconds.
  ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
  -- Nodes remember themselves what they have published: whoever owns the database could say that they had.
  DROP COLUMN published_at;

-- A workspace without an entry has lost its log: every one has at least this.
INSERT INTO audit_entries (workspace_id, id, at, actor_kind, actor_id, actor_name, action, target_type, target_id, outcome)
SELECT w.id, gen_random_uuid(), date_trunc('milliseconds', now()), 'system', 'system', 'Brickwork', 'audit.started', 'deployment', 'deployment', 'done'
FROM workspaces w WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.workspace_id = w.id);
