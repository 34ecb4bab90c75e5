/**
 * The tables of runs in partitions, in an empty database: by ranges of the run's id, which begins with its time. Not what the service ships (decision
 * 281 says why); made here to measure what removing runs and every operation would cost.
 */
import type { Database } from '@brickwork/server/database/database';

/** Each with the column that its partitions are ranges of; those that refer to others first, as they are dropped. */
export const PARTITIONED: Readonly<Record<string, string>> = {
  run_answers: 'run_id',
  reviews: 'run_id',
  run_texts: 'run_id',
  run_results: 'run_id',
  runs: 'id',
};

export interface Partition {
  name: string;
  /** Ids from the first to before the second. */
  from: string;
  to: string;
}

/** `count` partitions that end now, each of so many seconds, and one before and after all of them. */
export async function partitionTables(database: Database, count: number, seconds: number): Promise<Partition[]> {
  const { rows } = await database.query<{ bound: string }>(
    `SELECT rpad(lpad(to_hex(floor(extract(epoch FROM now() - make_interval(secs => n * ${seconds})) * 1000)::bigint), 12, '0'), 32, '0')::uuid AS bound
     FROM generate_series(${count}, 0, -1) n`,
  );
  const bounds = rows.map(({ bound }) => bound);
  const parts = bounds.slice(1).map((to, index) => ({ name: `part_${index + 1}`, from: bounds[index] ?? '', to }));
  const [triggers, keys] = [await definitionsOf(database, TRIGGERS), await definitionsOf(database, FOREIGN_KEYS)];
  for (const [table, column] of Object.entries(PARTITIONED)) {
    const indexes = await definitionsOf(database, INDEXES, table);
    const constraints = await definitionsOf(database, UNIQUES, table);
    await database.query(`ALTER TABLE ${table} RENAME TO plain_${table}`);
    await database.query(
      `CREATE TABLE ${table} (LIKE plain_${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (${column})`,
    );
    await database.query(`DROP TABLE plain_${table} CASCADE`);
    const values = (from: string, to: string) => `FOR VALUES FROM (${from}) TO (${to})`;
    const all = [
      ['before', values('MINVALUE', `'${bounds[0]}'`)],
      ...parts.map(({ name, from, to }) => [name, values(`'${from}'`, `'${to}'`)]),
      ['after', values(`'${bounds.at(-1)}'`, 'MAXVALUE')],
    ];
    for (const [name, bound] of all)
      await database.query(`CREATE TABLE ${table}_${name} PARTITION OF ${table} ${bound}`);
    // A unique index must have the column of the partitions: one that has not is no longer unique.
    for (const text of [...constraints, ...indexes])
      await database.query(
        new RegExp(`[( ]${column}[,)]`).test(text) ? text : text.replace('CREATE UNIQUE INDEX', 'CREATE INDEX'),
      );
  }
  for (const text of [...keys, ...triggers]) await database.query(text);
  return parts;
}

const NAMES = Object.keys(PARTITIONED)
  .map((table) => `'${table}'`)
  .join(', ');

const TRIGGERS = `SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid::regclass::text IN (${NAMES})`;
const FOREIGN_KEYS = `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS text
  FROM pg_constraint k WHERE k.contype = 'f' AND (k.conrelid::regclass::text IN (${NAMES}) OR k.confrelid::regclass::text IN (${NAMES}))`;
const INDEXES = `SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i WHERE i.indrelid = $1::regclass
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;
const UNIQUES = `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS text
  FROM pg_constraint k WHERE k.conrelid = $1::regclass AND k.contype IN ('p', 'u')`;

async function definitionsOf(database: Database, sql: string, table?: string): Promise<string[]> {
  const { rows } = await database.query<{ text: string }>(sql, table === undefined ? [] : [table]);
  return rows.map(({ text }) => text);
}
