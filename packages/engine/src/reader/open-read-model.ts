/**
 * The four blocks of the model on onnxruntime. A window passes the lower layers once for all questions and a question once
 * for all windows; only the upper layers read both together (`tools/reader/README.md`). One row at a time: the int8 scale
 * of an activation is that of its whole batch, so a batch would make an answer depend on what else was asked.
 */
import { setImmediate } from 'node:timers/promises';
import { type Block, dataOf, openSessions, type Results, tensorOf } from './onnx-sessions.ts';
import {
  type NextWindow,
  nextWindow,
  type Reading,
  type States,
  silenceOf,
  startReading,
  unitRows,
} from './pick-windows.ts';
import { HIDDEN, type PairReading, type ReadModel, type ReadQuestion, type ReadRequest } from './reading.ts';

/** A window's first position, whatever the question. */
const WINDOW_POSITION = 128;
/** Layers that a window and a question pass apart, the last two only to pick windows: counted in the cost of reading. */
const LOWER_LAYERS = 4;

export async function openReadModel(directory: URL): Promise<ReadModel> {
  const { runtime, sessions } = await openSessions(directory);
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

/** For the first tokens. */
function meanOf(hidden: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(HIDDEN);
  for (let at = 0; at < tokens * HIDDEN; at += 1)
    mean[at % HIDDEN] = (mean[at % HIDDEN] ?? 0) + (hidden[at] ?? 0) / tokens;
  return mean;
}

function softmax(values: Float32Array): Float32Array {
  const most = values.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  const raised = values.map((value) => Math.exp(value - most));
  const sum = raised.reduce((left, right) => left + right, 0);
  return raised.map((value) => value / sum);
}
