/** Which runs a shadow follows: chosen where they end, in the same transaction, so that none is missed or chosen twice. */

/** Seconds since this moment fit an integer for as long as anybody will ask. */
const EPOCH = 1_577_836_800;

/** By a hash of the run's id: the same share of all runs, and for a larger share the same runs and more. */
const IS_CHOSEN = `('x' || left(md5(a.run_id::text), 8))::bit(32)::bigint < b.share * 4294967296`;

/** The position of what is chosen at this time: shadows evaluate in the order in which runs end. */
export const positionAt = (time: string): string => `(extract(epoch FROM ${time}) - ${EPOCH})::integer`;

/** Stores those of `answered` that a shadow follows; a run of the very version that the shadow asks has nothing to be compared with. */
export const FOLLOW_SQL = `
  INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, estimate)
  SELECT b.workspace_id, b.environment, b.id, a.run_id, ${positionAt('now()')}, 'waiting', 0
  FROM answered a JOIN backfills b ON b.workspace_id = a.workspace_id AND b.environment = a.environment AND b.kit_id = a.kit_id
  WHERE b.share IS NOT NULL AND b.status = 'running' AND a.type = 'api' AND a.kit_version <> b.kit_version AND ${IS_CHOSEN}
  ON CONFLICT DO NOTHING`;
