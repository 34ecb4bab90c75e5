/**
 * The four blocks of the model on onnxruntime. A window passes the lower layers once for all questions and a question once
 * for all windows; only the upper layers read both together (`tools/reader/README.md`). One row at a time: the int8 scale
 * of an activation is that of its whole batch, so a batch would make an answer depend on what else was asked.
 */
import { createRequire } from 'node:module';
import { setImmediate as otherWork } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type PairReading,
  ReaderUnavailableError,
  type ReadingKind,
  type ReadModel,
  type ReadQuestion,
  type ReadRequest,
} from './reading.ts';

const BLOCKS = ['embed', 'middle', 'upper', 'answer'] as const;
type Block = (typeof BLOCKS)[number];

/** What is used of onnxruntime-node, whose package has no types of its own in this version. */
interface Runtime {
  Tensor: new (type: 'float32' | 'int64', data: Float32Array | BigInt64Array, shape: readonly number[]) => Tensor;
  InferenceSession: { create(file: string, options: Readonly<Record<string, unknown>>): Promise<Session> };
}

interface Tensor {
  readonly data: Float32Array;
}

type Results = Readonly<Record<string, Tensor>>;

interface Session {
  run(feeds: Results): Promise<Results>;
}

type Sessions = Readonly<Record<Block, Session>>;

const HIDDEN = 384;
const PICK = 64;
/** A window's first position, whatever the question. */
const WINDOW_POSITION = 128;
const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // The arena would keep the memory of the longest window for ever.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** Hidden states of one window or one question after 2, 4 and 8 layers. */
interface States {
  length: number;
  verdict: Float32Array;
  choice: Float32Array;
  span: Float32Array;
  /** Unit vectors, one per token: which windows to read. */
  pick: Float32Array;
}

/** The blocks that read question and window together, by kind. */
const TOGETHER: Readonly<Record<ReadingKind, readonly Block[]>> = {
  verdict: [],
  choice: ['upper'],
  span: ['middle', 'upper'],
};

export async function openModel(directory: URL): Promise<ReadModel> {
  const { runtime, sessions } = await load(directory);
  const run = (block: Block, feeds: Results) => sessions[block].run(feeds);
  const floats = (data: Float32Array, shape: number[]) => new runtime.Tensor('float32', data, shape);
  const longs = (values: readonly number[], shape: number[]) =>
    new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), shape);
  const all = (length: number) => floats(new Float32Array(length).fill(1), [1, length]);

  async function encode(ids: readonly number[], kind: 0 | 1): Promise<States> {
    const { length } = ids;
    const first = kind === 0 ? 0 : WINDOW_POSITION;
    const mask = all(length);
    const positions = Array.from(ids, (_, at) => first + at);
    const embedded = await run('embed', {
      ids: longs(ids, [1, length]),
      positions: longs(positions, [length]),
      kind: longs([kind], [1]),
      mask,
    });
    const middle = await run('middle', { hidden: tensorOf(embedded, 'hidden_out'), mask });
    const upper = await run('upper', { hidden: tensorOf(middle, 'hidden_out'), mask });
    return {
      length,
      span: dataOf(embedded, 'hidden_out'),
      choice: dataOf(middle, 'hidden_out'),
      verdict: dataOf(upper, 'hidden_out'),
      pick: unitRows(dataOf(upper, 'pick')),
    };
  }

  async function readPair(
    question: ReadQuestion,
    asked: States,
    window: States,
  ): Promise<Omit<PairReading, 'window' | 'likeness'>> {
    const { kind } = question;
    const length = asked.length + window.length;
    const joined = new Float32Array(length * HIDDEN);
    joined.set(asked[kind]);
    joined.set(window[kind], asked.length * HIDDEN);
    const mask = all(length);
    let hidden: Tensor = floats(joined, [1, length, HIDDEN]);
    for (const block of TOGETHER[kind]) hidden = tensorOf(await run(block, { hidden, mask }), 'hidden_out');
    const answer = await run('answer', { hidden, mask });
    const verdict = dataOf(answer, 'verdict');
    const options = dataOf(answer, 'options');
    const spans = dataOf(answer, 'spans');
    const at = (data: Float32Array, index: number): number => data[index] ?? 0;
    return {
      verdict: [at(verdict, 0), at(verdict, 1), at(verdict, 2)],
      undecided: at(dataOf(answer, 'undecided'), 0),
      options: question.marks.map((mark) => [at(options, 2 * mark), at(options, 2 * mark + 1)]),
      none: [at(spans, 0), at(spans, 1)],
      spans: spans.slice(4 * (asked.length + 1), 4 * (length - 1)),
    };
  }

  return async ({ windows, questions, most }: ReadRequest, signal) => {
    const pause = async () => {
      await otherWork();
      signal?.throwIfAborted();
    };
    const encoded: States[] = [];
    for (const ids of windows) {
      await pause();
      encoded.push(await encode(ids, 1));
    }
    const readings: PairReading[][] = [];
    for (const question of questions) {
      await pause();
      const asked = await encode(question.ids, 0);
      const likeness = encoded.map((window) => likenessOf(asked, window));
      const pairs: PairReading[] = [];
      for (const window of mostAlike(likeness, most[question.kind])) {
        await pause();
        const states = encoded[window];
        if (states === undefined) continue;
        pairs.push({ window, likeness: likeness[window] ?? 0, ...(await readPair(question, asked, states)) });
      }
      readings.push(pairs);
    }
    return readings;
  };
}

