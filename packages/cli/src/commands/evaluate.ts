import { writeFile } from 'node:fs/promises';
import { SettingsError } from '@brickwork/engine/core/settings-error';
import type { BrickComparison } from '@brickwork/engine/golden/compare-answers';
import type { GoldenReport } from '@brickwork/engine/golden/evaluate-golden';
import type { OfflineEngine } from '@brickwork/engine/golden/golden-evaluator';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { type Command, Option } from 'commander';
import type { AnswersFormat } from '../bulk/answers-file.ts';
import type { ShardOptions } from '../bulk/shard.ts';
import type { BulkColumns } from '../bulk/to-conversation.ts';
import { agentOption } from '../conversations/side-options.ts';
import { parseCount } from '../parse-count.ts';
import { progressBar } from '../progress-bar.ts';
import { channelsOption, languageOption } from '../recordings/recording-options.ts';
import { bold, dim, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface EvaluateOptions extends ShardOptions, BulkColumns {
  engine: string;
  out?: string;
  format: AnswersFormat;
  withInput?: boolean;
  against?: string;
  workspace?: string;
  calibrate?: string;
  agent?: string[];
  audio?: string;
  language?: string;
  channels?: string;
  json?: boolean;
}

export function registerEvaluate(program: Command): void {
  program
    .command('evaluate')
    .description('Score a kit on a golden set, or evaluate files of conversations in bulk; needs no running service')
    .argument('<kit>', 'a kit file, or KIT or KIT@VERSION on the server')
    .argument(
      '[source]',
      'the golden set: JSON lines of input and expected values, or @NAME, a set on the server; with --out, conversations: .jsonl, .parquet or a directory of such files',
    )
    .option(
      '--engine <engine>',
      'auto, local, lexical or a model id; with --out, local (the default) or lexical',
      'auto',
    )
    .option('--against <kit>', 'what to compare with: a kit file, a version number, or KIT@VERSION on the server')
    .option('--workspace <name>', 'read the server’s kits directly from the database, as the operator')
    .option('--calibrate <file>', 'write the kit (JSON) with the model’s confidences calibrated on this golden set')
    .addOption(agentOption())
    .option(
      '--out <directory>',
      'answer conversations instead of scoring, and write a file of answers to this directory',
    )
    .option('--shard <i/n>', 'with --out: only this range of the rows, counted from 0: 0/8 to 7/8')
    .option('--shards <n>', 'with --out: like --shard, with the index from JOB_COMPLETION_INDEX', parseCount)
    .addOption(
      new Option('--format <format>', 'with --out: format of the answers')
        .choices(['parquet', 'jsonl'])
        .default('parquet'),
    )
    .option('--with-input', 'with --out: include the conversations, for brickwork import')
    .option('--column <name>', 'with --out: the column with the conversation')
    .option('--id-column <name>', 'with --out: the column with the conversation’s id; external_id or id by default')
    .option('--time-column <name>', 'with --out: the column with its time; occurred_at by default')
    .option('--audio <file>', 'answer a recording instead of scoring on a golden set')
    .addOption(languageOption())
    .addOption(channelsOption())
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
To resume an evaluation that was stopped, repeat the command.

With --out nothing is scored: answers-00000-of-00008.parquet holds what the engine answers for each conversation of the shard, and
_refused-00000-of-00008.jsonl the rows that cannot be evaluated, with the reason. Files appear when they are complete, and the same
rows give the same bytes on any machine. Exits with 4 when rows were refused. See docs/guides/bulk.md.

Examples:
  brickwork evaluate support-call.kit.yaml support-call.golden.jsonl
  brickwork evaluate new.kit.yaml calls.golden.jsonl --against old.kit.yaml --json
  brickwork evaluate support-call.kit.yaml support-call.golden.jsonl --against 3 --workspace default
  brickwork evaluate support-call.kit.yaml calls.parquet --out answers --shard 0/8
  brickwork evaluate support-call.kit.yaml --audio call.wav --channels agent,customer`,
    )
    .action(evaluate);
}

async function evaluate(kitName: string, golden: string | undefined, options: EvaluateOptions): Promise<void> {
  const { loadKit } = await import('../kits/load-kit.ts');
  const { audio } = options;
  if (audio !== undefined) {
    refuseScoring(options, '--audio');
    if (golden !== undefined || options.out !== undefined)
      throw new UsageError('With --audio there is one recording: leave out the golden set and --out.');
    const { evaluateRecording } = await import('../recordings/evaluate-recording.ts');
    const kit = await loadKit(kitName, 'live', options);
    return evaluateRecording(kit, await chooseEngine(options.engine), { ...options, audio });
  }
  if (golden === undefined) throw new UsageError('Name a golden set, or a recording with --audio.');
  if (options.language !== undefined || options.channels !== undefined)
    throw new UsageError('--language and --channels are for --audio FILE, which is missing.');
  if (options.out !== undefined) {
    refuseScoring(options, '--out');
    const { evaluateBulk } = await import('../bulk/evaluate-bulk.ts');
    const engine = options.engine === 'auto' ? 'local' : options.engine;
    await evaluateBulk(await loadKit(kitName, 'live', options), golden, { ...options, out: options.out, engine });
    return;
  }
  refuseBulk(options);
  const { withGoldenFile } = await import('../golden/with-golden-file.ts');
  const loaded = await loadKit(kitName, 'live', options);
  await withGoldenFile(golden, loaded.kit, (path) => evaluateOn(loaded, path, options));
}

async function evaluateOn(loaded: Kit, goldenPath: string, options: EvaluateOptions): Promise<void> {
  const { openEvaluator } = await import('@brickwork/engine/golden/golden-evaluator');
  const { calibrateKit, compareEvaluations, withoutCalibration } = await import(
    '@brickwork/engine/golden/calibrate-kit'
  );
  const { loadKit } = await import('../kits/load-kit.ts');
  const engine = await chooseEngine(options.engine);
  const kit = options.calibrate === undefined ? loaded : withoutCalibration(loaded);
  const earlierKit =
    options.against === undefined ? undefined : await loadKit(earlierName(kit, options.against), 'live', options);
  const evaluator = await openEvaluator(engine);
  const evaluateWithBar = async (label: string, evaluated: Kit, writtenFor?: Kit) => {
    const bar = progressBar(label);
    const origin = writtenFor === undefined ? {} : { writtenFor };
    try {
      return await evaluator.evaluate(evaluated, goldenPath, {
        onProgress: bar.show,
        agents: options.agent,
        ...origin,
      });
    } finally {
      bar.clear();
    }
  };
  try {
    const after = await evaluateWithBar('Evaluating', kit);
    const before = earlierKit && (await evaluateWithBar('Evaluating the earlier kit', earlierKit, kit));
    const against =
      earlierKit && before && compareEvaluations({ kit, evaluation: after }, { kit: earlierKit, evaluation: before });
    if (options.calibrate !== undefined)
      await writeFile(options.calibrate, `${JSON.stringify(calibrateKit(kit, after), null, 2)}\n`);
    if (options.json)
      printJson({ ...after.report, ...(against && { against: { kit: options.against, bricks: against } }) });
    else printReport(after.report, against);
  } finally {
    await evaluator.stop();
  }
}

function refuseScoring({ against, calibrate }: EvaluateOptions, flag: string): void {
  if (against !== undefined || calibrate !== undefined)
    throw new UsageError(`With ${flag} nothing is scored: leave out --against and --calibrate.`);
}

function refuseBulk({ shard, shards, withInput, column, idColumn, timeColumn }: EvaluateOptions): void {
  if ([shard, shards, withInput, column, idColumn, timeColumn].some((option) => option !== undefined))
    throw new UsageError('--shard, --shards, --with-input and the columns are for --out DIRECTORY, which is missing.');
}

/** A bare number is a version of the same kit. */
function earlierName(kit: Kit, against: string): string {
  return /^[1-9]\d{0,8}$/.test(against) ? `${kit.kit}@${against}` : against;
}

/** A model given with --engine that cannot be used is a mistake in the command, not in the configuration. */
async function chooseEngine(name: string): Promise<OfflineEngine> {
  const { engineFor } = await import('@brickwork/engine/golden/golden-evaluator');
  try {
    return engineFor(process.env, name);
  } catch (error) {
    if (!(error instanceof SettingsError) || name === 'auto') throw error;
    throw new UsageError(`--engine can be auto, local or a model. ${error.message}`);
  }
}

const FIGURES = [
  ['COVERAGE', 'coverage'],
  ['ACCURACY', 'accuracy'],
  ['MACRO-F1', 'macro_f1'],
  ['KAPPA', 'kappa'],
  ['PRECISION', 'precision'],
  ['RECALL', 'recall'],
  ['F1', 'f1'],
  ['MAE', 'mae'],
  ['SPEARMAN', 'spearman'],
  ['ECE', 'ece'],
  ['MAX', 'max_confidence'],
  ['≥ 0.8', 'share_at_80'],
  ['ACCURACY ≥ 0.8', 'accuracy_at_80'],
] as const;

/** Columns that are shown only where a brick has the figure. */
const OPTIONAL = new Set<string>(['coverage', 'precision', 'recall', 'f1']);

function printReport(report: GoldenReport, against: readonly BrickComparison[] | undefined): void {
  print(`${bold(report.kit)} on ${report.golden}, engine ${report.engine}\n`);
  const figure = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  const figures = FIGURES.filter(([, name]) => !OPTIONAL.has(name) || report.bricks.some((brick) => name in brick));
  print(
    table(
      ['BRICK', 'TYPE', 'N', ...figures.map(([title]) => title)],
      report.bricks.map((brick) => [
        brick.key,
        brick.type,
        String(brick.n),
        ...figures.map(([, name]) => figure(brick[name])),
      ]),
    ),
  );
  for (const { line, external_id, error } of report.failed) {
    print(`\nLine ${line}${external_id === undefined ? '' : ` (${external_id})`} failed: ${error}`);
  }
  if (against !== undefined) printComparison(against);
}

function printComparison(bricks: readonly BrickComparison[]): void {
  const rows = bricks.map(({ key, n, accuracy_before, accuracy_after, gained, lost, p }) => [
    key,
    String(n),
    accuracy_before.toFixed(3),
    accuracy_after.toFixed(3),
    String(gained),
    String(lost),
    p.toPrecision(2),
  ]);
  print(`\n${table(['BRICK', 'N', 'BEFORE', 'AFTER', 'GAINED', 'LOST', 'P'], rows)}`);
  for (const { key, flips } of bricks) {
    for (const { line, external_id, expected, before, after } of flips) {
      print(dim(`${key}, ${external_id ?? `line ${line}`}: ${before} → ${after} (expected ${expected})`));
    }
  }
}
