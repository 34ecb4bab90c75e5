-- works from: 21
-- Days (of "occurred_at", in UTC) on which something changed that no event tells of: a run was erased, or removed by retention, or reviewed.
-- Exports to a warehouse write these days again. Positions are given out under the lock of the scope's counter, which is held until the
-- commit, so whoever reads up to a position misses nothing.
CREATE TABLE changed_day_counters (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment)
) WITH (fillfactor = 50);

CREATE TABLE changed_days (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  day date NOT NULL,
  position bigint NOT NULL,
  -- The transaction that noted it last: a thousand runs of a day that are erased together are noted once.
  noted_by bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, day)
) WITH (fillfactor = 70);
CREATE INDEX changed_days_position ON changed_days (workspace_id, environment, position);

CREATE FUNCTION note_changed_day(workspace uuid, env text, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed date := (moment AT TIME ZONE 'UTC')::date;
  next bigint;
BEGIN
  PERFORM 1 FROM changed_days d
    WHERE d.workspace_id = workspace AND d.environment = env AND d.day = changed AND d.noted_by = txid_current();
  IF FOUND THEN RETURN; END IF;
  -- With the workspace go its runs, and what was noted of them.
  INSERT INTO changed_day_counters AS c (workspace_id, environment, last) SELECT w.id, env, 1 FROM workspaces w WHERE w.id = workspace
    ON CONFLICT (workspace_id, environment) DO UPDATE SET last = c.last + 1 RETURNING c.last INTO next;
  IF next IS NULL THEN RETURN; END IF;
  INSERT INTO changed_days (workspace_id, environment, day, position, noted_by) VALUES (workspace, env, changed, next, txid_current())
    ON CONFLICT (workspace_id, environment, day) DO UPDATE SET position = excluded.position, noted_by = excluded.noted_by;
END$$;

CREATE FUNCTION note_removed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_changed_day(OLD.workspace_id, OLD.environment, coalesce(OLD.occurred_at, OLD.created_at));
  RETURN NULL;
END$$;

CREATE FUNCTION note_reviewed_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_changed_day(r.workspace_id, r.environment, coalesce(r.occurred_at, r.created_at)) FROM runs r
    WHERE r.workspace_id = NEW.workspace_id AND r.environment = NEW.environment AND r.id = NEW.run_id;
  RETURN NULL;
END$$;

-- In the database, so that nodes of earlier versions note it, too. At the commit, after all other locks.
CREATE CONSTRAINT TRIGGER runs_note_erased AFTER UPDATE ON runs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION note_removed_run();
CREATE CONSTRAINT TRIGGER runs_note_deleted AFTER DELETE ON runs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.erased_at IS NULL) EXECUTE FUNCTION note_removed_run();
CREATE CONSTRAINT TRIGGER reviews_note_added AFTER INSERT ON reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_reviewed_run();
