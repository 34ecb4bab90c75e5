-- A disabled endpoint is a lane without a place: its jobs wait, parked, until it has some again.
ALTER TABLE lanes DROP CONSTRAINT lanes_capacity_check;
ALTER TABLE lanes ADD CONSTRAINT lanes_capacity_check CHECK (capacity >= 0);

-- The last event of a workspace's environment. Whoever writes events takes their positions here and holds the row until the
-- commit: events become visible in the order of their positions, so a reader that has seen one has seen all before it. The
-- same row orders events against the coming and going of endpoints.
CREATE TABLE event_counters (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  last bigint NOT NULL,
  PRIMARY KEY (workspace_id, environment)
) WITH (fillfactor = 50);

-- What happened. A run has one terminal event, whose id is the run's own: the key is why there is never a second one.
-- The body is the bytes that are signed and sent, kept where there was an endpoint to send them to. Without one, the event is told
-- from the run, which never changes; and so it is once the contents were erased, as a thin event.
-- Indexes begin with the workspace and then differ at once: two that share (workspace, environment) look alike to a planner that
-- has no statistics yet, and the wrong one cost 9 ms a row.
CREATE TABLE events (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  id uuid NOT NULL,
  position bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('run.succeeded', 'run.failed', 'run.cancelled', 'webhook.test')),
  created_at timestamptz NOT NULL,
  body text,
  PRIMARY KEY (workspace_id, environment, id),
  UNIQUE (workspace_id, position, environment),
  FOREIGN KEY (workspace_id, environment) REFERENCES event_counters (workspace_id, environment) ON DELETE CASCADE
);
ALTER TABLE events ALTER COLUMN body SET STORAGE EXTERNAL;

-- One per workspace and environment. A replacement is an update of this row, so that its lock is the one thing to wait for.
CREATE TABLE webhook_endpoints (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  url text NOT NULL,
  secret bytea NOT NULL,
  secret_hint text NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  enabled boolean NOT NULL,
  disabled_reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment),
  CHECK (enabled = (disabled_reason IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);

-- Whether an event has reached the endpoint. A pending one has exactly one job (kind `delivery`), at every commit.
CREATE TABLE webhook_deliveries (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  event_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'dead', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  -- The schedule's ten attempts and 24 hours count from here; a replay begins anew.
  series_started_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, event_id),
  FOREIGN KEY (workspace_id, environment, event_id) REFERENCES events (workspace_id, environment, id) ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (workspace_id, created_at, event_id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (workspace_id, environment) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (workspace_id, updated_at) WHERE status = 'dead';

-- Every attempt, written before it is sent. One without an end is under way, or its worker was lost.
CREATE TABLE webhook_attempts (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  number integer NOT NULL,
  url text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  outcome text,
  http_status integer,
  latency_ms integer,
  response bytea,
  PRIMARY KEY (workspace_id, id, environment),
  FOREIGN KEY (workspace_id, environment, event_id) REFERENCES webhook_deliveries (workspace_id, environment, event_id) ON DELETE CASCADE,
  CHECK ((finished_at IS NULL) = (outcome IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_attempts_event ON webhook_attempts (workspace_id, event_id, environment);
CREATE INDEX webhook_attempts_open ON webhook_attempts (workspace_id, started_at) WHERE finished_at IS NULL;
