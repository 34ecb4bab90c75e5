/** What a removal costs: time, WAL, and what it leaves on disk. */
import type { Database } from '@brickwork/server/database/database';

export interface Removed {
  ms: number;
  wal: number;
  /** Bytes of the tables. */
  before: number;
  after: number;
}

export async function measured(
  database: Database,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<Removed> {
  await database.query('CHECKPOINT');
  const [before, start, startedAt] = [await sizeOf(database, tables), await walOf(database), performance.now()];
  await work();
  const [ms, wal] = [performance.now() - startedAt, (await walOf(database)) - start];
  await database.query('VACUUM');
  return { ms, wal, before, after: await sizeOf(database, tables) };
}

async function walOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function sizeOf(database: Database, tables: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ bytes: string | null }>(
    'SELECT sum(pg_total_relation_size(to_regclass(name))) AS bytes FROM unnest($1::text[]) name',
    [tables],
  );
  return Number(rows[0]?.bytes ?? 0);
}

export const spent = ({ ms, wal }: Removed) => `${(ms / 1_000).toFixed(2)} s, ${megabytes(wal)} of WAL`;
export const described = (cost: Removed) =>
  `${spent(cost)}; ${megabytes(cost.before)} on disk, ${megabytes(cost.after)} after it and VACUUM`;
const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 2 : 0)} MB`;
