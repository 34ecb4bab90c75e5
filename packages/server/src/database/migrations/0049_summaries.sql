-- works from: 21
-- The Monday summary. "summary_since": since when the channel has the topic; "summary_week": the Monday on which it was last sent one.
ALTER TABLE channels ADD COLUMN summary_since timestamptz, ADD COLUMN summary_week date;
CREATE INDEX channels_summary ON channels (workspace_id) WHERE summary_since IS NOT NULL;

-- What a summary says, as sections with lines.
ALTER TABLE channel_notifications ADD COLUMN sections json;
