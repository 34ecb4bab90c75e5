-- works from: 5
-- What sandbox runs used that called a model: nobody is charged for them, but the provider is paid. Others cost nothing and are not counted.
CREATE TABLE sandbox_usage_daily (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL,
  day date NOT NULL,
  runs bigint NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  cached_input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  micro_credits bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment, day)
) WITH (fillfactor = 50);
