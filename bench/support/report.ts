import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Result } from './result.ts';

export function machine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gibibytes} GiB, Node ${process.versions.node}, PostgreSQL 18 embedded; load average ${load}`;
}

export function printResult({ title, lines }: Result): void {
  console.log(`\n${title}`);
  for (const { what, value, bar, met } of lines) {
    const verdict = bar === undefined ? '' : `   bar ${bar}: ${met ? 'met' : 'MISSED'}`;
    console.log(`  ${what}: ${value}${verdict}`);
  }
}

export function performancePage(date: Date, results: readonly Result[]): string {
  const tables = results.map(
    ({ name, title, lines }) =>
      `## ${title}\n\n\`npm run bench -- ${name}\`\n\n| what | measured | bar |\n|---|---|---|\n${lines
        .map(
          ({ what, value, bar, met }) =>
            `| ${what} | ${value} | ${bar === undefined ? '' : `${bar} ${met ? 'met' : '**missed**'}`} |`,
        )
        .join('\n')}\n`,
  );
  return `# Performance

Written by \`npm run bench -- --write\` on ${date.toISOString().slice(0, 10)}. Machine: ${machine()}.

Both sides of a ratio were measured in the same run, in turns; absolute figures depend on the machine and on who else uses it. PostgreSQL ran with
its shipped settings, fsync on. How the costs came about and what was done about them: [decision 0060](decisions/0060-what-accepting-a-run-costs.md).

${tables.join('\n')}`;
}
