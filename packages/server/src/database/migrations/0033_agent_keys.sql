-- works from: 21
-- A key with the role agent sees the runs of one agent only. Nodes that do not know the role refuse everything to such a key.
ALTER TABLE api_keys ADD COLUMN agent text;
ALTER TABLE api_keys DROP CONSTRAINT api_keys_role_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_role_check
  CHECK (role IN ('admin', 'developer', 'runner', 'viewer', 'reviewer', 'analyst', 'agent'));
ALTER TABLE api_keys ADD CONSTRAINT api_keys_agent_check CHECK ((role = 'agent') = (agent IS NOT NULL));
