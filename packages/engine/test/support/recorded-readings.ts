/**
 * What the reading model gives for the golden conversations of the example kits, recorded. Reading them takes minutes of CPU and gives the same
 * numbers as long as the weights, the runtime, the questions and the windows are the same: that is what a reading is found by. Everything
 * that is made of readings is computed in the test.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { once } from '@brickwork/engine/core/once';
import { MULTILINGUAL_FILES, READER_FILES } from '@brickwork/engine/reader/reader-files';
import type { PairReading, ReadModel, ReadRequest } from '@brickwork/engine/reader/reading';

const FILE = new URL('example-readings.json.gz', import.meta.url);
const MANIFEST = new URL('../../package.json', import.meta.url);
const WEIGHTS = ['embed.onnx', 'middle.onnx', 'upper.onnx', 'answer.onnx'];
/** Scores are kept in steps of a tenth, from -12.8 to 12.7. */
const STEP = 0.1;

/** A reading with its spans as base64 of one byte per score. */
type Recorded = Record<string, (Omit<PairReading, 'spans'> & { spans: string })[][]>;

function createKeys(): (request: ReadRequest) => string {
  const { optionalDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { optionalDependencies: object };
  const digestOf = (files: URL) => {
    const model = createHash('sha256').update(JSON.stringify(optionalDependencies)); // The runtime: releases round differently.
    for (const file of WEIGHTS) model.update(readFileSync(new URL(file, files)));
    return model.digest('hex');
  };
  const english = digestOf(READER_FILES);
  const multilingual = once(() => digestOf(MULTILINGUAL_FILES));
  return (request) => {
    const digest = request.reader === 'multilingual' ? multilingual() : english;
    return createHash('sha256').update(digest).update(JSON.stringify(request)).digest('base64url').slice(0, 22);
  };
}

function readRecorded(): Recorded {
  return existsSync(FILE) ? (JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Recorded) : {};
}

export interface Replay {
  read: ReadModel;
  /** How many requests were not recorded, and were read by the model. */
  unrecorded(): number;
}

/** Asks the model only for what was not recorded. */
export function replayReadings(open: () => Promise<ReadModel>): Replay {
  const recorded = readRecorded();
  const keyOf = createKeys();
  let model: Promise<ReadModel> | undefined;
  let unrecorded = 0;
  return {
    async read(request, signal) {
      const found = recorded[keyOf(request)];
      if (found !== undefined) return found.map((pairs) => pairs.map(replayed));
      unrecorded += 1;
      model ??= open();
      return (await model)(request, signal);
    },
    unrecorded: () => unrecorded,
  };
}

export interface Recorder {
  read: ReadModel;
  write(): void;
}

/** What is recorded already with this model is taken from there; what nobody asked for is dropped. */
export function recordReadings(model: ReadModel): Recorder {
  const earlier = readRecorded();
  const recorded: Recorded = {};
  const keyOf = createKeys();
  return {
    async read(request, signal) {
      const key = keyOf(request);
      const known = earlier[key] ?? (await model(request, signal)).map((pairs) => pairs.map(toRecord));
      recorded[key] = known;
      return known.map((pairs) => pairs.map(replayed));
    },
    write: () => writeFileSync(FILE, gzipSync(JSON.stringify(recorded), { level: 9 })),
  };
}

const rounded = (value: number) => Number(value.toFixed(3));

function toRecord(pair: PairReading): Recorded[string][number][number] {
  const steps = Int8Array.from(pair.spans, (score) => Math.max(-128, Math.min(127, Math.round(score / STEP))));
  return {
    window: pair.window,
    likeness: rounded(pair.likeness),
    verdict: [rounded(pair.verdict[0]), rounded(pair.verdict[1]), rounded(pair.verdict[2])],
    undecided: rounded(pair.undecided),
    options: pair.options.map(([chosen, present]) => [rounded(chosen), rounded(present)]),
    none: [rounded(pair.none[0]), rounded(pair.none[1])],
    spans: Buffer.from(steps.buffer).toString('base64'),
  };
}

function replayed({ spans, ...pair }: Recorded[string][number][number]): PairReading {
  const bytes = Buffer.from(spans, 'base64');
  return { ...pair, spans: Float32Array.from(new Int8Array(bytes), (step) => step * STEP) };
}
