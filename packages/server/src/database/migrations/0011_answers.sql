-- works from: 5
-- The answers of runs that succeeded, one narrow row per run: what lists are filtered by and what insights are counted from.
-- There is no foreign key to the run: its lookup would cost as much as the row. Whoever clears an output deletes the row too.
CREATE TABLE run_answers (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  run_id uuid NOT NULL,
  kit_version integer NOT NULL,
  type text NOT NULL,
  answers jsonb NOT NULL,
  metadata jsonb,
  PRIMARY KEY (workspace_id, environment, kit_id, run_id)
);

-- How often each answer was given, by the day on which the run was created (UTC). Written in the transaction that ends or erases a run.
-- The brick '' counts the runs themselves by status. "answer" is JSON: a value, a number of three significant digits, null.
CREATE TABLE insight_counts (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  day date NOT NULL,
  kit_version integer NOT NULL,
  brick text NOT NULL,
  answer text NOT NULL,
  count bigint NOT NULL,
  -- Of the exact numbers behind the rounded ones: their sum and the sum of their squares.
  total numeric NOT NULL,
  squares numeric NOT NULL,
  -- The sum of the confidences, and how many there were.
  confidence numeric NOT NULL,
  confident bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, kit_id, day, kit_version, brick, answer)
) WITH (fillfactor = 70);
