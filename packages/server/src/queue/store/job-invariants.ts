/** What must be true of jobs and lanes at every commit: each statement counts the rows that break one rule. */
import {
  BACKFILL_KIND,
  DELIVERY_KIND,
  EVALUATION_KIND,
  INTAKE_KIND,
  MESSAGE_KIND,
  RUN_KIND,
  WRITE_KIND,
} from '../job-kinds.ts';
import { laneSql } from '../lane.ts';

export const JOB_INVARIANTS: Readonly<Record<string, string>> = {
  'runs that have neither ended nor a job': `
    SELECT count(*)::int FROM runs r
    WHERE NOT EXISTS (SELECT 1 FROM run_results e WHERE e.workspace_id = r.workspace_id AND e.environment = r.environment AND e.run_id = r.id)
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${RUN_KIND}' AND j.lane = ${laneSql('r')} AND j.id = r.id)`,
  'runs that have ended and still have a job': `
    SELECT count(*)::int FROM jobs j JOIN run_results e ON e.run_id = j.id AND j.lane = ${laneSql('e')} WHERE j.kind = '${RUN_KIND}'`,
  'jobs without a run': `
    SELECT count(*)::int FROM jobs j WHERE j.kind = '${RUN_KIND}'
      AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = j.id AND j.lane = ${laneSql('r')})`,
  'pending deliveries without a job': `
    SELECT count(*)::int FROM webhook_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${DELIVERY_KIND}' AND j.lane = ${laneSql('d')} AND j.id = d.event_id)`,
  'delivery jobs without a pending delivery': `
    SELECT count(*)::int FROM jobs j WHERE j.kind = '${DELIVERY_KIND}'
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = j.id AND j.lane = ${laneSql('d')} AND d.status = 'pending')`,
  'running evaluations without a job': `
    SELECT count(*)::int FROM evaluations v WHERE v.status = 'running'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${EVALUATION_KIND}' AND j.lane = ${laneSql('v')} AND j.id = v.id)`,
  'evaluation jobs without a running evaluation': `
    SELECT count(*)::int FROM jobs j WHERE j.kind = '${EVALUATION_KIND}'
      AND NOT EXISTS (SELECT 1 FROM evaluations v WHERE v.id = j.id AND j.lane = ${laneSql('v')} AND v.status = 'running')`,
  'running backfills without a job': `
    SELECT count(*)::int FROM backfills b WHERE b.status = 'running' AND b.share IS NULL
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${BACKFILL_KIND}' AND j.lane = ${laneSql('b')} AND j.id = b.id)`,
  'backfill jobs without a running backfill': `
    SELECT count(*)::int FROM jobs j WHERE j.kind = '${BACKFILL_KIND}'
      AND NOT EXISTS (SELECT 1 FROM backfills b WHERE b.id = j.id AND j.lane = ${laneSql('b')} AND b.status = 'running')`,
  // The converse need not hold: the job of a deleted intake finds nothing, and ends.
  'pushed conversations that wait and have no job': `
    SELECT count(*)::int FROM intake_payloads p WHERE p.pending
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${INTAKE_KIND}' AND j.lane = ${laneSql('p')} AND j.id = p.id)`,
  'messages to channels that wait and have no job': `
    SELECT count(*)::int FROM channel_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${MESSAGE_KIND}' AND j.lane = ${laneSql('d')} AND j.id = d.id)`,
  'runs that wait to be written to a destination and have no job': `
    SELECT count(*)::int FROM destination_deliveries d WHERE d.status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = '${WRITE_KIND}' AND j.lane = ${laneSql('d')} AND j.id = d.id)`,
  'lanes with a wrong count': `
    SELECT count(*)::int FROM lanes l
    WHERE l.active <> (SELECT count(*) FROM jobs j WHERE j.kind = l.kind AND j.lane = l.lane AND j.state IN ('ready', 'held'))`,
  'parked jobs whose lane has room': `
    SELECT count(*)::int FROM jobs j WHERE j.state = 'parked'
      AND NOT EXISTS (SELECT 1 FROM lanes l WHERE l.kind = j.kind AND l.lane = j.lane AND l.active >= l.capacity)`,
};
