-- works from: 21
-- Everybody with a login may LISTEN and NOTIFY, but only on a channel whose name they know, and PostgreSQL tells no role the channels of
-- others. So the nodes' channel has a name that only the service's role can read. 'brickwork' is that of older nodes: it goes with the last of them.
CREATE TABLE notification_channels (name text PRIMARY KEY);
INSERT INTO notification_channels VALUES ('brickwork'), ('brickwork_' || replace(gen_random_uuid()::text, '-', ''));

CREATE FUNCTION tell_nodes(message text) RETURNS void LANGUAGE sql AS $$ SELECT pg_notify(name, message) FROM notification_channels $$;
