/** Measures what one call takes. CPU time and bytes, not durations: other work on the machine disturbs them little. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { readExampleKit } from '@brickwork/server/main/read-example-kit';
import { askAsRuns } from '../cost.ts';
import { runMany } from '../end-to-end.ts';
import { startFakeModel } from '../support/fake-model.ts';
import { machine } from '../support/report.ts';
import { ROOT, startServiceNode } from '../support/service-node.ts';
import { type Site, type SiteDatabase, startSite } from '../support/site.ts';
import type { Figures } from './figures.ts';

const WARM_UP = 8;
const READ_RUNS = 16;
const WORDS_RUNS = 600;
const MODEL_RUNS = 40;
const CALL_BYTES = 5_000;

export async function measure(): Promise<Figures> {
  const site = await startSite();
  try {
    const db = await site.database('capacity');
    const kitCode = await db.publish(readExampleKit('support-qa'));
    const read = await measureRuns(site, db, kitCode, READ_RUNS, {});
    const words = await measureRuns(site, db, kitCode, WORDS_RUNS, { BRICKWORK_READER: '0' });
    const computed = await measureRuns(site, db, await db.publish(COMPUTED), WORDS_RUNS, { BRICKWORK_READER: '0' });
    const tokens = await measureTokens();
    return {
      measured_on: new Date().toISOString().slice(0, 10),
      machine: machine(),
      read_cpu_seconds: round(read.node),
      words_cpu_seconds: round(words.node),
      service_cpu_seconds: round(computed.node),
      postgres_cpu_seconds: round(words.postgres),
      database_bytes: Math.round(words.database),
      wal_bytes: Math.round(words.wal),
      ...measureParquet(),
      ...tokens,
    };
  } finally {
    await site.stop();
  }
}

/** Nothing to read but one number: what is left is the service. */
const COMPUTED = { kit: 'turns', name: 'Turns', bricks: [{ key: 'turns', type: 'numeric', metric: 'turn_count' }] };

const round = (value: number) => Number(value.toPrecision(3));

/** What each of so many runs took, from accept to terminal. */
async function measureRuns(
  site: Site,
  db: SiteDatabase,
  kitCode: string,
  runs: number,
  environment: Record<string, string>,
) {
  const node = await startServiceNode({ databaseUrl: db.url, environment });
  try {
    await runMany(db, node.port, kitCode, WARM_UP); // Threads start, tables and the model are loaded.
    const before = await takenOf(site, db, node.cpuSeconds());
    await runMany(db, node.port, kitCode, runs);
    const after = await takenOf(site, db, node.cpuSeconds());
    const each = (what: keyof typeof after) => (after[what] - before[what]) / runs;
    return { node: each('node'), postgres: each('postgres'), database: each('database'), wal: each('wal') };
  } finally {
    await node.stop();
  }
}

async function takenOf(site: Site, { database }: SiteDatabase, node = Number.NaN) {
  const { rows } = await database.query<{ size: string; wal: string }>(
    "SELECT pg_database_size(current_database()) AS size, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal",
  );
  const [taken] = rows;
  return {
    node,
    postgres: site.postgresCpuSeconds() ?? Number.NaN,
    database: Number(taken?.size),
    wal: Number(taken?.wal),
  };
}

async function measureTokens(): Promise<
  Pick<Figures, 'model_calls' | 'input_tokens' | 'cached_input_tokens' | 'output_tokens'>
> {
  const model = await startFakeModel({ latencyMs: 0, memoryTokens: 5_000_000 });
  const pool = new EvaluationPool();
  pool.start();
  const ask = askAsRuns(pool, model);
  await ask(0);
  model.settle();
  for (let index = 0; index < MODEL_RUNS; index += 1) await ask(index);
  const { calls, input, cached, output } = model.settle();
  await pool.stop();
  await model.stop();
  const each = (sum: number) => Math.round(sum / MODEL_RUNS);
  return {
    model_calls: round(calls / MODEL_RUNS),
    input_tokens: each(input),
    cached_input_tokens: each(cached),
    output_tokens: each(output),
  };
}

/** Of the conversations of the example kits, which nobody repeated to make them longer: repetitions compress far too well. */
function measureParquet(): Pick<Figures, 'parquet_answers_bytes' | 'parquet_input_bytes'> {
  const directory = mkdtempSync(join(tmpdir(), 'brickwork-capacity-'));
  try {
    const kits = join(ROOT, 'examples', 'kits');
    const lines = readdirSync(kits, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) =>
        readFileSync(join(kits, name, 'golden.jsonl'), 'utf8')
          .trim()
          .split('\n'),
      );
    const inputs = lines.map((line) => (JSON.parse(line) as { input: { transcript?: unknown } }).input);
    const spoken = inputs.filter(({ transcript }) => typeof transcript === 'string');
    const source = join(directory, 'calls.jsonl');
    writeFileSync(source, spoken.map((input) => JSON.stringify({ input })).join('\n'));
    const bytesOf = (...more: string[]) => {
      const out = join(directory, `out${more.length}`);
      const kit = join(kits, 'support-qa', 'kit.yaml');
      const cli = join(ROOT, 'packages', 'cli', 'bin', 'brickwork.js');
      execFileSync(process.execPath, [cli, 'evaluate', kit, source, '--engine', 'lexical', '--out', out, ...more]);
      return statSync(join(out, 'answers-00000-of-00001.parquet')).size;
    };
    const answers = bytesOf();
    const share =
      (bytesOf('--with-input') - answers) / spoken.reduce((sum, input) => sum + JSON.stringify(input).length, 0);
    return {
      parquet_answers_bytes: Math.round(answers / spoken.length),
      parquet_input_bytes: Math.round(share * CALL_BYTES),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
