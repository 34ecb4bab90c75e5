-- works from: 5
-- What reviewers said instead of a run's answers, in the shape of the answers: only the bricks that most of them hold to be wrong.
ALTER TABLE run_answers ADD COLUMN corrections jsonb;

-- What corrections add to the counts of insight_counts and take away from them. Written in the transaction that adds reviews or erases a run.
CREATE TABLE insight_corrections (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  kit_id uuid NOT NULL,
  day date NOT NULL,
  kit_version integer NOT NULL,
  brick text NOT NULL,
  answer text NOT NULL,
  count bigint NOT NULL,
  total numeric NOT NULL,
  squares numeric NOT NULL,
  confidence numeric NOT NULL,
  confident bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, kit_id, day, kit_version, brick, answer)
);
