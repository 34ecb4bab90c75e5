-- works from: 21
-- External ids of conversations that were pushed and made no run: whoever erases such a conversation finds its payload by them.
ALTER TABLE intake_deliveries ADD COLUMN unread_ids text[] NOT NULL DEFAULT '{}';
CREATE INDEX intake_deliveries_unread ON intake_deliveries USING gin (unread_ids) WHERE unread_ids <> '{}';
UPDATE intake_deliveries SET unread_ids = ARRAY[external_id] WHERE run_ids = '{}' AND external_id IS NOT NULL;
