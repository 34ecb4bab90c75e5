/** `npm run chaos [-- --seed=N] [--seconds=N]`: five minutes of faults unless told, then the books. A seed replays its schedule. */
import { parseArgs } from 'node:util';
import { chaos } from './chaos.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seconds: { type: 'string', default: '300' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`seed ${seed}: npm run chaos -- --seed=${seed} --seconds=${values.seconds}`);
const report = await chaos({ seed, seconds: Number(values.seconds), say: (line) => console.log(`  ${line}`) });
console.log(`${report.faults.length} faults, ${report.accepted} runs accepted, ${report.retries} requests sent again`);
console.log(
  `from a fault to the next accepted and ended run: p50 ${report.recovery.p50} ms, at most ${report.recovery.max} ms`,
);
if (report.violations.length === 0) console.log('nothing lost, nothing twice, everything ended, every invariant holds');
for (const violation of report.violations) console.error(`VIOLATED: ${violation}`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
