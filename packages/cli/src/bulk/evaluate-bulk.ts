/**
 * `brickwork evaluate --out`: conversations of a file in, answers in a file out, by the engine alone: no service, no database, no network.
 * Any number of machines evaluate a shard each. A killed shard has no file yet, and is evaluated again from its start.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGINE_VERSION } from '@brickwork/engine/core/engine-version';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Evaluation, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationDeadlineError } from '@brickwork/engine/evaluation/evaluation-deadline-error';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { toBrickOutputs } from '@brickwork/engine/evaluation/to-brick-outputs';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { readEngineSettings } from '@brickwork/engine/model/providers/engine-settings';
import { ReaderProcesses } from '@brickwork/engine/reader/reader-processes';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { progressBar } from '../progress-bar.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { AnsweredConversation, AnswersFile } from './answered-conversation.ts';
import { type AnswersFormat, createAnswersFile } from './answers-file.ts';
import { type BulkSource, openBulkSource, type SourceRow } from './bulk-source.ts';
import { createHiddenFile, type HiddenFile, removeForgotten } from './hidden-file.ts';
import { inOrder } from './in-order.ts';
import { rowsOf, type Shard, type ShardOptions, shardName, shardOf } from './shard.ts';
import { type BulkColumns, columnsFor, RowFault, toConversation } from './to-conversation.ts';

export interface BulkOptions extends ShardOptions, BulkColumns {
  out: string;
  format: AnswersFormat;
  engine: string;
  withInput?: boolean;
  agent?: string[];
  json?: boolean;
}

interface RefusedRow {
  file: string;
  row: number;
  externalId?: string | undefined;
  reason: string;
}

type Evaluated = { answered: AnsweredConversation } | { refused: RefusedRow };
type EvaluateInput = (input: Record<string, unknown>) => Promise<Evaluation>;

export async function evaluateBulk(kit: Kit, sourcePath: string, options: BulkOptions): Promise<void> {
  if (options.engine !== 'local' && options.engine !== 'lexical')
    throw new UsageError('With --out nothing leaves this machine: --engine can be local or lexical.');
  const shard = shardOf(options, process.env);
  const source = await openBulkSource(sourcePath, columnsFor(kit, options));
  if (source.rows === 0) throw new UsageError(`${sourcePath} contains no conversations.`);
  await mkdir(options.out, { recursive: true });
  const figures = await untilInterrupted(
    'Interrupted. The shard has no file yet; run the same command again.',
    (signal) => evaluateShard({ kit, source, shard, options, signal }),
  );
  report(figures, shard, options);
}

interface ShardWork {
  kit: Kit;
  source: BulkSource;
  shard: Shard;
  options: BulkOptions;
  signal: AbortSignal;
}

interface ShardFigures {
  rows: number;
  answered: number;
  refused: number;
  files: string[];
}

async function evaluateShard(work: ShardWork): Promise<ShardFigures> {
  const { kit, source, shard, options } = work;
  const name = shardName(shard);
  const answersPath = join(options.out, `answers-${name}.${options.format}`);
  const refusedPath = join(options.out, `_refused-${name}.jsonl`);
  for (const path of [answersPath, refusedPath]) await removeForgotten(path);
  const answers = await createAnswersFile(answersPath, options.format, kit);
  const refused = await createHiddenFile(refusedPath);
  const { from, to } = rowsOf(shard, source.rows);
  const bar = progressBar('Evaluating');
  try {
    const counts = await withEngine(work, async (evaluate, atOnce) => {
      const kitHash = hashKit(kit);
      const evaluateEach = (row: SourceRow) => evaluateRow(row, { kit, kitHash, options, evaluate });
      const evaluated = inOrder(source.read(from, to), atOnce, evaluateEach);
      return writeRows(evaluated, { answers, refused }, (done) => bar.show({ done, total: to - from }));
    });
    // The answers come last: a shard is complete when its answers have their final name.
    if (counts.refused > 0) await refused.close();
    else await rm(refusedPath, { force: true });
    await answers.close();
    return {
      rows: counts.answered + counts.refused,
      ...counts,
      files: [answersPath, ...(counts.refused > 0 ? [refusedPath] : [])],
    };
  } finally {
    bar.clear();
    await answers.discard();
    await refused.discard();
  }
}

async function writeRows(
  evaluated: AsyncIterable<Evaluated>,
  { answers, refused }: { answers: AnswersFile; refused: HiddenFile },
  onDone: (done: number) => void,
): Promise<{ answered: number; refused: number }> {
  const counts = { answered: 0, refused: 0 };
  for await (const each of evaluated) {
    if ('answered' in each) {
      await answers.append(each.answered);
      counts.answered += 1;
    } else {
      const { file, row, externalId, reason } = each.refused;
      await refused.write(
        `${JSON.stringify({ source_file: file, source_row: row, external_id: externalId, reason })}\n`,
      );
      counts.refused += 1;
    }
    onDone(counts.answered + counts.refused);
  }
  return counts;
}

/** A row that cannot be read, or takes too long, is refused alone; any other error ends the shard. */
async function evaluateRow(
  row: SourceRow,
  { kit, kitHash, options, evaluate }: { kit: Kit; kitHash: string; options: BulkOptions; evaluate: EvaluateInput },
): Promise<Evaluated> {
  const { file, row: number } = row;
  const refuse = (reason: string, externalId?: string): Evaluated => ({
    refused: { file, row: number, externalId, reason },
  });
  if ('fault' in row) return refuse(row.fault);
  let externalId: string | undefined;
  try {
    const { input, ...facts } = toConversation(row.value, kit, options);
    externalId = facts.externalId;
    const { outcomes, warnings } = await evaluate(input);
    return {
      answered: {
        ...facts,
        file,
        row: number,
        kit: kit.kit,
        kitHash,
        engine: options.engine,
        engineVersion: ENGINE_VERSION,
        bricks: toBrickOutputs(kit, outcomes, { includeSpans: true }),
        warnings,
        input: options.withInput === true ? input : undefined,
      },
    };
  } catch (error) {
    if (!isFaultOfRow(error)) throw error;
    return refuse(error.message, error instanceof RowFault ? error.externalId : externalId);
  }
}

