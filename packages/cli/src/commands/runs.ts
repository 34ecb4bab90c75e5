import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Run, RunItem } from '@brickwork/client';
import { RUN_STATUSES, type RunStatus } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { kitCode } from '../kits/kit-code.ts';
import { versionId } from '../kits/version-id.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import {
  asOption,
  collect,
  DIMENSION_OPTION,
  isReviewed,
  MASK_OPTION,
  readWhere,
  reviewedOption,
  type Where,
} from '../read-where.ts';
import { showConversation } from '../runs/show-conversation.ts';
import { showRun } from '../runs/show-run.ts';
import { oneLine, print, printJson, table, writeOut } from '../terminal.ts';
import { registerRunsCancel } from './runs-cancel.ts';
import { registerRunsErase } from './runs-erase.ts';
import { registerRunsRecompute } from './runs-recompute.ts';

export function registerRuns(program: Command): void {
  const runs = program
    .command('runs')
    .description('List, show, wait for, cancel, export, erase and recompute runs')
    .addHelpText(
      'after',
      `
Examples:
  brickwork runs list --status failed --since 1d
  brickwork runs show run_01m7er7dfgeqcrm640y1251418
  brickwork runs wait run_… && echo done
  brickwork runs export --format csv --since 30d --out month.csv`,
    );
  registerList(runs);
  registerSingle(runs);
  registerRunsCancel(runs);
  registerExport(runs);
  registerRunsErase(runs);
  registerRunsRecompute(runs);
}

interface ListOptions {
  status?: RunStatus;
  kit?: string;
  kitVersion?: string;
  externalId?: string;
  since?: Date;
  answer: string[];
  confidence: string[];
  metadata: string[];
  dimension: string[];
  search?: string;
  reviewed?: 'yes' | 'no';
  as?: 'given' | 'reviewed';
  sort?: string;
  mask?: boolean;
  limit: number;
  json?: boolean;
}

