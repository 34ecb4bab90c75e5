/** Runs an engine over a golden set and scores its answers. Needs neither a server nor a database. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { ServiceError } from '../core/service-error.ts';
import type { Evaluation } from '../evaluation/evaluate-kit.ts';
import { EvaluationDeadlineError } from '../evaluation/evaluation-deadline-error.ts';
import { hashKit } from '../kits/hash-kit.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { ModelFault, type ModelFaultCode } from '../model/model-fault.ts';
import { type AnswerLog, type LoggedLine, openAnswerLog } from './answer-log.ts';
import { type NumberedLine, readGolden } from './read-golden.ts';
import { type BrickScore, type JudgedAnswer, scoreBrick } from './score-brick.ts';

export interface GoldenEngine {
  /** The requested engine: `local`, `auto` or a model id. */
  name: string;
  /** A resumed evaluation does not reuse answers of another version. */
  version: string;
  evaluate(kit: Kit, input: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined): Promise<Evaluation>;
}

export interface GoldenOptions {
  engine: GoldenEngine;
  /** How many lines are evaluated at the same time. */
  concurrency?: number;
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
  /** Where answers are saved until the evaluation is complete; a stopped evaluation resumes from there. */
  resumeFile?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The kit that the set was written for, if this is another version of it: bricks that are missing in this one are not scored. */
  writtenFor?: Kit | undefined;
}

export interface GoldenFailure {
  line: number;
  external_id?: string;
  error: string;
}

export interface GoldenReport {
  kit: string;
  golden: string;
  /** Which engine answered: `local` or the model's name. */
  engine: string;
  bricks: BrickScore[];
  /** Lines that could not be evaluated. They count as wrong, with confidence 0. */
  failed: GoldenFailure[];
}

export interface GoldenEvaluation {
  report: GoldenReport;
  /** By brick key: every judged answer, for comparisons. */
  answers: Map<string, JudgedAnswer[]>;
}

export async function evaluateGolden(kit: Kit, goldenPath: string, options: GoldenOptions): Promise<GoldenEvaluation> {
  const lines = await linesFor(kit, goldenPath, options.writtenFor ?? kit);
  const { resumeFile } = options;
  const log =
    resumeFile === undefined
      ? undefined
      : openAnswerLog(resumeFile, await fingerprint(kit, goldenPath, options.engine));
  const logged = await answerLines(kit, lines, log, options).finally(() => log?.close());
  if (resumeFile !== undefined) await rm(resumeFile, { force: true });
  return assemble(kit, goldenPath, options.engine, lines, logged);
}

async function linesFor(kit: Kit, goldenPath: string, writtenFor: Kit): Promise<NumberedLine[]> {
  const keys = new Set(kit.bricks.map(({ key }) => key));
  const lines = await readGolden(writtenFor, goldenPath);
  return lines.map((line) => ({
    ...line,
    expected: Object.fromEntries(Object.entries(line.expected).filter(([key]) => keys.has(key))),
  }));
}

async function answerLines(
  kit: Kit,
  lines: readonly NumberedLine[],
  log: AnswerLog | undefined,
  { engine, concurrency = 4, onProgress, signal }: GoldenOptions,
): Promise<Map<number, LoggedLine>> {
  const logged = new Map((log?.done ?? []).map((entry) => [entry.line, entry]));
  const open = lines.filter(({ line }) => !logged.has(line)).values();
  const report = () => onProgress?.({ done: logged.size, total: lines.length });
  report();
  const stop = new AbortController();
  const until = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const work = async () => {
    for (const line of open) {
      until.throwIfAborted();
      const entry = await answerLine(kit, line, engine, until);
      log?.add(entry);
      logged.set(line.line, entry);
      report();
    }
  };
  const workers = Array.from({ length: Math.max(1, concurrency) }, () =>
    work().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  // The log is closed after this, so all workers must have stopped writing, even if one of them failed.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return logged;
}

/** A line whose input cannot be read, or that takes too long, fails alone; any other error ends the evaluation. */
export async function answerLine(
  kit: Kit,
  { line, input, expected }: NumberedLine,
  engine: GoldenEngine,
  signal: AbortSignal | undefined,
): Promise<LoggedLine> {
  try {
    const { outcomes, model } = await engine.evaluate(kit, input, signal);
    const judged = outcomes.filter(({ key }) => Object.hasOwn(expected, key));
    const answers = judged.map(({ key, value, confidence, applicability }): [string, LoggedLine['answers'][string]] => [
      key,
      { value, confidence, ...(applicability !== undefined && { applicability }) },
    ]);
    return { line, engine: model ?? 'local', answers: Object.fromEntries(answers) };
  } catch (error) {
    if (!isFaultOfLine(error)) throw error;
    return { line, error: error.message, answers: {} };
  }
}

/** Faults of one conversation; an unreachable model would fail every line. */
const LINE_FAULTS = new Set<ModelFaultCode>([
  'output_invalid',
  'output_truncated',
  'content_refused',
  'input_too_long',
]);

function isFaultOfLine(error: unknown): error is Error {
  if (error instanceof ModelFault) return LINE_FAULTS.has(error.code);
  return (
    error instanceof EvaluationDeadlineError || (error instanceof ServiceError && error.code === 'kit_input_invalid')
  );
}

/** Turns answers into figures and judged answers. */
export function assemble(
  kit: Kit,
  golden: string,
  engine: Pick<GoldenEngine, 'name'>,
  lines: readonly NumberedLine[],
  logged: ReadonlyMap<number, LoggedLine>,
): GoldenEvaluation {
  const answers = new Map<string, JudgedAnswer[]>();
  for (const { line, external_id, expected } of lines) {
    for (const [key, right] of Object.entries(expected)) {
      const answer = logged.get(line)?.answers[key];
      const judged = {
        line,
        expected: right,
        confidence: answer?.confidence ?? 0,
        ...(external_id !== undefined && { externalId: external_id }),
        ...(answer !== undefined && { value: answer.value }),
        ...(answer?.applicability === 'abstained' && { isAbstained: true }),
      };
      const others = answers.get(key);
      if (others === undefined) answers.set(key, [judged]);
      else others.push(judged);
    }
  }
  const failed = lines.flatMap(({ line, external_id }): GoldenFailure[] => {
    const error = logged.get(line)?.error;
    return error === undefined ? [] : [{ line, ...(external_id !== undefined && { external_id }), error }];
  });
  const bricks = kit.bricks.flatMap((brick) => {
    const judged = answers.get(brick.key);
    return judged === undefined ? [] : scoreBrick(brick, judged);
  });
  const answeredBy = new Set([...logged.values()].flatMap((entry) => entry.engine ?? []));
  return {
    report: { kit: kit.kit, golden, engine: [...answeredBy].join(', ') || engine.name, bricks, failed },
    answers,
  };
}

/** Saved answers are valid only for the same kit, the same lines and the same engine. */
async function fingerprint(kit: Kit, goldenPath: string, engine: GoldenEngine): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([engine.name, engine.version, hashKit(kit)]));
  for await (const chunk of createReadStream(goldenPath)) hash.update(chunk);
  return hash.digest('hex');
}
