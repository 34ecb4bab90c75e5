-- works from: 5
-- Sandbox runs send no event, unless the endpoint asks for them.
ALTER TABLE webhook_endpoints ADD COLUMN include_sandbox boolean NOT NULL DEFAULT false;
