/** The end of a run, for people: every fault with the seconds without a successful request. */
import { spreadOf } from '../support/spread.ts';
import type { HaReport, Outage, Way } from './ha.ts';
import type { Rehearsal } from './rehearse.ts';
import { SIDES } from './witness.ts';

const WAYS: Readonly<Record<Way, string>> = { haproxy: 'HAProxy', pgbouncer: 'PgBouncer' };

export function closingTable({ outages }: HaReport): string {
  const rows = [
    ['through', 'fault', 'without accepting', 'without results', 'without lists'],
    ...outages.map((outage) => [WAYS[outage.way], outage.what, ...secondsOf(outage)]),
    ...spreads(outages),
  ];
  return tableOf(rows);
}

export function rehearsalTable({ outages }: Rehearsal): string {
  return tableOf([
    ['fault', 'without accepting', 'without new results', 'without lists', 'without reading a run'],
    ...outages.map(({ what, ...sides }) => [what, ...SIDES.map((side) => `${sides[side].toFixed(1)} s`)]),
  ]);
}

function tableOf(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}

function secondsOf({ accepting, results, lists }: Pick<Outage, 'accepting' | 'results' | 'lists'>): string[] {
  return [accepting, results, lists].map((value) => `${value.toFixed(1)} s`);
}

function spreads(outages: readonly Outage[]): string[][] {
  return (['haproxy', 'pgbouncer'] as const).flatMap((way) => {
    const its = outages.filter((outage) => outage.way === way);
    if (its.length === 0) return [];
    const spread = (side: 'accepting' | 'results' | 'lists') => spreadOf(its.map((outage) => outage[side]));
    const [accepting, results, lists] = [spread('accepting'), spread('results'), spread('lists')];
    return (['p50', 'max'] as const).map((which) => [
      WAYS[way],
      `all: ${which}`,
      ...secondsOf({ accepting: accepting[which], results: results[which], lists: lists[which] }),
    ]);
  });
}
