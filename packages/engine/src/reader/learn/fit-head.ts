/**
 * A brick's own head: multinomial logistic regression whose offsets are the scores of the reader and of the words, with a ridge over the
 * reader's vector. The weight of each, and whether the vector helps, are chosen by cross-validation. Deterministic: folds go
 * by position, and the steps and their size depend on the labels alone.
 */
import { HEAD_VERSION, type ReaderHead } from '../../bricks/learned-document.ts';
import type { SoftmaxWeights } from '../../words/learn/fit-softmax.ts';
import { fitCalibration, type Held, logLoss, mistakes } from '../../words/learn/held-out.ts';
import { packWeights } from '../../words/learn/learned-model.ts';
import { HIDDEN } from '../reading.ts';
import type { HeadClass, HeadFeatures } from './head-features.ts';

export interface HeadExample {
  features: HeadFeatures;
  /** The index of the class. */
  label: number;
}

export interface FittedHead {
  head: Omit<ReaderHead, 'accuracy' | 'reader'>;
  held: Held[];
}

interface Way {
  read: number;
  words: number;
  withVector: boolean;
}

const FOLDS = 5;
/** Tuned on assistant chats: the weights of the reader's scores and the words' scores. */
const BLENDS: ReadonlyArray<readonly [read: number, words: number]> = [
  [1, 0],
  [0, 1],
  [0.5, 0.5],
  [1, 1],
  [0.5, 1],
  [1, 0.5],
  [0.5, 0],
  [0, 0.5],
];
const STEPS = 120;
const MOMENTUM = 0.9;
/** The prior of a weight has a variance of one; these are how large the features are beside it. */
const VECTOR_SCALE = 2.8;
const BIAS_SCALE = 0.7;
const DECAY = 1;

export function fitHead(examples: readonly HeadExample[], classes: readonly HeadClass[]): FittedHead {
  const judge = (way: Way) => ({ way, held: crossValidate(examples, classes.length, way) });
  const plain = BLENDS.map(([read, words]) => judge({ read, words, withVector: false })).reduce(better);
  const best = better(plain, judge({ ...plain.way, withVector: true }));
  const { weights, centre } = fit(examples, classes.length, best.way);
  const { read, words } = best.way;
  return {
    head: {
      version: HEAD_VERSION,
      labels: examples.length,
      classes: [...classes],
      read,
      words,
      ...packWeights(unscaled(weights, centre)),
      calibration: fitCalibration(best.held),
    },
    held: best.held,
  };
}

function better<Judged extends { held: Held[] }>(left: Judged, right: Judged): Judged {
  const difference = mistakes(right.held) - mistakes(left.held);
  const isBetter = difference === 0 ? logLoss(right.held) < logLoss(left.held) : difference < 0;
  return isBetter ? right : left;
}

function crossValidate(examples: readonly HeadExample[], classes: number, way: Way): Held[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const training = examples.filter((_, at) => at % FOLDS !== fold);
    const { weights, centre } = fit(training, classes, way);
    return examples
      .filter((_, at) => at % FOLDS === fold)
      .map(({ features, label }) => ({
        chances: chancesOf(weights, rowOf(features, centre), offsetsOf(features, way)),
        label,
      }));
  }).flat();
}

export function offsetsOf({ read, words }: HeadFeatures, way: { read: number; words: number }): Float64Array {
  return Float64Array.from(read, (score, at) => way.read * score + way.words * (words[at] ?? 0));
}

/** The vector from the centre of the labelled ones, where there is a centre, and a constant for the bias. */
function rowOf({ vector }: HeadFeatures, centre: Float64Array | undefined): Float64Array {
  if (centre === undefined) return Float64Array.of(BIAS_SCALE);
  const row = new Float64Array(HIDDEN + 1);
  for (let at = 0; at < HIDDEN; at += 1) row[at] = VECTOR_SCALE * ((vector[at] ?? 0) - (centre[at] ?? 0));
  row[HIDDEN] = BIAS_SCALE;
  return row;
}

