import { resolve } from 'node:path';
import type { OpenDestination } from '@brickwork/warehouse/destination';
import type { Exported } from '@brickwork/warehouse/export-data-set';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface ExportOptions {
  to: string;
  mask?: boolean;
  json?: boolean;
}

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('Write runs, answers, evidence, reviews and usage as Parquet files for a data warehouse')
    .addOption(new Option('--format <format>', 'the format of the files').choices(['parquet']).default('parquet'))
    .requiredOption('--to <place>', 'a directory')
    .option('--mask', 'names, numbers and addresses of people as placeholders')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
The first export writes everything; each later one to the same place writes only the days that have changed. One that was
interrupted or killed goes on where it stopped.

Examples:
  brickwork export --to warehouse/
  duckdb -c "SELECT status, count(*) FROM 'warehouse/runs/*/*.parquet' GROUP BY ALL"`,
    )
    .action(async ({ to, mask, json }: ExportOptions) => {
      const client = await connect();
      const open = await destinationOf(to);
      const bar = progressBar('Exporting');
      const [{ exportDataSet }, { openDay }, { apiSource }, { ExportError }] = await Promise.all([
        import('@brickwork/warehouse/export-data-set'),
        import('@brickwork/warehouse/write-day'),
        import('../warehouse/api-source.ts'),
        import('@brickwork/warehouse/export-error'),
      ]);
      const exported = await untilInterrupted(
        'Interrupted: run the command again, and the export goes on where it stopped.',
        (signal) =>
          exportDataSet({
            source: apiSource(client, { ...(mask && { mask }) }),
            open,
            openDay,
            signal,
            now: () => new Date(),
            onProgress: ({ days, of, runs }) => bar.show({ done: days, total: of }, `${runs} runs`),
          }),
      )
        .catch((error: unknown) => {
          throw error instanceof ExportError ? new UsageError(error.message) : error;
        })
        .finally(() => bar.clear());
      if (json) printJson({ to, ...exported });
      else print(summaryOf(exported));
    });
}

async function destinationOf(to: string): Promise<OpenDestination> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to)) throw new UsageError(`--to: ${to} is not a directory.`);
  const { directoryDestination } = await import('@brickwork/warehouse/directory-destination');
  return directoryDestination(resolve(to));
}

function summaryOf({ days, runs, totals }: Exported): string {
  if (days === 0) return `Nothing has changed: ${totals.runs} runs are exported.`;
  return `${runs} runs of ${days} days written. The data set now has ${totals.runs} runs, ${totals.answers} answers, ${totals.evidence} pieces of evidence and ${totals.reviews} reviews.`;
}
