-- works from: 21
-- What a workspace, or one of its kits, may spend on models in a day or a month.
CREATE TABLE spend_caps (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- Null: everything that the workspace spends.
  kit_id uuid,
  period text NOT NULL CHECK (period IN ('day', 'month')),
  credits numeric,
  money numeric,
  at_cap text NOT NULL CHECK (at_cap IN ('hold', 'fail', 'local')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, name),
  CHECK (num_nonnulls(credits, money) = 1)
);

-- What calls to models cost, by the day of the workspace's time zone on which they ended. Written with or without a cap, so that a new one knows.
CREATE TABLE spend_daily (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  day date NOT NULL,
  -- All zeros for calls that belong to no kit.
  kit_id uuid NOT NULL,
  micro_credits bigint NOT NULL,
  PRIMARY KEY (workspace_id, day, kit_id)
);

-- The most that calls in progress may cost. One whose node was lost stops counting when it expires.
CREATE TABLE spend_reservations (
  workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  kit_id uuid NOT NULL,
  micro_credits bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- Which events of a cap were recorded in a period.
CREATE TABLE spend_notices (
  workspace_id uuid NOT NULL,
  cap text NOT NULL,
  starts date NOT NULL,
  percent smallint NOT NULL,
  PRIMARY KEY (workspace_id, cap, starts, percent),
  FOREIGN KEY (workspace_id, cap) REFERENCES spend_caps (workspace_id, name) ON DELETE CASCADE
);

-- Every cap with its current period and how much of it is spent and reserved. Without a price, a cap in money is 0: it says no rather than nothing.
CREATE FUNCTION spend_states(workspace uuid, credit_price numeric)
RETURNS TABLE (name text, kit_id uuid, period text, at_cap text, most numeric, starts date, ends_at timestamptz, spent numeric, reserved numeric)
LANGUAGE sql STABLE AS
$$SELECT c.name, c.kit_id, c.period, c.at_cap, coalesce(c.credits, c.money / credit_price, 0) * 1000000, p.starts, p.ends::timestamp AT TIME ZONE w.timezone,
    (SELECT coalesce(sum(d.micro_credits), 0) FROM spend_daily d
     WHERE d.workspace_id = c.workspace_id AND d.day >= p.starts AND d.day < p.ends AND (c.kit_id IS NULL OR d.kit_id = c.kit_id)),
    (SELECT coalesce(sum(r.micro_credits), 0) FROM spend_reservations r
     WHERE r.workspace_id = c.workspace_id AND r.expires_at > now() AND (c.kit_id IS NULL OR r.kit_id = c.kit_id))
  FROM spend_caps c JOIN workspaces w ON w.id = c.workspace_id
    CROSS JOIN LATERAL (SELECT date_trunc(c.period, now() AT TIME ZONE w.timezone)::date AS starts,
      (date_trunc(c.period, now() AT TIME ZONE w.timezone) + ('1 ' || c.period)::interval)::date AS ends) p
  WHERE c.workspace_id = workspace$$;

-- Sets the most that a call may cost aside, where every cap allows it; else says which does not. `busy`: calls in progress may yet leave room.
-- Whoever reserves locks the caps first, in one order: what is summed after that is exact, whatever other nodes do.
CREATE FUNCTION reserve_spend(workspace uuid, kit uuid, reservation uuid, amount bigint, valid_for interval, credit_price numeric)
RETURNS TABLE (cap text, verdict text, at_cap text, ends_at timestamptz) LANGUAGE plpgsql AS
$$BEGIN
  PERFORM 1 FROM spend_caps c WHERE c.workspace_id = workspace AND (c.kit_id IS NULL OR c.kit_id = kit) ORDER BY c.name FOR NO KEY UPDATE;
  IF FOUND THEN
    RETURN QUERY SELECT s.name, CASE WHEN s.spent + amount > s.most THEN 'reached' ELSE 'busy' END, s.at_cap, s.ends_at
      FROM spend_states(workspace, credit_price) s
      WHERE (s.kit_id IS NULL OR s.kit_id = kit) AND s.spent + s.reserved + amount > s.most
      ORDER BY s.spent + amount <= s.most, array_position('{fail,hold,local}', s.at_cap), s.name LIMIT 1;
    IF FOUND THEN RETURN; END IF;
  END IF;
  INSERT INTO spend_reservations (workspace_id, id, kit_id, micro_credits, expires_at)
  VALUES (workspace, reservation, kit, amount, now() + valid_for);
END$$;

-- What the call cost takes the place of what was set aside.
CREATE FUNCTION settle_spend(workspace uuid, kit uuid, reservation uuid, used bigint) RETURNS void LANGUAGE plpgsql AS
$$BEGIN
  DELETE FROM spend_reservations WHERE workspace_id = workspace AND id = reservation;
  IF used > 0 THEN
    INSERT INTO spend_daily AS d (workspace_id, day, kit_id, micro_credits)
    SELECT w.id, (now() AT TIME ZONE w.timezone)::date, kit, used FROM workspaces w WHERE w.id = workspace
    ON CONFLICT (workspace_id, day, kit_id) DO UPDATE SET micro_credits = d.micro_credits + excluded.micro_credits;
  END IF;
END$$;