function isFaultOfRow(error: unknown): error is Error {
  if (error instanceof ServiceError) return error.code === 'kit_input_invalid';
  return error instanceof RowFault || error instanceof EvaluationDeadlineError;
}

/** Machines must not silently answer differently: if the reader cannot be used, the shard fails. */
async function withEngine<Result>(
  { kit, options: { engine, agent }, signal }: ShardWork,
  work: (evaluate: EvaluateInput, atOnce: number) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const onUnavailable = (reason: string) =>
    stop.abort(new Error(`The reader cannot be used on this machine (${reason}). Fix that, or use --engine lexical.`));
  const isRead = engine === 'local' && readEngineSettings(process.env).reader;
  const pool = new EvaluationPool({
    ...threadsOf(process.env),
    reader: isRead ? new ReaderProcesses({ onUnavailable }) : undefined,
  });
  pool.start();
  const until = AbortSignal.any([signal, stop.signal]);
  const evaluate: EvaluateInput = async (input) => {
    until.throwIfAborted();
    return evaluateKit(
      { local: (task, limits) => pool.answer(task, limits), reads: pool.reads },
      { kit, input, agents: agent, engine, signal: until },
    );
  };
  try {
    // Twice the threads, so that none is idle while its next conversation is on the way.
    return await work(evaluate, pool.threads * 2);
  } catch (error) {
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    await pool.stop();
  }
}

/** As for the service: a container sees all cores of its machine. */
function threadsOf({ BRICKWORK_THREADS: threads = '' }: NodeJS.ProcessEnv): { threads?: number } {
  if (threads === '' || threads === '0') return {};
  if (!/^[1-9]\d{0,2}$/.test(threads)) throw new UsageError('BRICKWORK_THREADS must be a whole number from 0 to 128.');
  return { threads: Number(threads) };
}

function report({ rows, answered, refused, files }: ShardFigures, shard: Shard, { json }: BulkOptions): void {
  if (json) printJson({ shard: shard.index, shards: shard.count, rows, answered, refused, files });
  else print(`Shard ${shard.index}/${shard.count}: ${answered} answered, ${refused} refused: ${files.join(', ')}`);
  if (refused > 0) process.exitCode = EXIT.unsuccessful;
}
