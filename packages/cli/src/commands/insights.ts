import type { BrickInsights, Insights } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { asOperator } from '../operator.ts';
import { asOption, collect, isReviewed, readWhere, reviewedOption, type Where } from '../read-where.ts';
import { sparkline } from '../sparkline.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface InsightsOptions extends Where {
  by: string;
  from?: string;
  to?: string;
  reviewed?: 'yes' | 'no';
  as?: 'given' | 'reviewed';
  json?: boolean;
}

export function registerInsights(program: Command): void {
  const insights = program
    .command('insights')
    .description('Show how often each answer was given, and how that moves')
    .argument('<kit>', 'the kit’s slug, code or id')
    .option('--by <what>', 'day, week, month, version or metadata.KEY', 'week')
    .option('--from <date>', 'the first day, UTC; 90 days ago by default')
    .option('--to <date>', 'the last day')
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with such a confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .addOption(reviewedOption())
    .addOption(asOption())
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork insights support_qa --by week
  brickwork insights support_qa --by metadata.team --from 2026-11-01
  brickwork insights support_qa --as reviewed
  brickwork insights rebuild`,
    )
    .action(async (kit: string, { by, from, to, reviewed, as, json, ...where }: InsightsOptions) => {
      const client = await connect();
      const found = await client.insights.get(kit, {
        ...readWhere(where),
        group_by: groupByOf(by),
        from,
        to,
        reviewed: isReviewed(reviewed),
        as,
      });
      if (json) printJson(found);
      else print(insightsTable(found));
    });
  insights
    .command('rebuild')
    .description('Compute answers and counts again from the stored results of all workspaces')
    .option('--json', 'print one JSON document')
    .action(async (_options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const rebuilt = await asOperator(({ insights: rebuilding }) => rebuilding.rebuild());
      if (json) printJson(rebuilt);
      else print(`Counted ${rebuilt.runs} runs of ${rebuilt.days} days.`);
    });
}

const TIMES = ['day', 'week', 'month', 'version'] as const;

function groupByOf(by: string): (typeof TIMES)[number] | `metadata.${string}` {
  const time = TIMES.find((each) => each === by);
  if (time !== undefined) return time;
  if (by.startsWith('metadata.')) return `metadata.${by.slice('metadata.'.length)}`;
  throw new UsageError(`--by must be ${TIMES.join(', ')} or metadata.KEY, not “${by}”.`);
}

function insightsTable({ from, to, group_by, data, total }: Insights): string {
  const { succeeded, failed, cancelled } = total.runs;
  const runs = `Runs from ${from} to ${to}: ${succeeded} succeeded, ${failed} failed, ${cancelled} cancelled.`;
  if (total.bricks.length === 0) return runs;
  const groups = `By ${group_by}: ${data.map(({ group }) => oneLine(group ?? '(none)', 24)).join(' · ')}`;
  const rows = total.bricks.map((brick) => {
    const series = data.map(({ bricks }) => bricks.find(({ key }) => key === brick.key));
    return [
      brick.key,
      String(brick.answered),
      String(brick.not_applicable + brick.abstained),
      headlineOf(brick),
      sparkline(series.map((each) => each && figureOf(each, leadingOf(brick)))),
      reviewedOf(brick),
    ];
  });
  return [
    runs,
    groups,
    '',
    table(['BRICK', 'ANSWERED', 'NO VALUE', 'FIGURE (95 % INTERVAL)', 'TREND', 'REVIEWED'], rows),
  ].join('\n');
}

function reviewedOf({ reviewed }: BrickInsights): string {
  if (reviewed === undefined || reviewed.n === 0) return 'nobody has yet';
  return reviewed.accuracy === undefined ? `${reviewed.n}` : `${percent(reviewed.accuracy)} right (${reviewed.n})`;
}

/** The value whose share is shown: yes for yes/no questions, else the most frequent one. */
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

function headlineOf(brick: BrickInsights): string {
  const median = brick.quantiles?.find(({ quantile }) => quantile === 0.5);
  if (median !== undefined) return `median ${median.value} (${median.low}–${median.high})`;
  const leading = leadingOf(brick);
  const found = brick.values?.find(({ value }) => value === leading);
  if (found === undefined) return '–';
  const { value, low, high } = found.share;
  return `${oneLine(found.name ?? String(found.value), 24)} ${percent(value)} (${percent(low)}–${percent(high)})`;
}

function percent(share = 0): string {
  return `${(share * 100).toFixed(1)} %`;
}