export function chancesOf(
  { cells, classes, width }: SoftmaxWeights,
  row: Float64Array,
  offsets: Float64Array,
): Float64Array {
  const logits = Float64Array.from({ length: classes }, (_, index) => {
    let sum = offsets[index] ?? 0;
    for (let at = 0; at < width; at += 1) sum += (cells[index * width + at] ?? 0) * (row[at] ?? 0);
    return sum;
  });
  const most = logits.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  const raised = logits.map((logit) => Math.exp(logit - most));
  const whole = raised.reduce((left, right) => left + right, 0);
  return raised.map((value) => value / whole);
}

function fit(examples: readonly HeadExample[], classes: number, way: Way) {
  const centre = way.withVector ? meanOf(examples) : undefined;
  const rows = examples.map(({ features, label }) => ({
    row: rowOf(features, centre),
    offsets: offsetsOf(features, way),
    label,
  }));
  const width = centre === undefined ? 1 : HIDDEN + 1;
  const weights: SoftmaxWeights = { cells: new Float64Array(classes * width), classes, width };
  const ahead: SoftmaxWeights = { ...weights, cells: new Float64Array(classes * width) };
  const slope = new Float64Array(classes * width);
  const rate = 1 / (steepestOf(rows.map(({ row }) => row)) / 2 + DECAY);
  for (let step = 0; step < STEPS; step += 1) {
    slope.fill(0);
    for (const { row, offsets, label } of rows) addSlope(slope, ahead, row, chancesOf(ahead, row, offsets), label);
    for (let cell = 0; cell < slope.length; cell += 1) {
      const before = weights.cells[cell] ?? 0;
      const after = (ahead.cells[cell] ?? 0) - rate * ((slope[cell] ?? 0) + DECAY * (ahead.cells[cell] ?? 0));
      weights.cells[cell] = after;
      ahead.cells[cell] = after + MOMENTUM * (after - before);
    }
  }
  return { weights, centre };
}

function addSlope(
  slope: Float64Array,
  { classes, width }: SoftmaxWeights,
  row: Float64Array,
  chances: Float64Array,
  label: number,
): void {
  for (let index = 0; index < classes; index += 1) {
    const error = (chances[index] ?? 0) - (index === label ? 1 : 0);
    for (let at = 0; at < width; at += 1) {
      const cell = index * width + at;
      slope[cell] = (slope[cell] ?? 0) + error * (row[at] ?? 0);
    }
  }
}

/** No direction is steeper than the largest row sum of the products of the rows: a step of its inverse never overshoots. */
function steepestOf(rows: readonly Float64Array[]): number {
  const product = (left: Float64Array, right: Float64Array) =>
    left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  return Math.max(...rows.map((row) => rows.reduce((sum, other) => sum + Math.abs(product(row, other)), 0)));
}

function meanOf(examples: readonly HeadExample[]): Float64Array {
  const mean = new Float64Array(HIDDEN);
  for (const { features } of examples)
    for (let at = 0; at < HIDDEN; at += 1) mean[at] = (mean[at] ?? 0) + (features.vector[at] ?? 0) / examples.length;
  return mean;
}

/** For raw vectors: scale and centre become part of the weights and the bias. */
function unscaled({ cells, classes, width }: SoftmaxWeights, centre: Float64Array | undefined): SoftmaxWeights {
  const plain = new Float64Array(cells.length);
  for (let index = 0; index < classes; index += 1) {
    let bias = BIAS_SCALE * (cells[index * width + width - 1] ?? 0);
    for (let at = 0; at < width - 1; at += 1) {
      const weight = VECTOR_SCALE * (cells[index * width + at] ?? 0);
      plain[index * width + at] = weight;
      bias -= weight * (centre?.[at] ?? 0);
    }
    plain[index * width + width - 1] = bias;
  }
  return { cells: plain, classes, width };
}
