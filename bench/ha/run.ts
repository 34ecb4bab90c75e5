/**
 * `npm run ha [-- --short] [--haproxy=FAULTS] [--pgbouncer=FAULTS] [--logs=DIR] [--write]`: a PostgreSQL pair loses its primary under load,
 * then a check of all records. FAULTS is a comma list of the names in faults.ts, or nothing to leave that way out. Then, or alone with `--rehearsal=`,
 * two servers that are cut off from each other and from who decides; `--rehearsal=FAULTS` chooses from rehearse.ts.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { closingTable, rehearsalTable } from './closing-table.ts';
import { FAULTS } from './faults.ts';
import { type FaultName, ha, type Way } from './ha.ts';
import { findPrograms, newestPostgres, type Programs } from './programs.ts';
import { REHEARSED, type RehearsedName, rehearse } from './rehearse.ts';
import { writeMeasured, writeRehearsed } from './write-measured.ts';

type Schedule = Readonly<Record<Way, readonly FaultName[]>>;

/** Five to six minutes on a quiet machine, most of which Patroni waits for a leader that does not come back. */
const LONG: Schedule = {
  haproxy: ['postgres', 'machine', 'switchover', 'patroni', 'freeze', 'standby', 'partition', 'etcd'],
  pgbouncer: ['postgres', 'machine', 'switchover'],
};
const SHORT: Schedule = { haproxy: ['postgres', 'switchover'], pgbouncer: ['postgres'] };

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    haproxy: { type: 'string' },
    pgbouncer: { type: 'string' },
    rehearsal: { type: 'string' },
    logs: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const programs = findPrograms();
const postgresBin = newestPostgres();
if (postgresBin === undefined) console.log('skipped: this needs Debian’s package postgresql; install it with apt.');
else {
  if (values.rehearsal === undefined) await playAll();
  await playRehearsal(postgresBin);
}

async function playAll(): Promise<void> {
  if ('missing' in programs)
    console.log(
      `failovers by Patroni are skipped: they need ${programs.missing.join(', ')} of Debian; install them with apt.`,
    );
  else await play(programs, { haproxy: faultsOf('haproxy'), pgbouncer: faultsOf('pgbouncer') });
}

async function playRehearsal(found: string): Promise<void> {
  const startLoad = loadavg()[0] ?? 0;
  const startedAt = Date.now();
  const report = await rehearse({
    postgresBin: found,
    faults: rehearsedOf(values.rehearsal),
    say: (line) => console.log(`${`${Math.round((Date.now() - startedAt) / 1_000)} s`.padStart(6)}  ${line}`),
    logs: values.logs,
  });
  console.log(`\n${rehearsalTable(report)}\n\n${report.accepted} runs accepted, ${report.retries} requests sent again`);
  for (const violation of report.violations) console.error(`VIOLATED: ${violation}`);
  if (report.violations.length > 0) process.exitCode = 1;
  else if (values.write) writeRehearsed(report, found, startLoad);
}

function rehearsedOf(text: string | undefined): readonly RehearsedName[] {
  const all = Object.keys(REHEARSED) as RehearsedName[];
  const names = (text ?? '').split(',').filter((name) => name !== '');
  if (names.some((name) => !Object.hasOwn(REHEARSED, name)))
    throw new Error(`--rehearsal takes any of ${all.join(', ')}`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

function faultsOf(way: Way): readonly FaultName[] {
  const names = values[way]?.split(',').filter((name) => name !== '');
  if (names === undefined) return (values.short ? SHORT : LONG)[way];
  const known = names.filter((name): name is FaultName => Object.hasOwn(FAULTS, name));
  if (known.length < names.length) throw new Error(`--${way} takes any of ${Object.keys(FAULTS).join(', ')}`);
  return known;
}

async function play(found: Programs, schedule: Schedule): Promise<void> {
  const startedAt = Date.now();
  const startLoad = loadavg()[0] ?? 0;
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`.padStart(6);
  const report = await ha({
    programs: found,
    schedule,
    say: (line) => console.log(`${elapsed()}  ${line}`),
    logs: values.logs,
  });
  console.log(`\n${closingTable(report)}\n`);
  console.log(`${report.accepted} runs accepted, ${report.retries} requests sent again, ${elapsed().trim()} in all`);
  console.log(
    `${report.readsByStandby} lists answered by the standby, ${report.readsByPrimary} by the primary instead`,
  );
  if (report.violations.length === 0)
    console.log('nothing accepted was lost, no run ended twice, every invariant holds');
  for (const violation of report.violations) console.error(`VIOLATED: ${violation}`);
  if (values.write && report.violations.length === 0) writeMeasured(report, found, startLoad);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
