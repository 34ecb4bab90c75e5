-- works from: 21
-- The key of a member's recovery codes, sealed. Their hashes cannot be computed again, so the key outlives the secret that it follows from.
-- NULL on members of before, whose key follows from the secret; the leader fills it in.
ALTER TABLE members ADD COLUMN recovery_key bytea;

-- A rotation of the secret gives entries a MAC of the new one. The MAC is not part of the chain.
CREATE OR REPLACE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
      AND to_jsonb(NEW) - '{position,previous_hash,hash}'::text[] = to_jsonb(OLD) - '{position,previous_hash,hash}'::text[]
    THEN RETURN NEW; END IF;
    IF current_setting('brickwork.rotates_secret', true) = 'yes' AND OLD.mac IS NOT NULL AND NEW.mac IS NOT NULL
      AND to_jsonb(NEW) - 'mac' = to_jsonb(OLD) - 'mac'
    THEN RETURN NEW; END IF;
  ELSIF current_setting('brickwork.prunes_audit', true) = 'yes' OR NOT EXISTS (SELECT FROM workspaces w WHERE w.id = OLD.workspace_id)
    THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit entry % is never changed or deleted', OLD.id USING ERRCODE = 'restrict_violation';
END$$;

CREATE FUNCTION replace_audit_macs(workspace uuid, ids uuid[], macs bytea[]) RETURNS void LANGUAGE plpgsql AS $$BEGIN
  PERFORM set_config('brickwork.rotates_secret', 'yes', true);
  UPDATE audit_entries e SET mac = g.mac FROM unnest(ids, macs) AS g (id, mac) WHERE e.workspace_id = workspace AND e.id = g.id;
  PERFORM set_config('brickwork.rotates_secret', '', true);
END$$;
