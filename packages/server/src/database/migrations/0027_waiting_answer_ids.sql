-- works from: 21
-- Migration 26 took its ids from a function that PostgreSQL has from 18 on. Nobody needs them in order.
ALTER TABLE waiting_answers ALTER COLUMN id SET DEFAULT gen_random_uuid();
