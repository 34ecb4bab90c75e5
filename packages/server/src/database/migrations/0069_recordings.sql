-- works from: 21
-- Recordings: their sound until it is transcribed, what was heard so far, and where wanted a copy to listen to. All of it is sealed.
CREATE TABLE recordings (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('uploading', 'running', 'succeeded', 'failed', 'cancelled')),
  -- What was asked for, without the address.
  plan jsonb NOT NULL,
  external_id text,
  -- SHA-256 of what makes it one recording, however often it is sent.
  key_hash bytea,
  -- An address may have a token in it.
  address bytea,
  -- NULL until it is known.
  size_bytes bigint,
  received_bytes bigint NOT NULL DEFAULT 0,
  heard_seconds double precision NOT NULL DEFAULT 0,
  seconds double precision,
  language text,
  engine text,
  warnings text[],
  run_ids uuid[] NOT NULL DEFAULT '{}',
  has_audio boolean NOT NULL DEFAULT false,
  -- What was said, with the time of each word: as long as there is a copy to listen to, or no run has it.
  spoken bytea,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);
CREATE INDEX recordings_runs ON recordings USING gin (run_ids);
CREATE INDEX recordings_old ON recordings (workspace_id, completed_at);
CREATE UNIQUE INDEX recordings_key ON recordings (workspace_id, environment, key_hash) WHERE key_hash IS NOT NULL;
CREATE INDEX recordings_external_id ON recordings (workspace_id, environment, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE recording_parts (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  recording_id uuid NOT NULL,
  -- The recording as it was sent, or the copy to listen to.
  is_copy boolean NOT NULL,
  from_byte bigint NOT NULL,
  length integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (workspace_id, environment, recording_id, is_copy, from_byte),
  FOREIGN KEY (workspace_id, environment, recording_id) REFERENCES recordings ON DELETE CASCADE
);
-- It is encrypted: compressing it again would only cost time.
ALTER TABLE recording_parts ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE recording_pieces (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  recording_id uuid NOT NULL,
  number integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (workspace_id, environment, recording_id, number),
  FOREIGN KEY (workspace_id, environment, recording_id) REFERENCES recordings ON DELETE CASCADE
);

-- Who is erased is heard no more.
CREATE FUNCTION forget_recordings() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  DELETE FROM recordings WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_ids @> ARRAY[OLD.id];
  RETURN NULL;
END$$;
CREATE TRIGGER runs_drop_recordings AFTER DELETE ON runs FOR EACH ROW EXECUTE FUNCTION forget_recordings();
CREATE TRIGGER runs_forget_recordings AFTER UPDATE ON runs FOR EACH ROW
  WHEN (((OLD.input IS NOT NULL) AND (NEW.input IS NULL)) OR ((OLD.erased_at IS NULL) AND (NEW.erased_at IS NOT NULL)))
  EXECUTE FUNCTION forget_recordings();
