import type { BrickInsights, Insights, InsightsGroup } from '@brickwork/client';
import { formatNumber, formatShare, intervalText } from '@brickwork/contract/figures';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { asOperator } from '../operator.ts';
import {
  asOption,
  collect,
  DIMENSION_OPTION,
  isReviewed,
  readWhere,
  reviewedOption,
  type Where,
} from '../read-where.ts';
import { sparkline } from '../sparkline.ts';
import { oneLine, print, printJson, table, writeOut } from '../terminal.ts';

interface InsightsOptions extends Where {
  by: string;
  from?: string;
  to?: string;
  timezone?: string;
  csv?: boolean;
  reviewed?: 'yes' | 'no';
  as?: 'given' | 'reviewed';
  json?: boolean;
}

export function registerInsights(program: Command): void {
  const insights = program
    .command('insights')
    .description('Show how often each answer was given, and how that changes over time')
    .argument('<kit>', 'the kit’s slug, code or id')
    .option(
      '--by <what>',
      'day, week, month, version, a dimension such as team, metadata.KEY, or two of them: week,team',
      'week',
    )
    .option('--from <date>', 'the first day; 90 days ago by default')
    .option('--to <date>', 'the last day')
    .option(
      '--timezone <zone>',
      'time zone in which days begin and end, such as Europe/Lisbon; the workspace’s by default',
    )
    .option(...DIMENSION_OPTION, collect, [])
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .addOption(reviewedOption())
    .addOption(asOption())
    .option('--csv', 'print CSV, a row for each value of each brick of each group')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork insights support_qa --by week
  brickwork insights support_qa --by week,team --from 2026-11-01 --csv
  brickwork insights support_qa --by agent --dimension team=Porto
  brickwork insights support_qa --as reviewed
  brickwork insights rebuild`,
    )
    .action(async (kit: string, { by, from, to, timezone, reviewed, as, csv, json, ...where }: InsightsOptions) => {
      const client = await connect();
      const query = { ...readWhere(where), group_by: by, from, to, timezone, reviewed: isReviewed(reviewed), as };
      if (csv) {
        for await (const chunk of await client.insights.csv(kit, query)) await writeOut(chunk);
        return;
      }
      const found = await client.insights.get(kit, query);
      if (json) printJson(found);
      else print(insightsTable(found));
    });
  insights
    .command('rebuild')
    .description('Recompute the rows behind insights from the stored results of all workspaces')
    .option('--json', 'print one JSON document')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const rebuilt = await asOperator(({ insights: rebuilding }) => rebuilding.rebuild());
      if (json) printJson(rebuilt);
      else print(`Counted ${rebuilt.runs} runs of ${rebuilt.days} days.`);
    });
}

export function insightsTable({ from, to, group_by, data, total }: Insights): string {
  const { succeeded, failed, cancelled } = total.runs;
  const runs = `Runs from ${from} to ${to}: ${succeeded} succeeded, ${failed} failed, ${cancelled} cancelled.`;
  if (total.bricks.length === 0) return runs;
  const isTrend = ALONG.includes(group_by);
  const groups = `By ${group_by}: ${data.map((group) => oneLine(nameOf(group), 32)).join(' · ')}`;
  const rows = total.bricks.map((brick) => {
    const series = data.map(({ bricks }) => bricks.find(({ key }) => key === brick.key));
    return [
      brick.key,
      String(brick.answered),
      String(brick.not_sure),
      String(brick.no_answer),
      String(brick.not_applicable),
      headlineOf(brick, leadingOf(brick)),
      ...(isTrend ? [sparkline(series.map((each) => each && figureOf(each, leadingOf(brick))))] : []),
      reviewedOf(brick),
    ];
  });
  const trend = isTrend ? ['TREND'] : [];
  return [
    runs,
    ...(isTrend ? [groups] : []),
    '',
    table(['BRICK', 'ANSWERED', 'NOT SURE', 'NOT MENTIONED', 'DOES NOT APPLY', FIGURE, ...trend, 'REVIEWED'], rows),
    ...(isTrend ? [] : ['', groupsTable(total.bricks, data, group_by)]),
  ].join('\n');
}

/** Groups in which a row of small bars shows a course. */
const ALONG = ['day', 'week', 'month', 'version'];
const FIGURE = 'FIGURE (95 % INTERVAL)';

/** A line for each group of each brick that has a figure. */
function groupsTable(bricks: readonly BrickInsights[], data: readonly InsightsGroup[], by: string): string {
  const rows = bricks.flatMap((brick) => {
    const leading = leadingOf(brick);
    if (brick.mean === undefined && leading === undefined) return [];
    return data.map((group) => {
      const own = group.bricks.find(({ key }) => key === brick.key);
      const figure = own === undefined || own.answered === 0 ? '–' : headlineOf(own, leading);
      return [brick.key, oneLine(nameOf(group), 32), String(own?.answered ?? 0), figure];
    });
  });
  return table(['BRICK', `BY ${by.toUpperCase()}`, 'ANSWERED', FIGURE], rows);
}

function reviewedOf({ reviewed }: BrickInsights): string {
  if (reviewed === undefined) return '–';
  if (reviewed.n === 0) return 'nobody has yet';
  return reviewed.accuracy === undefined ? `${reviewed.n}` : `${formatShare(reviewed.accuracy)} right (${reviewed.n})`;
}

/** `2026-11-09 / Porto`. */
function nameOf({ group, groups, size }: InsightsGroup): string {
  if (size !== undefined) return `${size} others`;
  return Object.values(groups ?? { group: group ?? null })
    .map((value) => value ?? '(none)')
    .join(' / ');
}

/** The value whose share is shown: yes for yes/no questions, otherwise the most frequent one. */
function leadingOf({ values = [] }: BrickInsights): string | number | boolean | undefined {
  return values.some(({ value }) => value === true) ? true : values[0]?.value;
}

function figureOf(
  { values, quantiles }: BrickInsights,
  leading: string | number | boolean | undefined,
): number | undefined {
  if (quantiles !== undefined) return quantiles.find(({ quantile }) => quantile === 0.5)?.value;
  return values === undefined ? undefined : (values.find(({ value }) => value === leading)?.share.value ?? 0);
}

const rounded = (value: number) => formatNumber(Number(value.toPrecision(3)));

function headlineOf(
  { answered, mean, quantiles, values }: BrickInsights,
  leading: string | number | boolean | undefined,
): string {
  if (mean !== undefined) {
    const median = quantiles?.find(({ quantile }) => quantile === 0.5);
    const ofMean = mean.low === undefined ? '' : ` (${intervalText(mean, rounded)})`;
    return `mean ${rounded(mean.value)}${ofMean}${median === undefined ? '' : `, median ${median.value}`}`;
  }
  const found = values?.find(({ value }) => value === leading);
  if (found !== undefined) {
    const { value, low, high } = found.share;
    return `${oneLine(found.name ?? String(found.value), 24)} ${formatShare(value)} (${intervalText({ value, low, high }, formatShare)})`;
  }
  return leading === undefined || answered === 0 ? '–' : `${oneLine(String(leading), 24)} ${formatShare(0)}`;
}
