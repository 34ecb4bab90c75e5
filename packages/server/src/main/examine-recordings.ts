/** Checks whether recordings are transcribed: part of `brickwork doctor`. */
import type { Database } from '../database/database.ts';
import type { RunningNode } from '../database/node-registry.ts';
import { RECORDING_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import type { Finding } from './finding.ts';
import { SETTINGS } from './settings.ts';

const NAME = 'recordings';

export async function examineRecordings(database: Database, nodes: readonly RunningNode[]): Promise<Finding> {
  const { waiting, held } = await createJobStore(database, new LaneClock()).depth(RECORDING_KIND);
  const engines = new Set(
    nodes.flatMap(({ role, settings }) => (role === 'api' ? [] : (settings?.[SETTINGS.transcriber.env] ?? []))),
  );
  if (engines.size === 0 && waiting + held > 0) {
    const text = `${waiting + held} wait and no node that runs transcribes; set BRICKWORK_TRANSCRIBER on one that executes work and restart it, or delete them with "brickwork recordings delete"`;
    return { level: 'fault', name: NAME, text };
  }
  const { rows } = await database.query<{ failed: number; ended: number }>(
    `SELECT count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*)::int AS ended FROM recordings
     WHERE status IN ('succeeded', 'failed') AND completed_at > now() - interval '24 hours'`,
  );
  const { failed, ended } = rows[0] ?? { failed: 0, ended: 0 };
  if (failed > 0) {
    const text = `${failed} of ${ended} failed in the last 24 hours; "brickwork recordings list --status failed" has the reasons`;
    return { level: 'warning', name: NAME, text };
  }
  const text =
    engines.size === 0
      ? 'not accepted, since nothing transcribes; set BRICKWORK_TRANSCRIBER to accept them'
      : `transcribed by ${[...engines].sort().join(' and ')}; ${waiting} wait, ${held} are being transcribed`;
  return { level: 'ok', name: NAME, text };
}
