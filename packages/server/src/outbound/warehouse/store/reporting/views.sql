-- The views that BI tools read. A released column keeps its name, type, place and meaning for good; new columns go to the end. What must differ gets
-- a view with a new name, beside the old one. CREATE OR REPLACE VIEW enforces the first rule, a test with a snapshot the second.
--
-- Every view begins at "reporting_logins" with the role that has logged in, which neither SET ROLE nor search_path changes. The views read tables with
-- the rights of their owner; "security_barrier" keeps conditions of a query that could tell what they see (by an error, for instance) behind the choice
-- of the workspace. Functions are bound when they are created (BEGIN ATOMIC), so that no other function can take their place. The time of a run is written
-- as the index "run_answers_occurred" has it, so that conditions on it use the index. Workspace and environment are asked for once, by subqueries: with a
-- join, the planner expects hardly any rows of a view, and goes through a whole second view again for each row of the first.
CREATE SCHEMA IF NOT EXISTS reporting;

-- The id as the API and the console show it: the same bits in Crockford's base 32.
CREATE OR REPLACE FUNCTION reporting.api_run_id(run_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT 'run_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring(b.bits FROM 5 * i + 1 FOR 5)::integer + 1, 1), '' ORDER BY i)
  FROM (SELECT B'00' || ('x' || replace(run_id::text, '-', ''))::bit(128) AS bits) b CROSS JOIN generate_series(0, 25) i;
END;

-- Whether there is a value, as insights count it.
CREATE OR REPLACE FUNCTION reporting.outcome_of(answer jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT CASE WHEN answer IS NULL THEN NULL WHEN jsonb_typeof(answer -> 'value') <> 'null' THEN 'answered' WHEN answer ->> 'applicability' = 'not_applicable' THEN 'not_applicable'
    WHEN answer ->> 'applicability' = 'abstained' THEN 'not_sure' ELSE 'no_answer' END;
END;

-- Null for free text that the login may not see.
CREATE OR REPLACE FUNCTION reporting.value_of(answer jsonb, identities boolean) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT CASE WHEN identities OR NOT answer ? 'text' THEN answer -> 'value' END;
END;

-- JSON text without its quotes. What PostgreSQL cannot hold as text (\u0000, half a surrogate pair) stays as it is written.
CREATE OR REPLACE FUNCTION reporting.plain(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT CASE WHEN value ~ '\\u(0000|[dD][89a-fA-F])' THEN value ELSE value::json #>> '{}' END;
END;

-- A row for every run that insights count: ended, not erased, of the type api.
CREATE OR REPLACE VIEW reporting.runs WITH (security_barrier) AS
SELECT a.run_id,
  reporting.api_run_id(a.run_id) AS api_run_id,
  coalesce(a.occurred_at, time_of_run(a.run_id)) AS occurred_at,
  r.created_at,
  e.started_at,
  e.completed_at,
  a.status,
  k.slug AS kit,
  k.code AS kit_code,
  a.kit_version,
  r.mode,
  e.engine,
  e.model,
  e.duration_ms,
  e.calls,
  e.input_tokens,
  e.cached_input_tokens,
  e.output_tokens,
  e.micro_credits / 1000000.0 AS credits,
  e.error_code,
  a.corrections IS NOT NULL AS is_corrected,
  CASE WHEN o.identities OR NOT 'analyst' = ANY (w.identities_hidden_from)
    THEN a.metadata ->> CASE WHEN agent.name IS NULL THEN 'agent' ELSE agent.metadata_key END END AS agent,
  a.metadata ->> CASE WHEN team.name IS NULL THEN 'team' ELSE team.metadata_key END AS team,
  a.metadata ->> CASE WHEN channel.name IS NULL THEN 'channel' ELSE channel.metadata_key END AS channel,
  CASE WHEN o.identities THEN a.metadata ->> CASE WHEN customer.name IS NULL THEN 'customer' ELSE customer.metadata_key END END AS customer,
  CASE WHEN o.identities THEN r.external_id END AS external_id,
  CASE WHEN o.identities THEN a.metadata END AS metadata
FROM reporting_logins o
  JOIN workspaces w ON w.id = o.workspace_id
  JOIN run_answers a ON a.workspace_id = (SELECT l.workspace_id FROM reporting_logins l WHERE l.login = session_user)
    AND a.environment = (SELECT l.environment FROM reporting_logins l WHERE l.login = session_user) AND a.type = 'api'
  LEFT JOIN runs r ON r.workspace_id = a.workspace_id AND r.environment = a.environment AND r.id = a.run_id
  LEFT JOIN run_results e ON e.workspace_id = a.workspace_id AND e.environment = a.environment AND e.run_id = a.run_id
  LEFT JOIN kits k ON k.workspace_id = a.workspace_id AND k.id = a.kit_id
  LEFT JOIN dimensions agent ON agent.workspace_id = o.workspace_id AND agent.name = 'agent'
  LEFT JOIN dimensions team ON team.workspace_id = o.workspace_id AND team.name = 'team'
  LEFT JOIN dimensions channel ON channel.workspace_id = o.workspace_id AND channel.name = 'channel'
  LEFT JOIN dimensions customer ON customer.workspace_id = o.workspace_id AND customer.name = 'customer'
WHERE o.login = session_user;

-- A row for every brick of every run that succeeded, as the kit answered it and as its reviewers see it.
CREATE OR REPLACE VIEW reporting.answers WITH (security_barrier) AS
SELECT a.run_id,
  coalesce(a.occurred_at, time_of_run(a.run_id)) AS occurred_at,
  k.slug AS kit,
  a.kit_version,
  b.brick,
  reporting.outcome_of(b.given) AS outcome,
  reporting.value_of(b.given, o.identities) #>> '{}' AS value,
  CASE jsonb_typeof(reporting.value_of(b.given, o.identities)) WHEN 'number' THEN (b.given ->> 'value')::numeric END AS value_number,
  CASE jsonb_typeof(reporting.value_of(b.given, o.identities)) WHEN 'boolean' THEN (b.given ->> 'value')::boolean END AS value_boolean,
  CASE jsonb_typeof(reporting.value_of(b.given, o.identities)) WHEN 'array' THEN b.given -> 'value' END AS value_items,
  (b.given ->> 'confidence')::numeric AS confidence,
  b.is_corrected,
  reporting.outcome_of(b.reviewed) AS reviewed_outcome,
  reporting.value_of(b.reviewed, o.identities) #>> '{}' AS reviewed_value,
  CASE jsonb_typeof(reporting.value_of(b.reviewed, o.identities)) WHEN 'number' THEN (b.reviewed ->> 'value')::numeric END AS reviewed_number,
  CASE jsonb_typeof(reporting.value_of(b.reviewed, o.identities)) WHEN 'boolean' THEN (b.reviewed ->> 'value')::boolean END AS reviewed_boolean,
  CASE jsonb_typeof(reporting.value_of(b.reviewed, o.identities)) WHEN 'array' THEN b.reviewed -> 'value' END AS reviewed_items,
  CASE WHEN o.identities OR NOT 'analyst' = ANY (w.identities_hidden_from)
    THEN a.metadata ->> CASE WHEN agent.name IS NULL THEN 'agent' ELSE agent.metadata_key END END AS agent,
  a.metadata ->> CASE WHEN team.name IS NULL THEN 'team' ELSE team.metadata_key END AS team,
  a.metadata ->> CASE WHEN channel.name IS NULL THEN 'channel' ELSE channel.metadata_key END AS channel
FROM reporting_logins o
  JOIN workspaces w ON w.id = o.workspace_id
  JOIN run_answers a ON a.workspace_id = (SELECT l.workspace_id FROM reporting_logins l WHERE l.login = session_user)
    AND a.environment = (SELECT l.environment FROM reporting_logins l WHERE l.login = session_user) AND a.type = 'api'
  LEFT JOIN kits k ON k.workspace_id = a.workspace_id AND k.id = a.kit_id
  LEFT JOIN dimensions agent ON agent.workspace_id = o.workspace_id AND agent.name = 'agent'
  LEFT JOIN dimensions team ON team.workspace_id = o.workspace_id AND team.name = 'team'
  LEFT JOIN dimensions channel ON channel.workspace_id = o.workspace_id AND channel.name = 'channel'
  CROSS JOIN LATERAL (
    SELECT s.key AS brick, a.answers -> s.key AS given, s.value AS reviewed, coalesce(a.corrections ? s.key, false) AS is_corrected
    FROM jsonb_each(CASE WHEN a.corrections IS NULL THEN a.answers ELSE a.answers || a.corrections END) s) b
WHERE o.login = session_user;

-- What reviewers said about answers of these runs; "is_current" is the newest of each reviewer and brick.
CREATE OR REPLACE VIEW reporting.reviews WITH (security_barrier) AS
SELECT v.id AS review_id,
  v.run_id,
  coalesce(a.occurred_at, time_of_run(a.run_id)) AS occurred_at,
  v.created_at AS reviewed_at,
  k.slug AS kit,
  v.kit_version,
  v.brick,
  v.verdict,
  CASE WHEN o.identities OR NOT coalesce(a.answers -> v.brick ? 'text', true) THEN reporting.plain(v.answer) END AS answer,
  v.confidence,
  CASE WHEN o.identities OR NOT coalesce(a.answers -> v.brick ? 'text', true) THEN reporting.plain(v.value) END AS value,
  NOT v.superseded AS is_current,
  CASE WHEN o.identities OR NOT 'analyst' = ANY (w.identities_hidden_from) THEN coalesce(v.reviewer_name, v.reviewer) END AS reviewer,
  CASE WHEN o.identities THEN v.note END AS note
FROM reporting_logins o
  JOIN workspaces w ON w.id = o.workspace_id
  JOIN reviews v ON v.workspace_id = (SELECT l.workspace_id FROM reporting_logins l WHERE l.login = session_user)
    AND v.environment = (SELECT l.environment FROM reporting_logins l WHERE l.login = session_user)
  JOIN run_answers a ON a.workspace_id = v.workspace_id AND a.environment = v.environment AND a.kit_id = v.kit_id AND a.run_id = v.run_id AND a.type = 'api'
  LEFT JOIN kits k ON k.workspace_id = v.workspace_id AND k.id = v.kit_id
WHERE o.login = session_user;

-- Names for kits and bricks.
CREATE OR REPLACE VIEW reporting.bricks WITH (security_barrier) AS
SELECT k.slug AS kit, k.code AS kit_code, k.name AS kit_name, b.key AS brick, b.name AS brick_name, b.type AS brick_type
FROM reporting_logins o
  JOIN kits k ON k.workspace_id = o.workspace_id
  CROSS JOIN LATERAL (SELECT DISTINCT ON (c.key) c.key, c.name, c.type FROM bricks c WHERE c.workspace_id = k.workspace_id AND c.kit_id = k.id ORDER BY c.key, c.id DESC) b
WHERE o.login = session_user;

-- For everybody: whoever has no row in "reporting_logins" sees empty views.
GRANT USAGE ON SCHEMA reporting TO PUBLIC;
GRANT SELECT ON reporting.runs, reporting.answers, reporting.reviews, reporting.bricks TO PUBLIC;
