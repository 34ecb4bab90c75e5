-- works from: 21
-- Runs that were added to a day, or corrected, since it was added up: they are counted one by one until there are enough of them to add. Only an
-- erasure opens a day.
CREATE TABLE insight_changes (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  day date NOT NULL,
  run_id uuid NOT NULL,
  -- Its row of run_answers as it was added up; null for a run that was not.
  before jsonb,
  PRIMARY KEY (workspace_id, environment, kit_id, day, run_id)
);
-- How many runs the day had when it was last added up from its runs alone.
ALTER TABLE insight_days ADD COLUMN runs bigint NOT NULL DEFAULT 0;
UPDATE insight_days SET built = false;

-- Days are added up again to weeks and months: a year by week is read from fifty weeks instead of all its days. `day` is the first one.
ALTER TABLE insight_days ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'week', 'month'));
ALTER TABLE insight_days DROP CONSTRAINT insight_days_pkey;
ALTER TABLE insight_days ADD PRIMARY KEY (workspace_id, environment, kit_id, span, day);
ALTER TABLE insight_cells ADD COLUMN span text NOT NULL DEFAULT 'day';
DROP INDEX insight_cells_day;
CREATE INDEX insight_cells_span ON insight_cells (workspace_id, environment, kit_id, day, set, span);

-- Each of these locks the days first, built or not, in one order: whoever adds up a day waits for them, or they for it.
CREATE FUNCTION note_added() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  PERFORM 1 FROM insight_days d WHERE d.span = 'day' AND (d.workspace_id, d.environment, d.kit_id, d.day) IN (
      SELECT c.workspace_id, c.environment, c.kit_id, (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
      FROM changed c JOIN workspaces w ON w.id = c.workspace_id WHERE c.type = 'api')
    ORDER BY d.workspace_id, d.environment, d.kit_id, d.day FOR UPDATE;
  IF FOUND THEN
    INSERT INTO insight_changes (workspace_id, environment, kit_id, day, run_id)
    SELECT d.workspace_id, d.environment, d.kit_id, d.day, c.run_id
    FROM changed c JOIN workspaces w ON w.id = c.workspace_id
      JOIN insight_days d ON d.span = 'day' AND d.workspace_id = c.workspace_id AND d.environment = c.environment AND d.kit_id = c.kit_id
        AND d.day = (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
    WHERE c.type = 'api' AND d.built ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END$$;

-- Corrections. A run's kit, type and time never change.
CREATE FUNCTION note_corrected() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  PERFORM 1 FROM insight_days d WHERE d.span = 'day' AND (d.workspace_id, d.environment, d.kit_id, d.day) IN (
      SELECT c.workspace_id, c.environment, c.kit_id, (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
      FROM replaced c JOIN workspaces w ON w.id = c.workspace_id WHERE c.type = 'api')
    ORDER BY d.workspace_id, d.environment, d.kit_id, d.day FOR UPDATE;
  IF FOUND THEN
    -- Of a run that has changed before, the first row is the one that was added up.
    INSERT INTO insight_changes (workspace_id, environment, kit_id, day, run_id, before)
    SELECT d.workspace_id, d.environment, d.kit_id, d.day, c.run_id, to_jsonb(c)
    FROM replaced c JOIN workspaces w ON w.id = c.workspace_id
      JOIN insight_days d ON d.span = 'day' AND d.workspace_id = c.workspace_id AND d.environment = c.environment AND d.kit_id = c.kit_id
        AND d.day = (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
    WHERE c.type = 'api' AND d.built ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END$$;

-- Erasures: nothing of an erased run stays, so its day is added up again from the runs that are left.
CREATE OR REPLACE FUNCTION open_days() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  PERFORM 1 FROM insight_days d WHERE d.span = 'day' AND (d.workspace_id, d.environment, d.kit_id, d.day) IN (
      SELECT c.workspace_id, c.environment, c.kit_id, (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
      FROM changed c JOIN workspaces w ON w.id = c.workspace_id WHERE c.type = 'api')
    ORDER BY d.workspace_id, d.environment, d.kit_id, d.day FOR UPDATE;
  IF FOUND THEN
    -- Days first, then the months and weeks that they belong to, as whoever adds them up locks them.
    PERFORM 1 FROM insight_days d WHERE (d.workspace_id, d.environment, d.kit_id, d.span, d.day) IN (
        SELECT c.workspace_id, c.environment, c.kit_id, s.span, date_trunc(s.span, coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date
        FROM changed c JOIN workspaces w ON w.id = c.workspace_id CROSS JOIN (VALUES ('month'), ('week')) s (span) WHERE c.type = 'api')
      ORDER BY d.workspace_id, d.environment, d.kit_id, d.span, d.day FOR UPDATE;
    WITH opened AS (
      UPDATE insight_days d SET built = false
      FROM changed c JOIN workspaces w ON w.id = c.workspace_id CROSS JOIN (VALUES ('day'), ('month'), ('week')) s (span)
      WHERE d.built AND c.type = 'api' AND c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.kit_id = d.kit_id AND d.span = s.span
        AND date_trunc(s.span, coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date = d.day
      RETURNING d.workspace_id, d.environment, d.kit_id, d.span, d.day)
    DELETE FROM insight_changes x USING opened o
    WHERE x.workspace_id = o.workspace_id AND x.environment = o.environment AND x.kit_id = o.kit_id AND x.day = o.day AND o.span = 'day';
  END IF;
  RETURN NULL;
END$$;

DROP TRIGGER run_answers_added ON run_answers;
CREATE TRIGGER run_answers_added AFTER INSERT ON run_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_added();
DROP TRIGGER run_answers_changed ON run_answers;
CREATE TRIGGER run_answers_changed AFTER UPDATE ON run_answers REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION note_corrected();
