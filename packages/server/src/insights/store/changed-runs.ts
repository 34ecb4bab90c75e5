/**
 * SQL for runs that were added or corrected since their day was aggregated: as `a`, with all columns of `run_answers`, and `weight`, 1 for
 * their current state and -1 for the state in the sums.
 */

/** `days` has the column `day`. Parameters: workspace, environment and kit. */
export const changedRuns = (days: string) => `(${days}) built
  JOIN insight_changes x ON x.workspace_id = $1 AND x.environment = $2 AND x.kit_id = $3 AND x.day = built.day
  CROSS JOIN LATERAL (VALUES (1), (-1)) weights (weight)
  CROSS JOIN LATERAL (
    SELECT r.* FROM run_answers r WHERE weight = 1 AND r.workspace_id = $1 AND r.environment = $2 AND r.kit_id = $3 AND r.run_id = x.run_id
    UNION ALL SELECT r.* FROM jsonb_populate_record(NULL::run_answers, x.before) r WHERE weight = -1 AND x.before IS NOT NULL) a`;
