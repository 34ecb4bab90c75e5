-- works from: 21
-- Where people are told of what happens. "secret" is a sealed JSON object: the URL, and what signs messages.
CREATE TABLE channels (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  id uuid NOT NULL,
  name text NOT NULL,
  settings json NOT NULL,
  topics text[] NOT NULL,
  enabled boolean NOT NULL,
  secret bytea,
  last_sent_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  UNIQUE (workspace_id, environment, name)
);

-- A message to a channel. Until "closed_at" it collects notifications, and a channel has at most one such message; then it is sent, and sent
-- again until it arrives or is dead. A pending one has a job.
CREATE TABLE channel_deliveries (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  channel_id uuid NOT NULL,
  id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'dead', 'cancelled')),
  is_test boolean NOT NULL DEFAULT false,
  subject text,
  attempts integer NOT NULL DEFAULT 0,
  outcome text,
  closed_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, id),
  FOREIGN KEY (workspace_id, environment, channel_id) REFERENCES channels (workspace_id, environment, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX channel_deliveries_open ON channel_deliveries (workspace_id, environment, channel_id) WHERE closed_at IS NULL;
CREATE INDEX channel_deliveries_log ON channel_deliveries (workspace_id, environment, channel_id, id);
CREATE INDEX channel_deliveries_age ON channel_deliveries (created_at) WHERE status <> 'pending';

-- What a message tells of. The same thing again (by "subject_key") counts up instead of adding a row.
CREATE TABLE channel_notifications (
  workspace_id uuid NOT NULL,
  environment text NOT NULL,
  delivery_id uuid NOT NULL,
  subject_key text NOT NULL,
  topic text NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  path text NOT NULL,
  times integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, environment, delivery_id, subject_key),
  FOREIGN KEY (workspace_id, environment, delivery_id) REFERENCES channel_deliveries (workspace_id, environment, id) ON DELETE CASCADE
);
