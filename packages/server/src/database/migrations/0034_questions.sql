-- works from: 21
-- Questions across calls, the calls that were drawn for each, and what they answered.
CREATE TABLE questions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  id uuid NOT NULL,
  -- Everything that was decided when it was asked: questions, accuracies, limits, strata, groups.
  plan jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'enough', 'complete', 'capped', 'cancelled', 'failed')),
  stopped_by text CHECK (stopped_by IN ('runs', 'credits', 'seconds')),
  spent_ms bigint NOT NULL DEFAULT 0,
  -- Also of calls that were erased since.
  micro_credits bigint NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (workspace_id, environment, id)
);

CREATE TABLE question_runs (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  question_id uuid NOT NULL,
  -- In the order in which they are asked.
  position integer NOT NULL,
  run_id uuid NOT NULL,
  stratum smallint NOT NULL,
  -- The value of the dimension.
  grouped text,
  state text NOT NULL CHECK (state IN ('waiting', 'answered', 'failed')),
  -- One for each question: {"s": "sure", "v": "true", "c": 0.9}
  answers jsonb,
  -- Verbatim slices of the conversation, one for each question, or null.
  quotes jsonb,
  PRIMARY KEY (workspace_id, environment, question_id, position),
  FOREIGN KEY (workspace_id, environment, question_id) REFERENCES questions (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE INDEX question_runs_run ON question_runs (workspace_id, environment, run_id);

-- Whoever erases a run, by whatever way and from whichever release: quotes go with the input, answers with the output.
CREATE FUNCTION forget_question_runs() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  IF TG_OP = 'DELETE' OR NEW.erased_at IS NOT NULL THEN
    DELETE FROM question_runs WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_id = OLD.id;
  ELSE
    UPDATE question_runs SET quotes = NULL
    WHERE workspace_id = OLD.workspace_id AND environment = OLD.environment AND run_id = OLD.id AND quotes IS NOT NULL;
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER runs_forget_questions AFTER UPDATE ON runs FOR EACH ROW
  WHEN ((OLD.input IS NOT NULL AND NEW.input IS NULL) OR (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)) EXECUTE FUNCTION forget_question_runs();
CREATE TRIGGER runs_drop_questions AFTER DELETE ON runs FOR EACH ROW EXECUTE FUNCTION forget_question_runs();
