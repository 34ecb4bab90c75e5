-- works from: 21
-- The W3C trace context of the request that created a run, for its execution and its deliveries; null while nothing is traced.
ALTER TABLE runs ADD COLUMN traceparent text;
