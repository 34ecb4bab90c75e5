-- works from: 21
-- What is replaced by placeholders before a conversation leaves for a model, and the roles that see every read masked.
ALTER TABLE workspaces ADD COLUMN mask text[] NOT NULL DEFAULT '{}';
ALTER TABLE workspaces ADD COLUMN identities_hidden_from text[] NOT NULL DEFAULT '{}';
-- Whether what is sent to the endpoint is masked.
ALTER TABLE webhook_endpoints ADD COLUMN mask boolean NOT NULL DEFAULT false;
