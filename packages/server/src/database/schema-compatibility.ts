/**
 * Old and new nodes on one database. Each migration states the oldest nodes that can work with it (`-- works from: 5` in its file:
 * nodes that know migration 5), so that a node can decide for itself whether it may continue beside a newer release.
 */
import { StartError } from './embedded/start-error.ts';
import type { Queryable } from './queryable.ts';

/** A node whose last heartbeat is younger than this counts as running. */
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

/** A sentence about the first migration that a node with migrations up to `newest` cannot work with; undefined if there is none. */
export async function findTooNew(database: Queryable, newest: number): Promise<string | undefined> {
  const { rows } = await database.query<Applied>(
    'SELECT version, name FROM migrations WHERE version > $1 AND coalesce(works_from, version) > $1 ORDER BY version LIMIT 1',
    [newest],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  return `A newer release has migrated the database (${found.version}, ${found.name}) further than this release can work with. Start that release instead, or restore a backup from before the migration.`;
}

/** A migration that older nodes cannot work with is refused while any of them runs. */
export async function refuseWhileOthersRun(
  tx: Queryable,
  current: number,
  pending: readonly { version: number; name: string; worksFrom: number }[],
): Promise<void> {
  const breaking = pending.find(({ worksFrom }) => worksFrom > current);
  if (breaking === undefined || current === 0) return;
  const { rows: tables } = await tx.query<{ found: boolean }>(`SELECT to_regclass('nodes') IS NOT NULL AS found`);
  if (tables[0]?.found !== true) return;
  const count = await countRunning(tx);
  if (count === 0) return;
  throw new StartError(
    `Migration ${breaking.version} (${breaking.name}) cannot be applied while nodes of an older release run; ${count} ${count === 1 ? 'was' : 'were'} seen in the last ${ALIVE_SECONDS} seconds. Stop ${count === 1 ? 'it' : 'them'}, then start this release.`,
  );
}

/** Running nodes; `condition` may select some. */
export async function countRunning(tx: Queryable, condition = '', values: readonly unknown[] = []): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM nodes WHERE seen_at > now() - interval '${ALIVE_SECONDS} seconds' ${condition}`,
    values,
  );
  return rows[0]?.count ?? 0;
}
