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
  region?: string;
  endpoint?: string;
  mask?: boolean;
  json?: boolean;
}

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('Write runs, answers, evidence, reviews and usage as Parquet files for a data warehouse')
    .addOption(new Option('--format <format>', 'the format of the files').choices(['parquet']).default('parquet'))
    .requiredOption('--to <place>', 'a directory, or s3://bucket/prefix')
    .option('--region <region>', 'region of the bucket; AWS_REGION by default')
    .option('--endpoint <url>', 'address of an S3-compatible service; AWS_ENDPOINT_URL_S3 by default')
    .option('--mask', 'replace people’s names, numbers and addresses with placeholders')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Credentials for S3 are found as by the AWS tools: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role.

The first export writes everything; each later one to the same place writes only the days that have changed. One that was
interrupted or killed continues where it stopped.

Examples:
  brickwork export --to warehouse/
  brickwork export --to s3://calls/live
  duckdb -c "SELECT status, count(*) FROM 'warehouse/runs/*/*.parquet' GROUP BY ALL"`,
    )
    .action(async ({ to, region, endpoint, mask, json }: ExportOptions) => {
      const client = await connect();
      const open = await destinationOf(to, { region, endpoint });
      const bar = progressBar('Exporting');
      const [{ exportDataSet }, { openDay }, { apiSource }, { ExportError }] = await Promise.all([
        import('@brickwork/warehouse/export-data-set'),
        import('@brickwork/warehouse/write-day'),
        import('../warehouse/api-source.ts'),
        import('@brickwork/warehouse/export-error'),
      ]);
      const exported = await untilInterrupted(
        'Interrupted: run the command again, and the export continues where it stopped.',
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

async function destinationOf(
  to: string,
  options: { region: string | undefined; endpoint: string | undefined },
): Promise<OpenDestination> {
  if (to.startsWith('s3://')) {
    const [{ parseS3Location }, { s3Destination }] = await Promise.all([
      import('@brickwork/warehouse/s3/s3-location'),
      import('@brickwork/warehouse/s3/s3-destination'),
    ]);
    return s3Destination({ ...parseS3Location(to), ...options });
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to))
    throw new UsageError(`--to: ${to} is neither a directory nor s3://bucket/prefix.`);
  const { directoryDestination } = await import('@brickwork/warehouse/directory-destination');
  return directoryDestination(resolve(to));
}

function summaryOf({ days, runs, totals }: Exported): string {
  if (days === 0) return `Nothing has changed: ${totals.runs} runs are exported.`;
  return `${runs} runs of ${days} days written. The data set now has ${totals.runs} runs, ${totals.answers} answers, ${totals.evidence} pieces of evidence and ${totals.reviews} reviews.`;
}
