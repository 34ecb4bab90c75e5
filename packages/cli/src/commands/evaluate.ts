import { access, constants, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@brickwork/server/core/service-error';
import { type AnswerHere, evaluateKit } from '@brickwork/server/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/server/evaluation/evaluation-pool';
import { type CalibrationCurve, calibrationCurve } from '@brickwork/server/evaluation/golden/calibration-curve';
import { type BrickComparison, compareAnswers } from '@brickwork/server/evaluation/golden/compare-answers';
import {
  evaluateGolden,
  type GoldenEvaluation,
  type GoldenReport,
} from '@brickwork/server/evaluation/golden/evaluate-golden';
import { ModelFault } from '@brickwork/server/evaluation/model/model-fault';
import type { Kit } from '@brickwork/server/kits/normalise-kit';
import { readConfig } from '@brickwork/server/main/config';
import { type OpenModels, openModels } from '@brickwork/server/main/open-models';
import { VERSION } from '@brickwork/server/main/version';
import { StartError } from '@brickwork/server/storage/embedded/start-error';
import type { Command } from 'commander';
import { loadKit } from '../kits/load-kit.ts';
import { progressBar } from '../progress-bar.ts';
import { bold, dim, print, printJson, table } from '../terminal.ts';

interface EvaluateOptions {
  engine: string;
  against?: string;
  workspace?: string;
  calibrate?: string;
  json?: boolean;
}

export function registerEvaluate(program: Command): void {
  program
    .command('evaluate')
    .description('Score a kit on a golden set; needs no running service')
    .argument('<kit>', 'a kit file, or KIT or KIT@VERSION of the server')
    .argument('<golden>', 'the golden set: JSON lines of input and expected values')
    .option('--engine <engine>', 'auto, local or a model id', 'auto')
    .option('--against <kit>', 'what to compare with: a kit file, a version number, or KIT@VERSION of the server')
    .option('--workspace <name>', 'take kits of the server from the database itself, as the operator')
    .option(
      '--calibrate <file>',
      'write the kit (JSON) with confidences of the model mapped to what they were worth here',
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
An evaluation that was stopped goes on where it was when the same command is given again.

Examples:
  brickwork evaluate support-call.kit.yaml support-call.golden.jsonl
  brickwork evaluate new.kit.yaml calls.golden.jsonl --against old.kit.yaml --json
  brickwork evaluate support-call.kit.yaml support-call.golden.jsonl --against 3 --workspace default`,
    )
    .action(async (kitName: string, goldenPath: string, options: EvaluateOptions) => {
      const engine = engineFor(options.engine);
      const loaded = await loadKit(kitName, 'live', options);
      // A new curve is drawn over confidences as they are scored, not over an older curve.
      const kit = options.calibrate === undefined ? loaded : withCurves(loaded, new Map());
      const earlierKit =
        options.against === undefined ? undefined : await loadKit(earlierName(kit, options.against), 'live', options);
      const pool = new EvaluationPool();
      await pool.start();
      try {
        const after = await evaluate(pool, kit, { goldenPath, engine, label: 'Evaluating' });
        const before =
          earlierKit &&
          (await evaluate(pool, earlierKit, {
            goldenPath,
            engine,
            label: 'Evaluating the earlier kit',
            writtenFor: kit,
          }));
        const against = earlierKit && before && compare(kit, after, earlierKit, before);
        if (options.calibrate !== undefined) await writeCalibrated(kit, after, options.calibrate);
        if (options.json)
          printJson({ ...after.report, ...(against && { against: { kit: options.against, bricks: against } }) });
        else printReport(after.report, against);
      } finally {
        await pool.stop();
      }
    });
}

/** Bricks with too few labels keep their confidence as it is. */
async function writeCalibrated(kit: Kit, { answers }: GoldenEvaluation, file: string): Promise<void> {
  const curves = kit.bricks.flatMap((brick): [string, CalibrationCurve][] => {
    const curve = calibrationCurve(brick, answers.get(brick.key) ?? []);
    return curve === undefined ? [] : [[brick.key, curve]];
  });
  await writeFile(file, `${JSON.stringify(withCurves(kit, new Map(curves)), null, 2)}\n`);
}

function withCurves(kit: Kit, curves: ReadonlyMap<string, CalibrationCurve>): Kit {
  const bricks = kit.bricks.map(({ learned: { model_calibration: _, ...learned } = {}, ...brick }) => {
    const curve = curves.get(brick.key);
    const more = curve === undefined ? learned : { ...learned, model_calibration: curve };
    return Object.keys(more).length === 0 ? brick : { ...brick, learned: more };
  });
  return { ...kit, bricks };
}

/** A bare number is a version of the same kit. */
function earlierName(kit: Kit, against: string): string {
  return /^[1-9]\d{0,8}$/.test(against) ? `${kit.kit}@${against}` : against;
}

interface Engine {
  name: string;
  models: OpenModels | undefined;
}

/** `auto` goes by BRICKWORK_MODEL; a model's own name needs only its key. */
function engineFor(name: string): Engine {
  if (name === 'local') return { name, models: undefined };
  const models = openModels(configFor(name));
  // What answers is part of what is compared: the same words under another model are another engine.
  return { name: name === 'auto' && models !== undefined ? models.ids.join(', ') : name, models };
}

/** A model that cannot be asked is the mistake of whoever named it. */
function configFor(name: string): ReturnType<typeof readConfig> {
  if (name === 'auto') return readConfig(process.env);
  try {
    return readConfig(process.env, { BRICKWORK_MODEL: name });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new ServiceError('invalid_parameter', { detail: `--engine can be auto, local or a model. ${error.message}` });
  }
}

/** Times that a line is tried again when the provider asks to wait. */
const WAITS = 5;

async function patiently<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelFault) || error.retryAfterMs === undefined || waited >= WAITS) throw error;
      await sleep(error.retryAfterMs, undefined, { signal });
    }
  }
}

interface Setting {
  goldenPath: string;
  engine: Engine;
  label: string;
  writtenFor?: Kit;
}

async function evaluate(
  pool: EvaluationPool,
  kit: Kit,
  { goldenPath, engine, label, writtenFor }: Setting,
): Promise<GoldenEvaluation> {
  const bar = progressBar(label);
  const here: AnswerHere = (task, limits) => pool.answer(task, limits);
  try {
    return await evaluateGolden(kit, goldenPath, {
      engine: {
        name: engine.name,
        version: VERSION,
        evaluate: (document, input, signal) =>
          patiently(
            () =>
              evaluateKit(
                { here, model: engine.models?.engine() },
                { kit: document, input, engine: engine.models === undefined ? engine.name : 'auto', signal },
              ),
            signal,
          ),
      },
      // Twice the threads, so that none is idle while its next line is on the way.
      concurrency: pool.threads * 2,
      onProgress: bar.show,
      resumeFile: await resumeFile(goldenPath, writtenFor === undefined ? kit.kit : `${kit.kit}.earlier`),
      writtenFor,
    });
  } finally {
    bar.clear();
  }
}

/** Beside the golden set, whose owner may read it; none where that directory cannot be written. */
async function resumeFile(goldenPath: string, which: string): Promise<string | undefined> {
  const directory = dirname(goldenPath);
  try {
    await access(directory, constants.W_OK);
  } catch {
    return undefined;
  }
  return join(directory, `.${basename(goldenPath)}.${which}.partial`);
}

/** Bricks that both kits have with the same type, on the lines that both judged. */
function compare(kit: Kit, after: GoldenEvaluation, earlierKit: Kit, before: GoldenEvaluation): BrickComparison[] {
  return kit.bricks.flatMap((brick) => {
    const isInBoth = earlierKit.bricks.some(({ key, type }) => key === brick.key && type === brick.type);
    const answers = after.answers.get(brick.key);
    const earlier = before.answers.get(brick.key);
    return isInBoth && answers && earlier ? compareAnswers(brick, earlier, answers) : [];
  });
}

function printReport(report: GoldenReport, against: readonly BrickComparison[] | undefined): void {
  print(`${bold(report.kit)} on ${report.golden}, engine ${report.engine}\n`);
  const figure = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3));
  print(
    table(
      [
        'BRICK',
        'TYPE',
        'N',
        'ACCURACY',
        'MACRO-F1',
        'KAPPA',
        'MAE',
        'SPEARMAN',
        'ECE',
        'MAX',
        '≥ 0.8',
        'ACCURACY ≥ 0.8',
      ],
      report.bricks.map((brick) => [
        brick.key,
        brick.type,
        String(brick.n),
        ...[brick.accuracy, brick.macro_f1, brick.kappa, brick.mae, brick.spearman].map(figure),
        ...[brick.ece, brick.max_confidence, brick.share_at_80, brick.accuracy_at_80].map(figure),
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