async function load(directory: URL): Promise<{ runtime: Runtime; sessions: Sessions }> {
  try {
    // CommonJS with a native part: `import` would fail at start-up on a machine where it cannot load.
    const runtime = createRequire(import.meta.url)('onnxruntime-node') as Runtime;
    const open = (block: Block) =>
      runtime.InferenceSession.create(fileURLToPath(new URL(`${block}.onnx`, directory)), OPTIONS);
    const sessions = {
      embed: await open('embed'),
      middle: await open('middle'),
      upper: await open('upper'),
      answer: await open('answer'),
    };
    return { runtime, sessions };
  } catch (error) {
    throw new ReaderUnavailableError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown', {
      cause: error,
    });
  }
}

function tensorOf(results: Results, name: string): Tensor {
  const value = results[name];
  if (value === undefined) throw new Error(`the model has no output ${name}`);
  return value;
}

function dataOf(results: Results, name: string): Float32Array {
  return tensorOf(results, name).data;
}

function unitRows(rows: Float32Array): Float32Array {
  const units = new Float32Array(rows.length);
  for (let row = 0; row < rows.length; row += PICK) {
    let sum = 0;
    for (let at = row; at < row + PICK; at += 1) sum += (rows[at] ?? 0) ** 2;
    const scale = 1 / Math.max(1e-12, Math.sqrt(sum));
    for (let at = row; at < row + PICK; at += 1) units[at] = (rows[at] ?? 0) * scale;
  }
  return units;
}

/** How well each token of the question is met by some token of the window, on average. */
function likenessOf(question: States, window: States): number {
  let sum = 0;
  for (let asked = 0; asked < question.pick.length; asked += PICK) {
    let best = -1;
    for (let said = 0; said < window.pick.length; said += PICK) {
      let product = 0;
      for (let at = 0; at < PICK; at += 1) product += (question.pick[asked + at] ?? 0) * (window.pick[said + at] ?? 0);
      if (product > best) best = product;
    }
    sum += best;
  }
  return sum / question.length;
}

/** The windows to read, in the order of the conversation. */
function mostAlike(likeness: readonly number[], most: number): number[] {
  const order = likeness.map((value, window) => ({ value, window }));
  order.sort((left, right) => right.value - left.value || left.window - right.window);
  return order
    .slice(0, most)
    .map(({ window }) => window)
    .sort((left, right) => left - right);
}
