-- works from: 5
-- When an alert was raised and resolved is read from its events, of which there are few among those of runs.
CREATE INDEX events_of_alerts ON events (workspace_id, environment, position) WHERE type IN ('alert.raised', 'alert.resolved');
