-- works from: 21
-- How often a run was started until it ended; NULL for runs from before, and for those that were answered elsewhere.
ALTER TABLE run_results ADD COLUMN attempts integer;
