/**
 * The four blocks of the model on onnxruntime. A window passes the lower layers once for all questions and a question once
 * for all windows; only the upper layers read both together (`tools/reader/README.md`). One row at a time: the int8 scale
 * of an activation is that of its whole batch, so a batch would make an answer depend on what else was asked.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  HIDDEN,
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

/** One window or one question after the layers that read it alone. */
interface States {
  length: number;
  hidden: Float32Array;
  /** Unit vectors, one per token: which windows to read. */
  pick: Float32Array;
  /** How much each token of a question matters for that; they sum to 1. */
  matter: Float32Array;
}

/** What the cost of reading is counted in: layers that a window and a question pass apart (the last two only to pick windows), and together. */
const LOWER_LAYERS = 4;
const JOINT_LAYERS = 10;

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
    return {
      length,
      hidden: dataOf(embedded, 'hidden_out'),
      pick: unitRows(dataOf(middle, 'pick')),
      matter: softmax(dataOf(middle, 'matter')),
    };
  }

  async function readPair(
    question: ReadQuestion,
    asked: States,
    window: States,
  ): Promise<Omit<PairReading, 'window' | 'likeness'>> {
    const length = asked.length + window.length;
    const joined = new Float32Array(length * HIDDEN);
    joined.set(asked.hidden);
    joined.set(window.hidden, asked.length * HIDDEN);
    const mask = all(length);
    const middle = await run('middle', { hidden: floats(joined, [1, length, HIDDEN]), mask });
    const hidden = tensorOf(await run('upper', { hidden: tensorOf(middle, 'hidden_out'), mask }), 'hidden_out');
    const vector = question.withVector === true ? meanOf(hidden.data, asked.length) : undefined;
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
      ...(vector !== undefined && { vector }),
    };
  }

  return async ({ windows, questions, mostWindows, costLimit }: ReadRequest, turn = nextMacrotask) => {
    const encodeAll = async (all: ReadonlyArray<readonly number[]>, kind: 0 | 1) => {
      const states: States[] = [];
      for (const ids of all) {
        await turn();
        states.push(await encode(ids, kind));
      }
      return states;
    };
    const encoded = await encodeAll(windows, 1);
    const asked = await encodeAll(
      questions.map(({ ids }) => ids),
      0,
    );
    let spent = LOWER_LAYERS * [...encoded, ...asked].reduce((sum, { length }) => sum + length, 0);
    const readings = questions.map((question, at) => startReading(question, asked[at], encoded));
    const readNext = async (reading: Reading, next: NextWindow) => {
      await turn();
      reading.left.shift();
      reading.pairs.push({ ...next.alike, ...(await readPair(reading.question, next.asked, next.states)) });
      spent += next.cost;
    };
    for (const reading of readings) {
      const next = nextWindow(reading);
      if (next !== undefined) await readNext(reading, next);
    }
    for (;;) {
      const open = readings
        .filter(({ pairs }) => pairs.length < mostWindows)
        .flatMap((reading) => {
          const next = nextWindow(reading);
          return next !== undefined && spent + next.cost <= costLimit ? [{ reading, next }] : [];
        });
      const silent = open.toSorted((left, right) => silenceOf(right.reading) - silenceOf(left.reading))[0];
      if (silent === undefined) break;
      await readNext(silent.reading, silent.next);
    }
    return readings.map(({ pairs }) => pairs.toSorted((left, right) => left.window - right.window));
  };
}

function nextMacrotask(): Promise<void> {
  return setImmediate();
}

interface Alike {
  window: number;
  likeness: number;
}

/** A question with what was read for it and the windows that are left, most alike first. */
interface Reading {
  question: ReadQuestion;
  pairs: PairReading[];
  left: Array<{ alike: Alike; asked: States; states: States }>;
}

interface NextWindow {
  alike: Alike;
  asked: States;
  states: States;
  cost: number;
}

function startReading(question: ReadQuestion, asked: States | undefined, windows: readonly States[]): Reading {
  if (asked === undefined) return { question, pairs: [], left: [] };
  const left = windows.map((states, window) => ({
    alike: { window, likeness: likenessOf(asked, states) },
    asked,
    states,
  }));
  left.sort((one, other) => other.alike.likeness - one.alike.likeness || one.alike.window - other.alike.window);
  return { question, pairs: [], left };
}

function nextWindow({ left: [next] }: Reading): NextWindow | undefined {
  if (next === undefined) return undefined;
  return { ...next, cost: JOINT_LAYERS * (next.asked.length + next.states.length) };
}

/** Of the first tokens. */
function meanOf(hidden: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(HIDDEN);
  for (let at = 0; at < tokens * HIDDEN; at += 1)
    mean[at % HIDDEN] = (mean[at % HIDDEN] ?? 0) + (hidden[at] ?? 0) / tokens;
  return mean;
}

/** 0 to 1: how far the windows that were read say nothing about the question. */
function silenceOf({ question: { kind }, pairs }: Reading): number {
  return Math.min(...pairs.map((pair) => silenceIn(kind, pair)));
}

function silenceIn(kind: ReadingKind, { verdict, undecided, options, none, spans }: PairReading): number {
  switch (kind) {
    case 'verdict':
      return shareOf(verdict[1], [verdict[0], verdict[2]]);
    case 'choice':
      return shareOf(
        undecided,
        options.map(([chosen]) => chosen),
      );
    case 'span':
      return shareOf(none[0] + none[1], [bestOf(spans, 0) + bestOf(spans, 1)]);
  }
}

function shareOf(value: number, others: readonly number[]): number {
  const most = Math.max(value, ...others);
  const whole = [value, ...others].reduce((sum, each) => sum + Math.exp(each - most), 0);
  return Math.exp(value - most) / whole;
}

/** Of the scores of every token, four each, the best one of a column. */
function bestOf(spans: Float32Array, column: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let at = column; at < spans.length; at += 4) best = Math.max(best, spans[at] ?? best);
  return best;
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

function softmax(values: Float32Array): Float32Array {
  const most = values.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((left, right) => left + right, 0);
  return raised.map((value) => value / sum);
}

/** How well each token of the question is met by some token of the window; tokens that matter count more. */
function likenessOf(question: States, window: States): number {
  let sum = 0;
  for (let asked = 0, token = 0; asked < question.pick.length; asked += PICK, token += 1) {
    let best = -1;
    for (let said = 0; said < window.pick.length; said += PICK) {
      let product = 0;
      for (let at = 0; at < PICK; at += 1) product += (question.pick[asked + at] ?? 0) * (window.pick[said + at] ?? 0);
      if (product > best) best = product;
    }
    sum += best * (question.matter[token] ?? 0);
  }
  return sum;
}
