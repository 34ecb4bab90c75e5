import type { Backfill, BackfillComparison, BackfillEstimate, ComparedBrick } from '@brickwork/client';
import { formatShare } from '@brickwork/contract/figures';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { versionId } from '../kits/version-id.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { collect, isReviewed, readWhere, reviewedOption, type Where } from '../read-where.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerBackfills(program: Command): void {
  const backfills = program
    .command('backfills')
    .description('Evaluate past runs again with another version or engine')
    .addHelpText(
      'after',
      `
Examples:
  brickwork backfills start support_qa@2 --metadata team=emea --estimate
  brickwork backfills start support_qa@2 --answer resolved=false --sample 500 --max-credits 5
  brickwork backfills compare bfl_…`,
    );
  registerStart(backfills);
  registerShow(backfills);
}

interface StartOptions extends Where {
  engine: 'auto' | 'local';
  after?: string;
  before?: string;
  reviewed?: 'yes' | 'no';
  sample?: number;
  maxCredits?: number;
  webhooks?: boolean;
  estimate?: boolean;
  detach?: boolean;
  json?: boolean;
}

function registerStart(backfills: Command): void {
  backfills
    .command('start')
    .argument('<version>', 'the version that answers, possibly a draft: KIT@VERSION or its kit_version_id')
    .description('Evaluate past runs again with a version of their kit, wait, and compare')
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option('--after <time>', 'only conversations after this time (RFC 3339)')
    .option('--before <time>', 'only conversations before this time')
    .addOption(reviewedOption())
    .option('--sample <count>', 'maximum number of runs, drawn at random; the same ones each time', parseCount)
    .addOption(new Option('--engine <engine>', 'local uses no model').choices(['auto', 'local']).default('auto'))
    .option('--max-credits <credits>', 'maximum cost in credits', parseCredits)
    .option('--webhooks', 'send events for the new runs')
    .option('--estimate', 'only estimate what it would cost')
    .option('--detach', 'do not wait for it')
    .option('--json', 'print one JSON document')
    .action(async (version: string, options: StartOptions) => {
      const { engine, after, before, reviewed, sample, maxCredits, webhooks, estimate, detach, json, ...where } =
        options;
      const client = await connect();
      const filter = {
        ...readWhere(where),
        occurred_after: after,
        occurred_before: before,
        reviewed: isReviewed(reviewed),
      };
      const request = { kit_version_id: await versionId(client, version), filter, sample, engine, webhooks };
      if (estimate) {
        const estimated = await client.backfills.estimate(request);
        if (json) printJson(estimated);
        else print(estimateText(estimated));
        return;
      }
      if (maxCredits === undefined)
        throw new UsageError(
          '--max-credits is missing: set the most it may cost. --estimate shows what it would cost.',
        );
      const started = await client.backfills.start({ ...request, max_credits: maxCredits });
      if (detach) {
        if (json) printJson(started);
        else print(summaryOf(started));
        return;
      }
      const bar = progressBar('Evaluating again');
      const ended = await untilInterrupted(`Interrupted. ${started.backfill_id} continues.`, (signal) =>
        client.backfills.wait(started.backfill_id, { signal, onProgress: bar.show }),
      ).finally(bar.clear);
      const comparison = await client.backfills.compare(ended.backfill_id);
      if (json) printJson({ ...ended, comparison });
      else {
        print(summaryOf(ended));
        print(comparisonTable(comparison));
      }
      if (ended.status !== 'succeeded') process.exitCode = EXIT.unsuccessful;
    });
}

