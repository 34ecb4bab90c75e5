-- works from: 21
-- What was set aside for a call that was cut off counts as spent: the provider may well charge for it. Where it has expired and was not
-- yet added to its day, it counts already.
CREATE OR REPLACE FUNCTION spend_states(workspace uuid, credit_price numeric)
  RETURNS TABLE(name text, kit_id uuid, period text, at_cap text, most numeric, starts date, ends_at timestamptz, spent numeric, reserved numeric)
  LANGUAGE sql STABLE AS $$SELECT c.name, c.kit_id, c.period, c.at_cap, coalesce(c.credits, c.money / credit_price, 0) * 1000000, p.starts, p.ends::timestamp AT TIME ZONE w.timezone,
    (SELECT coalesce(sum(d.micro_credits), 0) FROM spend_daily d
     WHERE d.workspace_id = c.workspace_id AND d.day >= p.starts AND d.day < p.ends AND (c.kit_id IS NULL OR d.kit_id = c.kit_id)) +
    (SELECT coalesce(sum(r.micro_credits), 0) FROM spend_reservations r
     WHERE r.workspace_id = c.workspace_id AND r.expires_at <= now() AND (c.kit_id IS NULL OR r.kit_id = c.kit_id)
       AND (r.expires_at AT TIME ZONE w.timezone)::date >= p.starts),
    (SELECT coalesce(sum(r.micro_credits), 0) FROM spend_reservations r
     WHERE r.workspace_id = c.workspace_id AND r.expires_at > now() AND (c.kit_id IS NULL OR r.kit_id = c.kit_id))
  FROM spend_caps c JOIN workspaces w ON w.id = c.workspace_id
    CROSS JOIN LATERAL (SELECT date_trunc(c.period, now() AT TIME ZONE w.timezone)::date AS starts,
      (date_trunc(c.period, now() AT TIME ZONE w.timezone) + ('1 ' || c.period)::interval)::date AS ends) p
  WHERE c.workspace_id = workspace$$;
