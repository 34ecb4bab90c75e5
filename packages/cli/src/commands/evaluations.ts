import type { BrickComparison, Evaluation } from '@brickwork/client';
import { type Command, Option } from 'commander';
import { connect } from '../api/connect.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { collect, DIMENSION_OPTION, readWhere } from '../read-where.ts';
import { print, printJson, table } from '../terminal.ts';

export function registerEvaluations(program: Command): void {
  const evaluations = program
    .command('evaluations')
    .description('Score kit versions on the server’s golden sets')
    .addHelpText(
      'after',
      `
Examples:
  brickwork evaluations push support_qa regression calls.golden.jsonl
  brickwork evaluations collect support_qa reviewed --min-reviewers 2 --dimension team=Porto
  brickwork evaluations add support_qa regression run_… run_…
  brickwork evaluations run support_qa regression --version 4 --against evl_…
  brickwork evaluations cancel evl_…`,
    );
  registerSets(evaluations);
  registerRun(evaluations);
  registerCancel(evaluations);
}

interface CollectOptions {
  minReviewers: number;
  dimension: string[];
  metadata: string[];
}

function registerSets(evaluations: Command): void {
  evaluations
    .command('push')
    .argument('<kit>', 'id, code or slug')
    .argument('<set>', 'the set’s name')
    .argument('<file>', 'JSON lines of input and expected values')
    .description('Store a golden set on the server')
    .action(async (kit: string, set: string, file: string) => {
      const { readGoldenFile } = await import('../golden/read-golden-file.ts');
      const client = await connect();
      printJson(await client.goldenSets.put(kit, set, { lines: await readGoldenFile(file) }));
    });
  evaluations
    .command('collect')
    .argument('<kit>', 'id, code or slug')
    .argument('<set>', 'the set’s name')
    .description('Build a golden set from reviewed runs whose answers people agree on')
    .option('--min-reviewers <count>', 'how many reviewers must agree', parseCount, 1)
    .option(...DIMENSION_OPTION, collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .action(async (kit: string, set: string, { minReviewers, dimension, metadata }: CollectOptions) => {
      const { dimensions, ...where } = readWhere({ answer: [], confidence: [], metadata, dimension });
      const client = await connect();
      const from = { min_reviewers: minReviewers, where: { ...where, ...dimensions } as Record<string, string[]> };
      printJson(await client.goldenSets.put(kit, set, { from_reviews: from }));
    });
  evaluations
    .command('add')
    .argument('<kit>', 'id, code or slug')
    .argument('<set>', 'the set’s name')
    .argument('<run...>', 'ids of runs')
    .description('Add runs to a golden set, with the answers that reviewers agree on')
    .option('--unreviewed', 'also include the kit’s answers that nobody has reviewed')
    .action(async (kit: string, set: string, runs: string[], { unreviewed }: { unreviewed?: boolean }) => {
      const client = await connect();
      printJson(await client.goldenSets.addRuns(kit, set, runs, { unreviewed }));
    });
}

interface RunOptions {
  version?: number;
  engine: 'auto' | 'local';
  against?: string;
  estimate?: boolean;
  json?: boolean;
}

function registerRun(evaluations: Command): void {
  evaluations
    .command('run')
    .argument('<kit>', 'id, code or slug')
    .argument('<set>', 'the set’s name')
    .description('Score a version on a set, wait, and show the figures')
    .option('--version <number>', 'the version to score; the newest by default', parseCount)
    .addOption(new Option('--engine <engine>', 'local uses no model').choices(['auto', 'local']).default('auto'))
    .option('--against <evaluation>', 'an earlier evaluation to compare with')
    .option('--estimate', 'only estimate what it would cost')
    .option('--json', 'print one JSON document')
    .action(async (kit: string, set: string, { version, engine, against, estimate, json }: RunOptions) => {
      const client = await connect();
      const request = { set, version, engine };
      if (estimate) {
        printJson(await client.evaluations.estimate(kit, request));
        return;
      }
      const started = await client.evaluations.start(kit, request);
      const bar = progressBar('Evaluating');
      const ended = await untilInterrupted(`Interrupted. ${started.evaluation_id} continues.`, (signal) =>
        client.evaluations.wait(started.evaluation_id, { signal, onProgress: bar.show }),
      ).finally(bar.clear);
      const compared = against === undefined ? ended : await client.evaluations.get(ended.evaluation_id, { against });
      if (json) printJson(compared);
      else show(compared);
      if (ended.status !== 'succeeded') process.exitCode = EXIT.unsuccessful;
    });
}

function registerCancel(evaluations: Command): void {
  evaluations
    .command('cancel')
    .argument('<evaluation>', 'the id of a running evaluation, evl_…')
    .description('Cancel an evaluation')
    .option('--json', 'print one JSON document')
    .action(async (evaluationId: string, { json }: { json?: boolean }) => {
      const cancelled = await (await connect()).evaluations.cancel(evaluationId);
      if (json) printJson(cancelled);
      else show(cancelled);
    });
}

function show(evaluation: Evaluation & { against?: BrickComparison[] }): void {
  print(
    `${evaluation.evaluation_id} ${evaluation.status}, version ${evaluation.kit_version} on ${evaluation.set.name}`,
  );
  if (evaluation.error !== undefined) print(evaluation.error);
  const rows = evaluation.report?.bricks ?? [];
  if (rows.length > 0)
    print(
      table(
        ['BRICK', 'N', 'ACCURACY', 'F1', 'ECE'],
        rows.map(({ key, n, accuracy, macro_f1, ece }) => [
          key,
          String(n),
          accuracy.toFixed(3),
          macro_f1?.toFixed(3) ?? '–',
          ece.toFixed(3),
        ]),
      ),
    );
  for (const { key, gained, lost, p } of evaluation.against ?? [])
    print(`${key}: ${gained} now right, ${lost} now wrong, p = ${p}`);
}
