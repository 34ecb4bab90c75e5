import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReviewFilter } from '@brickwork/client';
import { VERDICTS, type Verdict } from '@brickwork/contract/vocabulary';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseSince } from '../parse-since.ts';
import { print, printJson, tell, writeOut } from '../terminal.ts';
import { registerCalibrations } from './calibrations.ts';

export function registerReviews(program: Command): void {
  const reviews = program
    .command('reviews')
    .description('Queue runs for review; export and import reviews')
    .addHelpText(
      'after',
      `
Examples:
  brickwork reviews export --kit support_qa --current --out reviews.jsonl
  brickwork reviews import reviews.jsonl
  brickwork reviews queue support_qa run_… run_…
  brickwork reviews draw support_qa --random 10 --since 30d --dry-run
  brickwork reviews calibrations support_qa`,
    );
  registerExport(reviews);
  registerImport(reviews);
  registerQueue(reviews);
  registerDraw(reviews);
  registerCalibrations(reviews);
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
    .option('--since <when>', 'only reviews since then: a date, or how long ago, such as 7d', parseSince)
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
      const result = await untilInterrupted('Interrupted. Import the file again to continue.', (signal) =>
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

function registerQueue(reviews: Command): void {
  reviews
    .command('queue')
    .argument('<kit>', 'id, code or slug')
    .argument('<run...>', 'ids of runs')
    .description('Put runs into the review queue, ahead of drawn ones')
    .option('--second', 'two people review each')
    .option('--json', 'print one JSON document')
    .action(async (kit: string, runs: string[], { second, json }: { second?: boolean; json?: boolean }) => {
      const queued = await (await connect()).reviewQueue.add(kit, runs, { second });
      if (json) printJson(queued);
      else print(`${queued.added} added, ${queued.already} already queued; ${queued.open} waiting for review.`);
    });
}

interface DrawOptions {
  random?: number;
  belowConfidence?: number;
  second?: number;
  since?: Date;
  until?: Date;
  dryRun?: boolean;
  json?: boolean;
}

function registerDraw(reviews: Command): void {
  reviews
    .command('draw')
    .argument('<kit>', 'id, code or slug')
    .description('Draw past runs for review: by the kit’s policy, or by one for this draw only')
    .option('--random <percent>', 'the share of all runs', parsePercent)
    .option('--below-confidence <percent>', 'every run with an answer below this confidence', parsePercent)
    .option('--second <percent>', 'the share of drawn runs that two people review', parsePercent)
    .option('--since <when>', 'only conversations since then: a date, or how long ago, such as 7d', parseSince)
    .option('--until <when>', 'conversations before', parseSince)
    .option('--dry-run', 'show how many would be drawn, and queue nothing')
    .option('--json', 'print one JSON document')
    .action(async (kit: string, { random, belowConfidence, second, since, until, dryRun, json }: DrawOptions) => {
      const { reviewQueue } = await connect();
      const hasPolicy = random !== undefined || belowConfidence !== undefined || second !== undefined;
      const policy = { random, below_confidence: belowConfidence, second_review: second };
      const request = {
        ...(hasPolicy && { policy }),
        filter: { occurred_after: since?.toISOString(), occurred_before: until?.toISOString() },
      };
      const draw = await (dryRun ? reviewQueue.previewDraw(kit, request) : reviewQueue.draw(kit, request));
      if (json) printJson(draw);
      else {
        const of = `${draw.drawn} of ${draw.complete ? '' : 'the newest '}${draw.runs} runs, ${draw.per_day} a day`;
        print(dryRun ? `Would draw ${of}.` : `Drew ${of}; ${draw.added} are new in the queue.`);
      }
    });
}

function parsePercent(text: string): number {
  const percent = Number(text);
  if (text.trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Must be a percentage from 0 to 100.');
  return percent / 100;
}
