/** Which runs a shadow evaluates: chosen when they end, in the same transaction, so that none is missed or chosen twice. */

/** Seconds since this moment fit an integer for decades. */
const EPOCH = 1_577_836_800;

/** By a hash of the run's id: the same share of all runs, and a larger share includes the smaller. */
const IS_CHOSEN = `('x' || left(md5(a.run_id::text), 8))::bit(32)::bigint < b.share * 4294967296`;

/** The position of what is chosen at this time: shadows evaluate in the order in which runs end. */
export const positionAt = (time: string): string => `(extract(epoch FROM ${time}) - ${EPOCH})::integer`;

/** Whether a shadow follows runs of any of these workspaces and environments, which are arrays. */
export const isFollowed = ({ workspaces, environments }: Record<'workspaces' | 'environments', string>) => `EXISTS (
  SELECT 1 FROM unnest(${workspaces}::uuid[], ${environments}::text[]) AS g (workspace_id, environment) JOIN backfills b
    ON b.workspace_id = g.workspace_id AND b.environment = g.environment AND b.share IS NOT NULL AND b.status = 'running')`;

/** Stores those of the answered runs $3 (JSON) that a shadow evaluates; a run of the shadow's own version has nothing to be compared with. */
export const FOLLOW_SQL = `
  INSERT INTO backfill_runs (workspace_id, environment, backfill_id, source_run_id, position, state, estimate)
  SELECT b.workspace_id, b.environment, b.id, a.run_id, ${positionAt('now()')}, 'waiting', 0
  FROM jsonb_to_recordset($3::jsonb) AS a (run_id uuid, kit_id uuid, kit_version integer, type text)
    JOIN backfills b ON b.workspace_id = $1 AND b.environment = $2 AND b.kit_id = a.kit_id
  WHERE b.share IS NOT NULL AND b.status = 'running' AND a.type = 'api' AND a.kit_version <> b.kit_version AND ${IS_CHOSEN}
  ON CONFLICT DO NOTHING`;
