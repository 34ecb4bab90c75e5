-- works from: 21
-- Who did what. An entry is written in the transaction of what it tells; the leader then seals entries in order, which gives each its position
-- and a hash over the one before it. Nothing is ever changed but that, and nothing deleted but by retention, from the oldest on.
CREATE TABLE audit_entries (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Milliseconds, since the hash is over them.
  at timestamptz NOT NULL CHECK (at = date_trunc('milliseconds', at)),
  -- Null for what both environments share.
  environment text,
  actor_kind text NOT NULL CHECK (actor_kind IN ('key', 'person', 'system')),
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  address text,
  request_id text,
  action text NOT NULL,
  target_type text NOT NULL,
  target_id text NOT NULL,
  target_name text,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  -- As text, since the hash is over it.
  details json,
  -- The hour, where an actor leaves at most one entry an hour for a target.
  once_in timestamptz,
  position bigint,
  previous_hash bytea,
  hash bytea,
  PRIMARY KEY (workspace_id, id),
  CHECK ((position IS NULL) = (hash IS NULL) AND (hash IS NULL) = (previous_hash IS NULL))
);
CREATE UNIQUE INDEX audit_entries_position ON audit_entries (workspace_id, position) WHERE position IS NOT NULL;
CREATE INDEX audit_entries_unsealed ON audit_entries (workspace_id, id) WHERE position IS NULL;
CREATE INDEX audit_entries_target ON audit_entries (workspace_id, target_id, id);
CREATE UNIQUE INDEX audit_entries_once ON audit_entries (workspace_id, actor_id, action, target_id, once_in) WHERE once_in IS NOT NULL;

CREATE TABLE audit_heads (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  -- The end of the chain.
  position bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz NOT NULL,
  -- The last entry that retention has deleted; 0 and zeros while there is none.
  pruned_position bigint NOT NULL,
  pruned_hash bytea NOT NULL,
  -- Over both ends, under a key that is not in the database.
  signature bytea NOT NULL,
  -- When the head was last written to the log.
  published_at timestamptz
);

ALTER TABLE workspaces ADD COLUMN keep_audit_days integer DEFAULT 400;

-- Keeps mistakes and bugs from changing what was recorded. It does not keep out whoever owns the database: the chain tells of them.
CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
      AND to_jsonb(NEW) - '{position,previous_hash,hash}'::text[] = to_jsonb(OLD) - '{position,previous_hash,hash}'::text[]
    THEN RETURN NEW; END IF;
  ELSIF current_setting('brickwork.prunes_audit', true) = 'yes' OR NOT EXISTS (SELECT FROM workspaces w WHERE w.id = OLD.workspace_id)
    THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit entry % is never changed or deleted', OLD.id USING ERRCODE = 'restrict_violation';
END$$;
CREATE TRIGGER audit_entries_immutable BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();

-- What retention calls.
CREATE FUNCTION prune_audit_entries(workspace uuid, up_to bigint) RETURNS bigint LANGUAGE plpgsql AS
$$DECLARE deleted bigint;
BEGIN
  PERFORM set_config('brickwork.prunes_audit', 'yes', true);
  DELETE FROM audit_entries WHERE workspace_id = workspace AND position <= up_to;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('brickwork.prunes_audit', '', true);
  RETURN deleted;
END$$;
