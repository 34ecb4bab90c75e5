/** The end of a run, for people: every fault with the seconds without a successful request. */
import { spreadOf } from '../support/spread.ts';
import type { HaReport, Outage, Way } from './ha.ts';
import type { Rehearsal } from './rehearse.ts';
import { SIDES, type Side } from './witness.ts';

const WAYS: Readonly<Record<Way, string>> = { haproxy: 'HAProxy', pgbouncer: 'PgBouncer' };

const SIDE_NAMES = ['without accepting', 'without new results', 'without lists', 'without reading a run'];

export function closingTable({ outages }: HaReport): string {
  return tableOf([
    ['through', 'fault', ...SIDE_NAMES],
    ...outages.map((outage) => [WAYS[outage.way], outage.what, ...secondsOf(outage)]),
    ...spreads(outages),
  ]);
}

export function rehearsalTable({ outages }: Rehearsal): string {
  return tableOf([['fault', ...SIDE_NAMES], ...outages.map((outage) => [outage.what, ...secondsOf(outage)])]);
}

function tableOf(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}

function secondsOf(outage: Record<Side, number>): string[] {
  return SIDES.map((side) => `${outage[side].toFixed(1)} s`);
}

function spreads(outages: readonly Outage[]): string[][] {
  return (['haproxy', 'pgbouncer'] as const).flatMap((way) => {
    const its = outages.filter((outage) => outage.way === way);
    if (its.length === 0) return [];
    return (['p50', 'max'] as const).map((which) => [
      WAYS[way],
      `all: ${which}`,
      ...SIDES.map((side) => `${spreadOf(its.map((outage) => outage[side]))[which].toFixed(1)} s`),
    ]);
  });
}
