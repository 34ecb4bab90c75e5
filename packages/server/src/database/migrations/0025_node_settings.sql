-- works from: 5
-- What a running node works with, for whoever examines the deployment from another shell: its settings as they would be written in the
-- environment, without secrets. Null for a node of an older release.
ALTER TABLE nodes ADD COLUMN version text, ADD COLUMN settings text;
