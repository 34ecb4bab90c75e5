-- works from: 21
-- What people said about calls when they judged a question. They belong to its wording, not to one time that it was asked.
CREATE TABLE question_judgements (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  -- SHA-256 of the question, folded: a question may name people, and outlives itself here.
  wording_hash bytea NOT NULL,
  run_id uuid NOT NULL,
  -- Skipped calls are not offered again, and count for nothing.
  answer text NOT NULL CHECK (answer IN ('yes', 'no', 'skip')),
  -- Of a yes, as the engine gave it, and which engine that was.
  chance double precision NOT NULL,
  answerer text NOT NULL,
  judge text NOT NULL,
  judged_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, wording_hash, run_id)
);
CREATE INDEX question_judgements_run ON question_judgements (workspace_id, environment, run_id);

CREATE OR REPLACE FUNCTION forget_question_runs() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  IF TG_OP = 'DELETE' OR NEW.erased_at IS NOT NULL THEN
    DELETE FROM question_runs WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_id = OLD.id;
    DELETE FROM question_judgements WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_id = OLD.id;
  ELSE
    UPDATE question_runs SET quotes = NULL
    WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_id = OLD.id AND quotes IS NOT NULL;
  END IF;
  RETURN NULL;
END$$;
