-- Every code that was ever given out, so that none is given out twice: it outlives its kit and its workspace.
CREATE TABLE kit_codes (
  code text PRIMARY KEY CHECK (code ~ '^[A-HJ-NP-Z2-9]{8}$')
);

-- live_version_id: the version that kit_code and kit_id stand for. Archiving clears it.
CREATE TABLE kits (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  code text NOT NULL REFERENCES kit_codes (code),
  slug text NOT NULL CHECK (slug ~ '^[a-z][a-z0-9_]{1,62}$'),
  name text NOT NULL,
  description text,
  newest_version integer NOT NULL,
  live_version_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, code),
  UNIQUE (workspace_id, slug),
  CHECK (archived_at IS NULL OR live_version_id IS NULL)
);

-- The document is json, not jsonb: users see the order in which they wrote their fields.
-- brick_ids stand in the order of the document's bricks.
CREATE TABLE kit_versions (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  document json NOT NULL,
  bytes integer NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  brick_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, kit_id, version),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);

ALTER TABLE kits ADD FOREIGN KEY (workspace_id, live_version_id) REFERENCES kit_versions (workspace_id, id);

-- A version is immutable: only its first publication is written into it later, once.
CREATE FUNCTION keep_kit_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL
    OR (NEW.workspace_id, NEW.id, NEW.kit_id, NEW.version, NEW.document::text, NEW.bytes, NEW.hash, NEW.brick_ids, NEW.created_at)
      IS DISTINCT FROM
      (OLD.workspace_id, OLD.id, OLD.kit_id, OLD.version, OLD.document::text, OLD.bytes, OLD.hash, OLD.brick_ids, OLD.created_at)
  THEN
    RAISE EXCEPTION 'kit version % is immutable', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER kit_versions_immutable BEFORE UPDATE ON kit_versions FOR EACH ROW EXECUTE FUNCTION keep_kit_version();

-- A brick keeps its id from version to version while its key and type stay the same. The name is the newest one.
CREATE TABLE bricks (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  key text NOT NULL,
  type text NOT NULL CHECK (type IN ('numeric', 'boolean', 'text', 'categorical')),
  name text NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, kit_id, key, type),
  FOREIGN KEY (workspace_id, kit_id) REFERENCES kits (workspace_id, id) ON DELETE CASCADE
);
