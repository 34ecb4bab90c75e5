-- works from: 21
-- One row for every run that counts, however it ended: erased runs have none. Rows for runs that failed or were cancelled earlier are added by
-- housekeeping, in small steps.
ALTER TABLE run_answers ADD COLUMN status text NOT NULL DEFAULT 'succeeded';
-- Null in rows of earlier releases, whose runs have no time but that of their creation.
ALTER TABLE run_answers ADD COLUMN occurred_at timestamptz;
-- How far housekeeping has added rows.
ALTER TABLE workspaces ADD COLUMN counted_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
-- In which days begin and end.
ALTER TABLE workspaces ADD COLUMN timezone text NOT NULL DEFAULT 'UTC';

-- Ids of runs begin with the milliseconds of their creation.
CREATE FUNCTION time_of_run(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$SELECT to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)$$;

-- Partial, so that nobody who looks for a run by its id is led to it: on a table that has just begun to grow, the planner takes any index for as good
-- as the primary key.
CREATE INDEX run_answers_occurred ON run_answers (workspace_id, environment, kit_id, (coalesce(occurred_at, time_of_run(run_id)))) WHERE type = 'api';
DROP INDEX runs_occurred;
CREATE INDEX runs_occurred ON runs (workspace_id, environment, (coalesce(occurred_at, created_at))) WHERE coalesce(occurred_at, created_at) > '1969-01-01 00:00:00+00';

-- Nodes of earlier releases do not know the time of a run.
CREATE FUNCTION complete_answers() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  SELECT r.occurred_at INTO NEW.occurred_at FROM runs r
  WHERE r.workspace_id = NEW.workspace_id AND r.environment = NEW.environment AND r.id = NEW.run_id;
  RETURN NEW;
END$$;
CREATE TRIGGER run_answers_complete BEFORE INSERT ON run_answers FOR EACH ROW WHEN (NEW.occurred_at IS NULL) EXECUTE FUNCTION complete_answers();

-- A kit's days whose runs have been added up. Whatever changes a run of such a day opens it again; open days are counted run by run.
CREATE TABLE insight_days (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  -- In the workspace's time zone.
  day date NOT NULL,
  built boolean NOT NULL,
  -- The sets of metadata keys by which they were added up, the smallest first: [{"keys": ["team"], "bricks": true}]
  sets jsonb NOT NULL,
  PRIMARY KEY (workspace_id, environment, kit_id, day)
);

CREATE TABLE insight_cells (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  day date NOT NULL,
  -- The index of the set of keys in insight_days.
  set smallint NOT NULL,
  -- The values of its keys.
  cell jsonb NOT NULL,
  kit_version integer NOT NULL,
  -- What corrections of reviewers add and take away.
  correction boolean NOT NULL,
  -- '' for the runs themselves, by status.
  brick text NOT NULL,
  answer text NOT NULL,
  count bigint NOT NULL,
  total numeric NOT NULL,
  squares numeric NOT NULL,
  confidence numeric NOT NULL,
  confident bigint NOT NULL
);
CREATE INDEX insight_cells_day ON insight_cells (workspace_id, environment, kit_id, day, set);

CREATE FUNCTION open_days() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN
  -- In one order, so that two who change several days never wait for each other.
  PERFORM 1 FROM insight_days d WHERE d.built AND EXISTS (SELECT 1 FROM changed c JOIN workspaces w ON w.id = c.workspace_id
      WHERE c.type = 'api' AND c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.kit_id = d.kit_id
        AND (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date = d.day)
    ORDER BY d.workspace_id, d.environment, d.kit_id, d.day FOR UPDATE;
  IF FOUND THEN
    UPDATE insight_days d SET built = false FROM changed c JOIN workspaces w ON w.id = c.workspace_id
    WHERE d.built AND c.type = 'api' AND c.workspace_id = d.workspace_id AND c.environment = d.environment AND c.kit_id = d.kit_id
      AND (coalesce(c.occurred_at, time_of_run(c.run_id)) AT TIME ZONE w.timezone)::date = d.day;
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER run_answers_added AFTER INSERT ON run_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION open_days();
CREATE TRIGGER run_answers_changed AFTER UPDATE ON run_answers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION open_days();
CREATE TRIGGER run_answers_removed AFTER DELETE ON run_answers REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION open_days();

-- What a workspace groups and filters by. Four exist from the start; without a key: one of them that was deleted.
CREATE TABLE dimensions (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  metadata_key text,
  label text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, name)
);
-- insight_counts and insight_corrections are no longer read; a later release drops them.
