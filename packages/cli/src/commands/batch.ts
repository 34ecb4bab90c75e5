import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RunManyProgress, SourceItem } from '@brickwork/client';
import { fileStore } from '@brickwork/client/node';
import { ServiceError } from '@brickwork/server/core/service-error';
import type { Command } from 'commander';
import { type Connection, connectWith } from '../api/connect.ts';
import { readCredentials } from '../api/credentials.ts';
import { type BatchResults, openResults } from '../batch/batch-results.ts';
import { type BatchSource, openSource } from '../batch/batch-source.ts';
import { EXIT } from '../exit-codes.ts';
import { InterruptedError, untilInterrupted } from '../interrupt.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { type PinnedKit, pinKit } from '../runs/pin-kit.ts';
import { print, printJson } from '../terminal.ts';

interface BatchOptions {
  out: string;
  concurrency: number;
  column?: string;
  idColumn?: string;
  sandbox?: boolean;
  force?: boolean;
  json?: boolean;
}

const GO_ON = 'Give the same command again to go on; nothing is run twice.';

export function registerBatch(program: Command): void {
  program
    .command('batch')
    .description('Run a kit on a directory, a JSON-lines file or a CSV file of conversations; resumable')
    .argument('<kit>', 'slug, code, id or version id; KIT@N for a version')
    .argument('<source>', 'a directory with one conversation per file, a .jsonl file, or a .csv file')
    .requiredOption('--out <file>', 'where the results go: .jsonl (a line per record) or .csv (a row per brick)')
    .option('--concurrency <count>', 'runs created at a time', parseCount, 8)
    .option('--column <name>', 'CSV: the column with the conversation')
    .option('--id-column <name>', 'CSV: the column with the record’s id')
    .option('--sandbox', 'sandbox runs: they cost nothing and may use a draft')
    .option('--force', 'replace the results if they are there')
    .option('--json', 'print the figures at the end as JSON')
    .addHelpText(
      'after',
      `
Stopped by Ctrl-C, a crash or a lost connection, it goes on where it was when the same command is given again.
Every record is asked for under a key made from its id, its contents and the kit's version, so none runs twice.
It slows down by itself when the service asks for it. Exits with 4 when a record failed or was refused.

Examples:
  brickwork batch support_qa calls/ --out results.jsonl
  brickwork batch support_qa calls.jsonl --out results.csv
  brickwork batch support_qa export.csv --column body --id-column ticket --out results.csv`,
    )
    .action(async (kitName: string, sourcePath: string, options: BatchOptions) => {
      if (!/\.(jsonl|ndjson|csv)$/i.test(options.out)) throw refusal('--out must end in .jsonl or .csv.');
      if (existsSync(options.out) && !options.force)
        throw refusal(`${options.out} is there already (--force replaces it).`);
      const connection = await connectWith(await readCredentials(), { maxRetries: 6 });
      const kit = await pinKit(connection.client, kitName);
      const { column, idColumn } = options;
      const source = await openSource(sourcePath, { kit, column, idColumn });
      const results = await openResults(options.out, identityOf(connection, kit, sourcePath, options));
      try {
        const figures = await carryOut({ connection, kit, source, results, options });
        await results.finish();
        report(options, source.total, figures);
      } finally {
        await results.close();
      }
    });
}

interface Batch {
  connection: Connection;
  kit: PinnedKit;
  source: { read: BatchSource; total: number };
  results: BatchResults;
  options: BatchOptions;
}

async function carryOut({ connection, kit, source, results, options }: Batch): Promise<RunManyProgress> {
  const bar = progressBar('Running');
  const store = await fileStore(results.resumeFile);
  let figures: RunManyProgress = {
    ...{ read: 0, skipped: 0, created: 0, resumed: 0, succeeded: 0, failed: 0, cancelled: 0, refused: 0 },
  };
  const onProgress = (progress: RunManyProgress) => {
    figures = progress;
  };
  try {
    await untilInterrupted(`Interrupted. ${GO_ON}`, async (signal) => {
      const { concurrency } = options;
      const skip = (id: string) => results.written.has(id);
      const items = itemsOf(source.read, kit, options.sandbox === true);
      const many = { concurrency, store, skip, onProgress, signal, sourceName: 'brickwork-batch' };
      if (!process.stderr.isTTY)
        process.stderr.write(`${source.total} records, ${results.written.size} done before.\n`);
      bar.show({ done: results.written.size, total: source.total });
      for await (const result of connection.client.runs.many(items, many)) {
        await results.append(result);
        bar.show({ done: results.written.size, total: source.total });
      }
    });
    return figures;
  } catch (error) {
    bar.clear();
    const done = `${results.written.size} of ${source.total} done.`;
    if (error instanceof InterruptedError) throw new InterruptedError(`${done} ${error.message}`);
    process.stderr.write(`${done} ${GO_ON}\n`);
    throw error;
  } finally {
    bar.clear();
    await store.close();
  }
}

async function* itemsOf(
  read: BatchSource,
  kit: PinnedKit,
  isSandbox: boolean,
): AsyncGenerator<SourceItem, void, undefined> {
  for await (const { id, input } of read()) {
    yield { id, request: { kit_version_id: kit.kitVersionId, input, ...(isSandbox && { type: 'sandbox' as const }) } };
  }
}

/** What is run on what, where: so that results of one batch are never taken for another's. The key counts by its kind alone. */
function identityOf({ credentials }: Connection, kit: PinnedKit, source: string, { sandbox }: BatchOptions): string {
  const environment = credentials.key.split('_').slice(0, 2);
  const identity = JSON.stringify([credentials.url, environment, kit.kitVersionId, source, sandbox === true]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}

function report(options: BatchOptions, total: number, figures: RunManyProgress): void {
  const { skipped, succeeded, failed, cancelled, refused } = figures;
  if (options.json) printJson({ out: options.out, total, done_before: skipped, succeeded, failed, cancelled, refused });
  else {
    const before = skipped === 0 ? '' : ` (and ${skipped} before)`;
    print(
      `${succeeded} succeeded${before}, ${failed} failed, ${cancelled} cancelled, ${refused} refused: ${options.out}`,
    );
  }
  if (failed + cancelled + refused > 0) process.exitCode = EXIT.unsuccessful;
}

function refusal(detail: string): ServiceError {
  return new ServiceError('invalid_parameter', { detail });
}
