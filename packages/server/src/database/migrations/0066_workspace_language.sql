-- works from: 21
-- What language the workspace's conversations are in where their words do not tell.
ALTER TABLE workspaces ADD COLUMN language text CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
