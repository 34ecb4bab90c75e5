-- works from: 21
-- Runs that somebody put into the review queue have no probability: they say nothing about runs that nobody chose.
ALTER TABLE review_items ALTER COLUMN probability DROP NOT NULL;