function registerList(runs: Command): void {
  runs
    .command('list')
    .description('List runs, newest first or in another order')
    .addOption(new Option('--status <status>', 'only runs with this status').choices(RUN_STATUSES))
    .option('--kit <kit>', 'only runs of this kit: its slug, code or id')
    .option('--kit-version <version>', 'only runs that this version answered: KIT@VERSION or its kit_version_id')
    .option('--external-id <id>', 'only runs of one conversation, by your own id')
    .option(
      '--since <when>',
      'only conversations since then: a date such as 2027-01-31, or how long ago, such as 7d, 12h or 30m',
      parseSince,
    )
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option(...DIMENSION_OPTION, collect, [])
    .option('--search <words>', 'only runs with these words in their conversation: refund "late delivery" -invoice')
    .addOption(reviewedOption())
    .addOption(asOption())
    .option(
      '--sort <order>',
      'created_at, occurred_at, answer.BRICK or confidence.BRICK; -answer.score for the reverse',
    )
    .option(...MASK_OPTION)
    .option('--limit <count>', 'maximum number of runs', parseCount, 50)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Filters by answer and confidence need --kit; each option may be repeated. Operators before a value: not:, lt:, lte:, gt:, gte: and has:.
Without a value: is:not_applicable, is:not_sure, is:no_answer, or is:no_value for all three.

Examples:
  brickwork runs list --kit support_qa --answer resolved=false --answer score=lt:60
  brickwork runs list --dimension team=Porto --since 7d`,
    )
    .action(
      async ({
        status,
        kit,
        kitVersion,
        externalId,
        since,
        search,
        reviewed,
        as,
        sort,
        mask,
        limit,
        json,
        ...where
      }: ListOptions) => {
        const client = await connect();
        const filter = {
          ...readWhere(where),
          status,
          kit_code: await kitCode(client, kit),
          kit_version_id: kitVersion === undefined ? undefined : await versionId(client, kitVersion),
          external_id: externalId,
          occurred_after: since?.toISOString(),
          q: search,
          reviewed: isReviewed(reviewed),
          as,
          sort,
          mask,
        };
        const data: RunItem[] = [];
        for await (const run of client.runs.list(filter)) {
          data.push(run);
          if (data.length >= limit) break;
        }
        if (json) printJson({ data });
        else print(listTable(data));
      },
    );
}

function listTable(data: readonly RunItem[]): string {
  if (data.length === 0) return 'No runs.';
  return table(
    ['RUN', 'STATUS', 'KIT', 'OCCURRED', 'MS', 'EXTERNAL ID'],
    data.map((run) => [
      run.run_id,
      run.erased_at === undefined ? run.status : `${run.status}, erased`,
      `${run.kit_code}@${run.kit_version}`,
      run.occurred_at,
      String(run.duration_ms ?? '–'),
      oneLine(run.external_id ?? '–', 40),
    ]),
  );
}

interface ShowOptions {
  input?: boolean;
  as?: 'given' | 'reviewed';
  mask?: boolean;
  json?: boolean;
  conversation?: boolean;
}

function registerSingle(runs: Command): void {
  const present = (run: Run, isJson: boolean) => {
    if (isJson) printJson(run);
    else showRun(run);
  };
  runs
    .command('show')
    .argument('<run>', 'the run’s id')
    .description('Show a run with its answers and their evidence')
    .option('--input', 'include its input; needs the permission runs:read_input')
    .option('--conversation', 'include the conversation as it was read, and what was left out')
    .addOption(asOption())
    .option(...MASK_OPTION)
    .option('--json', 'print one JSON document, with the positions of the evidence')
    .action(async (runId: string, options: ShowOptions) => {
      const client = await connect();
      const include = [
        ...(options.json ? (['evidence_spans'] as const) : (['confidence_basis'] as const)),
        ...(options.input ? (['input'] as const) : []),
        ...(options.conversation ? (['conversation'] as const) : []),
      ];
      const run = await client.runs.get(runId, { include, as: options.as, mask: options.mask });
      present(run, options.json === true);
      if (options.input && !options.json) printJson(run.input);
      if (run.conversation !== undefined && !options.json) showConversation(run.conversation);
    });
  runs
    .command('wait')
    .argument('<run...>', 'run ids')
    .description('Wait until runs have ended; exits with 4 unless all succeeded')
    .option('--json', 'print each run as one line of JSON')
    .action(async (runIds: string[], options: { json?: boolean }) => {
      const client = await connect();
      await untilInterrupted('Interrupted. The runs continue.', async (signal) => {
        for (const runId of runIds) {
          const run = await client.runs.wait(runId, { signal });
          if (options.json) print(JSON.stringify(run));
          else showRun(run);
          if (run.status !== 'succeeded') process.exitCode = EXIT.unsuccessful;
        }
      });
    });
}

interface ExportOptions extends Where {
  format: 'jsonl' | 'csv';
  status?: RunStatus;
  kit?: string;
  reviewed?: 'yes' | 'no';
  since?: Date;
  until?: Date;
  input?: boolean;
  as?: 'given' | 'reviewed';
  mask?: boolean;
  out?: string;
}

function registerExport(runs: Command): void {
  runs
    .command('export')
    .description('Stream results, one row per brick, oldest first')
    .addOption(new Option('--format <format>', 'format of the rows').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--since <when>', 'only conversations since then: a date, or how long ago, such as 7d', parseSince)
    .option('--until <when>', 'only conversations before', parseSince)
    .addOption(new Option('--status <status>', 'only runs with this status').choices(RUN_STATUSES))
    .option('--kit <kit>', 'only runs of this kit: its slug, code or id')
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option(...DIMENSION_OPTION, collect, [])
    .addOption(reviewedOption())
    .option('--input', 'include the inputs; needs the permission runs:read_input')
    .addOption(asOption())
    .option(...MASK_OPTION)
    .option('--out <file>', 'where to write; standard output by default')
    .action(async ({ format, since, until, status, kit, reviewed, input, as, mask, out, ...where }: ExportOptions) => {
      const client = await connect();
      const filter = {
        ...readWhere(where),
        status,
        kit_code: await kitCode(client, kit),
        reviewed: isReviewed(reviewed),
        occurred_after: since?.toISOString(),
        occurred_before: until?.toISOString(),
      };
      await untilInterrupted('Interrupted: the export is incomplete.', async (signal) => {
        const include = input ? 'input' : undefined;
        const rows = await client.runs.export({ ...filter, format, as, mask, include }, { signal });
        if (out === undefined) for await (const chunk of rows) await writeOut(chunk);
        else await pipeline(rows, createWriteStream(out, { mode: 0o600 }), { signal });
      });
    });
}
