-- works from: 21
-- Evaluations can be cancelled. Nodes of earlier releases show the status as it is.
ALTER TABLE evaluations DROP CONSTRAINT evaluations_status_check;
ALTER TABLE evaluations ADD CONSTRAINT evaluations_status_check CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled'));
