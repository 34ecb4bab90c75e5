/**
 * `npm run chaos [-- --seed=N] [--seconds=N] [--faults=N] [--runs=N] [--at-most=SECONDS] [--flood=N] [--pause=MS] [--log=FILE]`: ten minutes by default, and on until there were 200 faults and 20,000 runs, then a check of all
 * records. A seed replays its schedule.
 */
import { parseArgs } from 'node:util';
import { chaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '600' },
    faults: { type: 'string', default: '200' },
    runs: { type: 'string', default: '20000' },
    'at-most': { type: 'string' },
    flood: { type: 'string', default: '400' },
    pause: { type: 'string', default: '20' },
    log: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(
  `seed ${seed}: npm run chaos -- --seed=${seed} --seconds=${values.seconds} --faults=${values.faults} --runs=${values.runs}`,
);
const report = await chaos({
  seed,
  seconds: Number(values.seconds),
  faults: Number(values.faults),
  runs: Number(values.runs),
  ...(values['at-most'] !== undefined && { atMostSeconds: Number(values['at-most']) }),
  flood: Number(values.flood),
  pauseMs: Number(values.pause),
  reads: true,
  logFile: values.log,
  say: (line) => console.log(`  ${line}`),
});
console.log(
  `${report.faults.length} faults, ${report.accepted} runs accepted, ${report.pushed} of them through an intake, ${report.retries} requests sent again`,
);
const { requests, failures, repetitions, runs } = report.receiver;
console.log(
  `the receiver got ${requests} deliveries, failed ${failures} of them, and took the events of ${runs} runs, ${repetitions} of them again`,
);
const { parts } = report;
console.log(
  `beside them ${parts.runs} runs written to a destination, ${parts.backfills} backfills, ${parts.exports} whole exports, ${parts.messages} messages of a channel about an alert, ${parts.notes} coaching notes, ${parts.imported} runs loaded`,
);
const { rooms } = report;
console.log(
  `and ${rooms.questions} questions, ${rooms.contrasts} contrasts, ${rooms.learnings} learnings, ${rooms.masked} masked exports, ${rooms.cancelled} runs cancelled by filter; ${report.allAccepted} runs were accepted in all`,
);
console.log('from a fault to the next run that was accepted and ended:');
console.table(
  report.recovery.map(({ kind, count, p50, max }) => ({ fault: kind, times: count, 'p50 (ms)': p50, 'max (ms)': max })),
);
if (report.violations.length === 0)
  console.log(
    'nothing lost, nothing twice, everything ended, every end told and signed, every invariant holds, insights are exact',
  );
for (const violation of report.violations) console.error(`VIOLATED: ${violation}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
