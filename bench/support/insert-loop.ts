/** Single-row prepared INSERTs of a run's row, as fast as pgbench does them; an equal loop over the driver where it is not installed. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newUuid } from '@brickwork/server/core/ids';
import { isInstalled, openBenchDatabase, type Site, type SiteDatabase } from './site.ts';

const TABLE = 'bench_inserts';
const ROW = `'live', %ID%, 'api', 'async', '019a0000-0000-7000-8000-000000000002', 'BENCHKIT', '019a0000-0000-7000-8000-000000000003', 1, NULL, NULL, %INPUT%, now()`;
const COLUMNS =
  'workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at';
const WORKSPACE = `'019a0000-0000-7000-8000-000000000001'`;

export interface InsertLoop {
  driver: string;
  /** Rows per second. */
  measure(seconds: number): Promise<number>;
  stop(): Promise<void>;
}

export async function pgbenchInserts(
  site: Site,
  db: SiteDatabase,
  input: Record<string, unknown>,
  clients: number,
): Promise<InsertLoop> {
  await db.database.query(`CREATE TABLE ${TABLE} (LIKE runs INCLUDING ALL)`);
  const text = JSON.stringify(input);
  return isInstalled('pgbench') ? pgbench(site, db, text, clients) : driverLoop(site, db, text, clients);
}

function statement(id: string, input: string): string {
  return `INSERT INTO ${TABLE} (${COLUMNS}) VALUES (${WORKSPACE}, ${ROW.replace('%ID%', id).replace('%INPUT%', input)})`;
}

function pgbench(site: Site, db: SiteDatabase, input: string, clients: number): InsertLoop {
  const script = join(site.directory, 'inserts.sql');
  writeFileSync(script, `${statement('uuidv7()', ':input')};\n`);
  const { host, port, user, password } = site.postgres;
  return {
    driver: 'pgbench',
    async measure(seconds) {
      const { stdout } = await promisify(execFile)(
        'pgbench',
        [
          '--no-vacuum',
          '--protocol=prepared',
          `--client=${clients}`,
          '--jobs=2',
          `--time=${seconds}`,
          `--file=${script}`,
          `--define=input=${input}`,
          '-h',
          host,
          '-p',
          String(port),
          '-U',
          user,
          db.name,
        ],
        { env: { PATH: process.env.PATH, PGPASSWORD: password, LC_ALL: 'C' } },
      );
      const [, tps] = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout) ?? [];
      if (tps === undefined) throw new Error(`pgbench said:\n${stdout}`);
      return Number(tps);
    },
    stop: async () => {},
  };
}

function driverLoop(site: Site, db: SiteDatabase, input: string, clients: number): InsertLoop {
  const database = openBenchDatabase({ ...site.postgres, database: db.name }, clients);
  const insert = { name: 'bench_insert', text: statement('$1', '$2') };
  return {
    driver: 'a loop over the driver',
    async measure(seconds) {
      let rows = 0;
      const startedAt = performance.now();
      const until = startedAt + seconds * 1_000;
      await Promise.all(
        Array.from({ length: clients }, async () => {
          while (performance.now() < until) {
            await database.query(insert, [newUuid(), input]);
            rows += 1;
          }
        }),
      );
      return rows / ((performance.now() - startedAt) / 1_000);
    },
    stop: () => database.close(),
  };
}
