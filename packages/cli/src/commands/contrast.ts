import type { Contrast } from '@brickwork/client';
import { formatShare, PHRASES_BY_CHANCE } from '@brickwork/contract/figures';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { type RunOptions, readRunFilter, withRunOptions } from '../questions/run-options.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

interface ContrastOptions extends RunOptions {
  side: 'customer' | 'agent' | 'all';
  limit?: number;
  json?: boolean;
}

export function registerContrast(program: Command): void {
  const contrast = program
    .command('contrast')
    .description('Show what comes up in some calls, but not in others of the same kit and period');
  withRunOptions(contrast)
    .addOption(
      new Option('--side <side>', 'whose turns to compare').choices(['customer', 'agent', 'all']).default('customer'),
    )
    .option('--limit <count>', 'maximum number of phrases', parseCount)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork contrast --kit support_qa --answer score=lt:60 --since 30d
  brickwork contrast --dimension team=Porto`,
    )
    .action(async (options: ContrastOptions) => {
      const client = await connect();
      const { side, limit, json } = options;
      const { contrast_id } = await client.contrasts.start({ filter: readRunFilter(options), side, limit });
      const bar = progressBar('Reading');
      const ended = await untilInterrupted(`Interrupted. ${contrast_id} continues.`, (signal) =>
        client.contrasts.wait(contrast_id, {
          signal,
          onProgress: ({ read, sample }) => bar.show({ done: read, total: sample.calls + sample.against }),
        }),
      ).finally(bar.clear);
      if (json) printJson(ended);
      else print(contrastText(ended));
      if (ended.status !== 'succeeded') process.exitCode = EXIT.unsuccessful;
    });
}

function contrastText({ contrast_id, status, phrases, sample, error }: Contrast): string {
  const of = `${contrast_id} ${status}: ${sample.calls} calls against ${sample.against}${error === undefined ? '' : `. ${error}`}`;
  if (phrases.length === 0) return `${of}. No phrase is more frequent in these calls than chance would explain.`;
  const rows = phrases.map(({ phrase, also, calls, share, share_against, run_ids }) => [
    oneLine([phrase, ...also].join(', '), 60),
    String(calls),
    formatShare(share),
    formatShare(share_against),
    run_ids[0] ?? '',
  ]);
  const all = `All calls with a phrase: brickwork runs list with the same filters and --search '"${oneLine(phrases[0]?.phrase ?? '', 60)}"'`;
  return [table(['PHRASE', 'CALLS', 'SHARE', 'OTHERS', 'FOR EXAMPLE'], rows), of, PHRASES_BY_CHANCE, all].join('\n');
}