function registerShow(backfills: Command): void {
  backfills
    .command('show')
    .argument('[backfill]', 'bfl_…; all by default')
    .description('Show the progress of backfills')
    .option('--json', 'print one JSON document')
    .action(async (backfillId: string | undefined, { json }: { json?: boolean }) => {
      const client = await connect();
      const found = backfillId === undefined ? await client.backfills.list() : [await client.backfills.get(backfillId)];
      if (json) printJson(backfillId === undefined ? { data: found } : found[0]);
      else print(found.length === 0 ? 'There are no backfills.' : found.map(summaryOf).join('\n'));
    });
  backfills
    .command('cancel')
    .argument('<backfill>', 'bfl_…')
    .description('Stop starting runs; finished ones are kept')
    .action(async (backfillId: string) => {
      const client = await connect();
      print(summaryOf(await client.backfills.cancel(backfillId)));
    });
  backfills
    .command('compare')
    .argument('<backfill>', 'bfl_…')
    .description('Show what a backfill changed, brick by brick')
    .option('--flips <count>', 'how many changed runs to list for each brick', parseCount)
    .option('--json', 'print one JSON document')
    .action(async (backfillId: string, { flips, json }: { flips?: number; json?: boolean }) => {
      const client = await connect();
      const comparison = await client.backfills.compare(backfillId, { flips: flips ?? (json ? undefined : 0) });
      if (json) {
        printJson(comparison);
        return;
      }
      print(comparisonText(comparison));
    });
}

function estimateText({
  runs,
  without_input,
  input_tokens,
  credits,
  most_credits_per_run,
  seconds,
}: BackfillEstimate): string {
  const missing = without_input === 0 ? '' : ` (${without_input} more no longer have an input)`;
  return `Runs: ${runs}${missing}, about ${input_tokens} tokens, ${credits} credits (at most ${most_credits_per_run} for one run), ${seconds} s.`;
}

export function comparisonText(comparison: BackfillComparison): string {
  return [
    comparisonTable(comparison),
    ...comparison.bricks.flatMap(({ key, flips }) =>
      flips.map(
        ({ run_id, rescored_run_id, before, after }) =>
          `${key}: ${run_id} ${shown(before)} → ${shown(after)} (${rescored_run_id})`,
      ),
    ),
  ].join('\n');
}

export function parseCredits(text: string): number {
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits) || credits < 0)
    throw new UsageError(`--max-credits must be a number from 0, not “${text}”.`);
  return credits;
}

export function summaryOf(backfill: Backfill): string {
  const { backfill_id, status, kit_version, done, total, succeeded, failed, skipped, credits, max_credits } = backfill;
  const what = backfill.shadow === undefined ? '' : ` as a shadow of ${formatShare(backfill.shadow)}`;
  const cap = max_credits === undefined ? '' : ` of ${max_credits}`;
  return `${backfill_id} ${status}, version ${kit_version}${what}: ${done} of ${total} runs (${succeeded} succeeded, ${failed} failed, ${skipped} skipped), ${credits}${cap} credits`;
}

function comparisonTable({ n, bricks }: BackfillComparison): string {
  if (n === 0) return 'No run has both answers yet.';
  return table(
    ['BRICK', 'N', 'CHANGED', 'VALUE', 'BEFORE', 'AFTER', 'P'],
    bricks.flatMap((brick) => linesOf(brick)),
  );
}

function linesOf({ key, n, changed, values, numbers }: ComparedBrick): string[][] {
  const head = [key, String(n), String(changed)];
  if (numbers !== undefined)
    return [
      [
        ...head,
        'mean',
        withInterval(numbers.mean_before, numbers.interval_before),
        withInterval(numbers.mean_after, numbers.interval_after),
        String(numbers.p),
      ],
    ];
  if (values === undefined) return [[...head, '–', '–', '–', '–']];
  return values.map(({ value, share_before, share_after, p }, index) => [
    ...(index === 0 ? head : ['', '', '']),
    shown(value),
    formatShare(share_before),
    formatShare(share_after),
    String(p),
  ]);
}

/** `61.2 (58.9 to 63.5)`. */
function withInterval(mean: number | undefined, interval: { low: number; high: number } | undefined): string {
  const short = (figure: number) => Number(figure.toPrecision(4));
  if (mean === undefined) return '–';
  return interval === undefined
    ? String(short(mean))
    : `${short(mean)} (${short(interval.low)} to ${short(interval.high)})`;
}

function shown(value: unknown): string {
  if (value === null) return '(none)';
  return value === undefined ? '–' : oneLine(typeof value === 'string' ? value : JSON.stringify(value), 32);
}
