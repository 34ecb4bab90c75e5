/** Puts the closing table of a run into docs/operations/scaling.md, with what it ran on. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { closingTable, rehearsalTable } from './closing-table.ts';
import type { HaReport } from './ha.ts';
import type { Programs } from './programs.ts';
import type { Rehearsal } from './rehearse.ts';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'operations', 'scaling.md');

export function writeMeasured(report: HaReport, { postgresBin }: Programs, startLoad: number): void {
  const text = `Written by \`npm run ha -- --write\` on ${conditions(postgresBin, startLoad)}.

${closingTable(report)}

${report.accepted} runs were accepted and ${report.retries} requests sent again; the standby answered ${report.readsByStandby} lists, the primary ${report.readsByPrimary} instead.
Nothing accepted was lost, no run ended twice, every invariant held.
`;
  write('measured', text);
}

export function writeRehearsed(report: Rehearsal, postgresBin: string, startLoad: number): void {
  const text = `Written by \`npm run ha -- --rehearsal= --write\` on ${conditions(postgresBin, startLoad)}.

${rehearsalTable(report)}

${report.accepted} runs were accepted and ${report.retries} requests sent again. Nothing accepted was lost, no run ended twice, every invariant held.
`;
  write('rehearsed', text);
}

function conditions(postgresBin: string, startLoad: number): string {
  const version = basename(dirname(postgresBin));
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), PostgreSQL ${version}, load average ${startLoad.toFixed(1)} at the start and ${(loadavg()[0] ?? 0).toFixed(1)} at the end`;
  return `${new Date().toISOString().slice(0, 10)}; everything on one machine: ${machine}`;
}

function write(marker: string, text: string): void {
  const page = readFileSync(FILE, 'utf8');
  const written = page.replace(
    new RegExp(`(<!-- ${marker} -->\\n)[\\s\\S]*(<!-- /${marker} -->)`),
    (_, head: string, tail: string) => `${head}\n${text}\n${tail}`,
  );
  writeFileSync(FILE, written);
}
