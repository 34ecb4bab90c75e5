/** `brickwork batch`: runs a kit on every record of a source and writes one file of results. It can be stopped at any moment and resumed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RunManyProgress, SourceItem } from '@brickwork/client';
import { fileStore } from '@brickwork/client/node';
import { type Connection, connectWith } from '../api/connect.ts';
import { readCredentials } from '../api/credentials.ts';
import { type SideOptions, withSides } from '../conversations/side-options.ts';
import { EXIT } from '../exit-codes.ts';
import { InterruptedError, untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { type PinnedKit, pinKit } from '../runs/pin-kit.ts';
import { print, printJson, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type BatchResults, openResults } from './batch-results.ts';
import { type BatchSource, openSource } from './batch-source.ts';

export interface BatchOptions extends SideOptions {
  out: string;
  concurrency: number;
  column?: string;
  idColumn?: string;
  timeColumn?: string;
  metadata?: string[];
  sandbox?: boolean;
  force?: boolean;
  json?: boolean;
}

const RESUME = 'Run the same command again to resume; no record runs twice.';

export async function runBatch(kitName: string, sourcePath: string, options: BatchOptions): Promise<void> {
  if (!/\.(jsonl|ndjson|csv)$/i.test(options.out)) throw new UsageError('--out must end in .jsonl or .csv.');
  if (existsSync(options.out) && !options.force)
    throw new UsageError(`${options.out} already exists. Use --force to replace it.`);
  const connection = await connectWith(await readCredentials(), { maxRetries: 6 });
  const kit = await pinKit(connection.client, kitName);
  const { column, idColumn, timeColumn, metadata: metadataColumns } = options;
  const source = await openSource(sourcePath, { kit, column, idColumn, timeColumn, metadataColumns });
  const results = await openResults(options.out, identityOf(connection, kit, sourcePath, options));
  try {
    const figures = await runRecords({ connection, kit, source, results, options });
    await results.finish();
    report(options, source.total, figures);
  } finally {
    await results.close();
  }
}

interface Batch {
  connection: Connection;
  kit: PinnedKit;
  source: { read: BatchSource; total: number };
  results: BatchResults;
  options: BatchOptions;
}

async function runRecords({ connection, kit, source, results, options }: Batch): Promise<RunManyProgress> {
  const bar = progressBar('Running');
  const store = await fileStore(results.resumeFile);
  let figures: RunManyProgress = {
    read: 0,
    skipped: 0,
    created: 0,
    resumed: 0,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    refused: 0,
  };
  const onProgress = (progress: RunManyProgress) => {
    figures = progress;
  };
  try {
    await untilInterrupted(`Interrupted. ${RESUME}`, async (signal) => {
      const { concurrency } = options;
      const skip = (id: string) => results.written.has(id);
      const items = itemsOf(source.read, kit, options);
      const many = { concurrency, store, skip, onProgress, signal, sourceName: 'brickwork-batch' };
      if (!process.stderr.isTTY) tell(`${source.total} records, ${results.written.size} already done.`);
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
    tell(`${done} ${RESUME}`);
    throw error;
  } finally {
    bar.clear();
    await store.close();
  }
}

async function* itemsOf(
  read: BatchSource,
  kit: PinnedKit,
  { sandbox, agent, customer }: BatchOptions,
): AsyncGenerator<SourceItem, void, undefined> {
  for await (const { id, input, occurredAt, metadata } of read()) {
    const type = sandbox === true ? { type: 'sandbox' as const } : {};
    const at = occurredAt === undefined ? {} : { occurred_at: occurredAt };
    yield {
      id,
      request: {
        kit_version_id: kit.kitVersionId,
        input: withSides(input, { agent, customer }, kit.fields),
        ...type,
        ...at,
        ...(metadata !== undefined && { metadata }),
      },
    };
  }
}

/** Identifies a batch by service, kit version and source, so that results of different batches never mix. Of the key only its environment counts. */
function identityOf(
  { credentials }: Connection,
  kit: PinnedKit,
  source: string,
  { sandbox, agent, customer }: BatchOptions,
): string {
  const environment = credentials.key.split('_').slice(0, 2);
  const identity = JSON.stringify([
    credentials.url,
    environment,
    kit.kitVersionId,
    source,
    sandbox === true,
    ...(agent ?? []),
    ...(customer ?? []).map((name) => `customer ${name}`),
  ]);
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
