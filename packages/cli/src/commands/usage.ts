import type { RunUsage } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { print, printJson, table } from '../terminal.ts';

interface UsageOptions {
  by: 'day' | 'kit';
  from?: string;
  to?: string;
  json?: boolean;
}

export function registerUsage(program: Command): void {
  program
    .command('usage')
    .description('Show usage: totals by day or kit, or for one run')
    .argument('[run]', 'a run’s id')
    .addOption(new Option('--by <what>', 'group by day or by kit').choices(['day', 'kit']).default('day'))
    .option('--from <date>', 'the first day, UTC; 30 days ago by default')
    .option('--to <date>', 'the last day')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  brickwork usage\n  brickwork usage --by kit --from 2026-11-01\n  brickwork usage run_…',
    )
    .action(async (runId: string | undefined, { by, from, to, json }: UsageOptions) => {
      const client = await connect();
      if (runId !== undefined) {
        const used = await client.runs.usage(runId);
        if (json) printJson(used);
        else print(costOf(used));
        return;
      }
      const totals = await client.usage.totals({ from, to, group_by: by });
      const { runs, bytes, runs_limit, bytes_limit } = totals.stored;
      const { currency } = totals;
      if (json) printJson(totals);
      else {
        print(
          table(
            [
              by === 'day' ? 'DAY' : 'KIT',
              'RUNS',
              'SUCCEEDED',
              'FAILED',
              'CANCELLED',
              'CALLS',
              'TOKENS',
              'CREDITS',
              ...(currency === undefined ? [] : [currency]),
            ],
            totals.data.map((row) => [
              row.day ?? row.kit_code ?? (row.kits === undefined ? '–' : `${row.kits} other kits`),
              String(row.runs),
              String(row.succeeded),
              String(row.failed),
              String(row.cancelled),
              String(row.calls),
              String(row.tokens.total),
              String(row.credits),
              ...(row.money === undefined ? [] : [row.money.toFixed(2)]),
            ]),
          ),
        );
        print(`Stored: ${runs}${of(runs_limit)} runs, ${bytes}${of(bytes_limit)} bytes`);
      }
    });
}

function costOf(used: RunUsage): string {
  const {
    engine,
    model = '–',
    attempts,
    calls,
    tokens,
    credits,
    money,
    currency = '',
    uncharged_credits,
    estimated,
  } = used;
  return [
    `engine ${engine}`,
    `model ${model}`,
    ...(attempts === undefined ? [] : [attempts === 1 ? '1 attempt' : `${attempts} attempts`]),
    calls === 1 ? '1 call' : `${calls} calls`,
    `${tokens.input} tokens in (${tokens.cached_input} cached)`,
    `${tokens.output} out`,
    `${credits} credits${estimated ? ' (estimated)' : ''}`,
    ...(money === undefined ? [] : [`${money} ${currency}`]),
    ...(uncharged_credits === undefined ? [] : [`${uncharged_credits} credits not charged, since it is a sandbox run`]),
  ].join(', ');
}

const of = (limit: number | null) => (limit === null ? '' : ` of ${limit}`);
