-- works from: 5
-- What ended runs take up, written where runs end, are erased or purged, so that nobody has to count them. Runs that have not ended
-- are found through their jobs. Runs that older nodes end meanwhile are left out; "brickwork workspaces storage --recount" adds them.
CREATE TABLE stored_runs (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  runs bigint NOT NULL,
  -- Of inputs and outputs.
  bytes bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment)
) WITH (fillfactor = 50);

INSERT INTO stored_runs (workspace_id, environment, runs, bytes)
SELECT r.workspace_id, r.environment, count(*), coalesce(sum(octet_length(r.input)), 0) + coalesce(sum(octet_length(e.output)), 0)
FROM runs r JOIN run_results e ON e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id
GROUP BY r.workspace_id, r.environment;
