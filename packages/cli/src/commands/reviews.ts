import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReviewFilter } from '@brickwork/client';
import { VERDICTS, type Verdict } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseSince } from '../parse-since.ts';
import { print, printJson, tell, writeOut } from '../terminal.ts';

export function registerReviews(program: Command): void {
  const reviews = program
    .command('reviews')
    .description('Export and import what people said about answers')
    .addHelpText(
      'after',
      `
Examples:
  brickwork reviews export --kit support_qa --current --out reviews.jsonl
  brickwork reviews import reviews.jsonl`,
    );
  registerExport(reviews);
  registerImport(reviews);
}

interface ExportOptions {
  kit?: string;
  brick?: string;
  verdict?: Verdict;
  since?: Date;
  until?: Date;
  current?: boolean;
  out?: string;
}

function registerExport(reviews: Command): void {
  reviews
    .command('export')
    .description('Stream reviews as JSON lines, oldest first')
    .option('--kit <kit>', 'only reviews of this kit, by id, code or slug')
    .option('--brick <key>', 'only reviews of this brick')
    .addOption(new Option('--verdict <verdict>', 'only reviews with this verdict').choices(VERDICTS))
    .option('--since <when>', 'only reviews since: a date or a time ago such as 7d', parseSince)
    .option('--until <when>', 'only reviews before', parseSince)
    .option('--current', 'only the newest verdict of each reviewer')
    .option('--out <file>', 'where to write; standard output by default')
    .action(async ({ out, since, until, ...filter }: ExportOptions) => {
      const client = await connect();
      await untilInterrupted('Interrupted: the export is incomplete.', async (signal) => {
        const range = { created_after: since?.toISOString(), created_before: until?.toISOString() };
        const query: ReviewFilter = { ...filter, ...range };
        const lines = await client.reviews.export(query, { signal });
        if (out === undefined) for await (const chunk of lines) await writeOut(chunk);
        else await pipeline(lines, createWriteStream(out, { mode: 0o600 }), { signal });
      });
    });
}

function registerImport(reviews: Command): void {
  reviews
    .command('import')
    .argument('<file>', 'JSON lines with run_id, brick, verdict and, as needed, value, note and reviewer')
    .description('Store reviews from a file; importing it again changes nothing')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: { json?: boolean }) => {
      const { importReviews } = await import('../reviews/import-reviews.ts');
      const client = await connect();
      const result = await untilInterrupted('Interrupted. Import the file again to go on.', (signal) =>
        importReviews(client, file, signal),
      );
      if (options.json) printJson(result);
      else {
        print(`${result.imported} reviews of ${result.runs} runs are stored.`);
        for (const { run_id, error } of result.refused) tell(`${run_id}: ${error}`);
      }
      if (result.refused.length > 0) process.exitCode = EXIT.unsuccessful;
    });
}
