import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { wrapLines } from '../../tools/wrap-lines.ts';
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

const BEGIN = (name: string) => `<!-- measured: ${name} -->`;
const END = '<!-- end -->';

/** The page with these results between their markers; what people wrote around them stays, and so do other results. */
export function performancePage(page: string, date: Date, results: readonly Result[]): string {
  return results.reduce((text, result) => {
    const from = text.indexOf(BEGIN(result.name));
    const to = text.indexOf(END, from);
    if (from < 0 || to < 0) throw new Error(`docs/performance.md has no marker for ${result.name}`);
    return `${text.slice(0, from)}${BEGIN(result.name)}\n\n${sectionOf(date, result)}\n${text.slice(to)}`;
  }, page);
}

function sectionOf(date: Date, { name, title, lines }: Result): string {
  const rows = lines.map(({ what, value, bar, met }) => {
    const verdict = bar === undefined ? '' : `${bar} ${met ? 'met' : '**missed**'}`;
    return `| ${what} | ${value} | ${verdict} |`;
  });
  return `## ${title}

${wrapLines(`\`npm run bench -- ${name}\` on ${date.toISOString().slice(0, 10)}; ${machine()}.`)}

| what | measured | bar |
|---|---|---|
${rows.join('\n')}
`;
}
