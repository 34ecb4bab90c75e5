-- works from: 21
-- Inputs in a table of their own, in partitions by the time of the run's id, so that retention can drop a day or a month of them at once.
-- Nodes write there once that is switched on (see input-partitions.ts), and read both: whatever was stored before stays in runs.input.
-- Partitions of a day or a month are made ahead by housekeeping; what has none goes to the one that takes everything else.
CREATE TABLE run_inputs (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  run_id uuid NOT NULL,
  input text NOT NULL,
  PRIMARY KEY (workspace_id, environment, run_id)
) PARTITION BY RANGE (run_id);
ALTER TABLE run_inputs ALTER COLUMN input SET STORAGE EXTERNAL;
CREATE TABLE run_inputs_other PARTITION OF run_inputs DEFAULT;
ALTER TABLE run_inputs_other ALTER COLUMN input SET STORAGE EXTERNAL;

-- Size of an input that is in run_inputs. Then runs.input is '', not null: to a node of an older release that is an input which it cannot read,
-- so that it tries again later, and not one that was erased.
ALTER TABLE runs ADD COLUMN input_bytes integer;

-- The newest migration that the node knows; null = a release before this.
ALTER TABLE nodes ADD COLUMN knows integer;

-- Whoever erases or deletes runs, by whatever way. No foreign key: it would cost every accepted run a look at its own row, and dropping a partition
-- a lock on "runs". Ids are handed over as an array, for which the planner looks at their partitions only; in a join it would look at all.
CREATE FUNCTION forget_run_inputs() RETURNS trigger LANGUAGE plpgsql AS
$$DECLARE
  gone record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOR gone IN SELECT o.workspace_id, o.environment, array_agg(o.id) AS ids
      FROM old_runs o JOIN new_runs n ON n.workspace_id = o.workspace_id AND n.environment = o.environment AND n.id = o.id
      WHERE o.input_bytes IS NOT NULL AND o.input IS NOT NULL AND n.input IS NULL GROUP BY 1, 2
    LOOP
      DELETE FROM run_inputs i WHERE i.workspace_id = gone.workspace_id AND i.environment = gone.environment AND i.run_id = ANY (gone.ids);
    END LOOP;
  ELSIF (SELECT count(*) FROM old_runs WHERE input_bytes IS NOT NULL) > 10000 THEN
    DELETE FROM run_inputs i USING old_runs o
    WHERE o.input_bytes IS NOT NULL AND i.workspace_id = o.workspace_id AND i.environment = o.environment AND i.run_id = o.id;
  ELSE
    FOR gone IN SELECT o.workspace_id, o.environment, array_agg(o.id) AS ids FROM old_runs o WHERE o.input_bytes IS NOT NULL GROUP BY 1, 2
    LOOP
      DELETE FROM run_inputs i WHERE i.workspace_id = gone.workspace_id AND i.environment = gone.environment AND i.run_id = ANY (gone.ids);
    END LOOP;
  END IF;
  RETURN NULL;
END$$;
CREATE TRIGGER runs_forget_inputs AFTER UPDATE ON runs REFERENCING OLD TABLE AS old_runs NEW TABLE AS new_runs
  FOR EACH STATEMENT EXECUTE FUNCTION forget_run_inputs();
CREATE TRIGGER runs_drop_inputs AFTER DELETE ON runs REFERENCING OLD TABLE AS old_runs FOR EACH STATEMENT EXECUTE FUNCTION forget_run_inputs();
