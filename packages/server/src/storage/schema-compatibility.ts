/**
 * Old and new nodes on one database. Each migration says from which one on a node may work with it (`-- works from: 5` in its file: nodes that
 * know migration 5 may), so that a node decides for itself whether it may go on beside a newer release.
 */
import { StartError } from './embedded/start-error.ts';
import type { Queryable } from './queryable.ts';

/** A node that was heard of within this time counts as running. */
const ALIVE_SECONDS = 20;

interface Applied {
  version: number;
  name: string;
}

/** Without the line, only nodes that know the migration itself may work with it. */
export function worksFromOf(sql: string, version: number): number {
  const [, oldest] = /^-- works from: (\d+)$/m.exec(sql) ?? [];
  return oldest === undefined ? version : Math.min(Number(oldest), version);
}

/** The first migration in the database that a node which knows those up to `newest` cannot work with, in a sentence. */
export async function findTooNew(database: Queryable, newest: number): Promise<string | undefined> {
  const { rows } = await database.query<Applied>(
    'SELECT version, name FROM migrations WHERE version > $1 AND coalesce(works_from, version) > $1 ORDER BY version LIMIT 1',
    [newest],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  return `A newer release has migrated the database (${found.version}, ${found.name}) further than this release can work with. Start that release instead, or restore the back-up from before.`;
}

/** Nodes of the release before must not be pulled the floor from under their feet: they are stopped first. */
export async function refuseWhileOthersRun(
  tx: Queryable,
  current: number,
  pending: readonly { version: number; name: string; worksFrom: number }[],
): Promise<void> {
  const breaking = pending.find(({ worksFrom }) => worksFrom > current);
  if (breaking === undefined || current === 0) return;
  const { rows: tables } = await tx.query<{ found: boolean }>(`SELECT to_regclass('nodes') IS NOT NULL AS found`);
  if (tables[0]?.found !== true) return;
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM nodes WHERE seen_at > now() - interval '${ALIVE_SECONDS} seconds'`,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new StartError(
    `Migration ${breaking.version} (${breaking.name}) cannot be applied while nodes of an older release run, and ${count} ${count === 1 ? 'was' : 'were'} heard of in the last ${ALIVE_SECONDS} seconds. Stop ${count === 1 ? 'it' : 'them'}, then start this release.`,
  );
}
