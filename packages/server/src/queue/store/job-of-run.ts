/** What a run's job (`j`) tells about the run (`r`) while there is no result (`e`). */
import { RUN_KIND } from '../job-kinds.ts';
import { laneSql } from '../lane.ts';

/**
 * Held under a valid lease: running. Not claimed yet: processing. Waiting for a reason: queued. A run that was released after
 * it waited for its workspace's limit stays queued until it is claimed: a status never goes back to processing.
 */
export const RUN_STATUS = `coalesce(e.status, CASE
  WHEN j.state = 'held' AND j.run_at > now() THEN 'running'
  WHEN j.state = 'ready' AND j.attempts = 0 AND j.reason IS NULL THEN 'processing'
  WHEN j.state IS NULL THEN 'processing' ELSE 'queued' END)`;

/** For a queued run: why it waits, how often it was started, and when it is retried. */
export const RUN_WAIT = `CASE WHEN j.state = 'parked' THEN 'workspace_limit' WHEN j.state = 'held' THEN 'worker_lost' ELSE j.reason END AS wait_reason,
  j.attempts AS wait_attempts, CASE WHEN j.state = 'delayed' THEN j.run_at END AS wait_until`;

export const WITH_JOB = `LEFT JOIN jobs j ON j.kind = '${RUN_KIND}' AND j.lane = ${laneSql('r')} AND j.id = r.id`;

/** For runs with a result: the columns of `j` are null. */
export const WITHOUT_JOB = 'LEFT JOIN jobs j ON false';

/** The runs of a lane (a parameter) that have not ended, found through their jobs: a small table. */
export function openRunsOf(lane: string): string {
  return `jobs j JOIN runs r ON r.id = j.id AND j.kind = '${RUN_KIND}' AND j.lane = ${lane}`;
}

/**
 * The same for statements that read all of them; $1 is the workspace. Each run is looked up by its job: without
 * statistics, a join compared all of one with all of the other (5,300 runs took more than 30 s).
 */
export function allOpenRunsOf(lane: string, environment = '$2'): string {
  return `(SELECT * FROM jobs WHERE kind = '${RUN_KIND}' AND lane = ${lane}) j
    CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = $1 AND environment = ${environment} AND id = j.id OFFSET 0) r`;
}

/** Whether an unfinished run has an id from the first up to, but not including, the second, both parameters. */
export function isOpenBetween(from: string, to: string): string {
  return `EXISTS (SELECT 1 FROM jobs WHERE kind = '${RUN_KIND}' AND id >= ${from}::uuid AND id < ${to}::uuid)`;
}
