/** Checks a database of several servers: whether notifications arrive, the standby is one, and a failover loses nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '../core/ids.ts';
import type { Database } from '../database/database.ts';
import type { Config } from './config.ts';
import type { Finding } from './finding.ts';

const WITHIN_MS = 2_000;
/** A standby that has replayed nothing for this long is behind, or nothing was written; both are worth reporting. */
const BEHIND_SECONDS = 60;

export async function examineReplication(config: Config, database: Database): Promise<Finding[]> {
  return [await notifications(database), ...(config.databaseReadUrl === undefined ? [] : await standby(database))];
}

async function notifications(database: Database): Promise<Finding> {
  const name = 'notifications';
  const channel = `brickwork_doctor_${newUuid().replaceAll('-', '')}`;
  const client = await database.connect({ answerWithinMs: WITHIN_MS });
  try {
    const heard = new Promise<boolean>((resolve) => client.once('notification', () => resolve(true)));
    await client.query(`LISTEN ${channel}`);
    await database.query('SELECT pg_notify($1, $2)', [channel, '']);
    if (await Promise.race([heard, sleep(WITHIN_MS, false)]))
      return { level: 'ok', name, text: 'nodes receive each other’s notifications' };
    const text =
      'do not arrive; behind a transaction pooler, BRICKWORK_DATABASE_LISTEN_URL must point directly to the server';
    return { level: 'fault', name, text };
  } finally {
    await client.end();
  }
}

async function standby(database: Database): Promise<Finding[]> {
  const name = 'standby';
  const { rows } = await database.stale.query<{ recovering: boolean; behind: number }>(
    `SELECT pg_is_in_recovery() AS recovering, coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0)::float AS behind`,
  );
  if (database.staleReads?.standby === 0)
    return [{ level: 'warning', name, text: 'does not answer; the primary answers its reads' }];
  const { recovering = false, behind = 0 } = rows[0] ?? {};
  if (!recovering)
    return [{ level: 'warning', name, text: 'BRICKWORK_DATABASE_READ_URL points to a primary, not to a standby' }];
  const names = await database.query<{ names: string }>(`SELECT current_setting('synchronous_standby_names') AS names`);
  return [
    behind > BEHIND_SECONDS
      ? {
          level: 'warning',
          name,
          text: `last received data from the primary ${Math.round(behind)} s ago: lists may be that old`,
        }
      : { level: 'ok', name, text: 'answers lists, exports and usage' },
    names.rows[0]?.names === ''
      ? { level: 'warning', name: 'replication', text: 'is asynchronous now: a failover may lose accepted runs' }
      : { level: 'ok', name: 'replication', text: 'is synchronous' },
  ];
}
