/**
 * Multinomial logistic regression with fixed offsets, by gradient descent with a fixed number of steps: the same
 * examples give the same weights on every machine. The offsets are the zero-shot scores, so that with few labels the
 * small weights only correct them, and with many labels the weights take over.
 */
import { FITTING } from '../weights/learning.ts';

export interface Example {
  /** Which features are not zero, and their values. */
  indices: Int32Array;
  values: Float64Array;
  label: number;
  offsets: Float64Array;
}

export interface SoftmaxWeights {
  /** classes x (features + 1); the last column is the bias. */
  cells: Float64Array;
  classes: number;
  width: number;
}

export interface FitOptions {
  steps: number;
  rate: number;
  decay: number;
}

/** In place: the logits become chances. */
function toChances(logits: Float64Array): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  for (let index = 0; index < logits.length; index += 1) {
    const raised = Math.exp((logits[index] ?? 0) - most);
    logits[index] = raised;
    sum += raised;
  }
  for (let index = 0; index < logits.length; index += 1) logits[index] = (logits[index] ?? 0) / sum;
  return logits;
}

export function chancesOfExample(weights: SoftmaxWeights, example: Example): Float64Array {
  const { cells, width, classes } = weights;
  const { indices, values } = example;
  const logits = new Float64Array(classes);
  for (let index = 0; index < classes; index += 1) {
    const from = index * width;
    let sum = (cells[from + width - 1] ?? 0) + (example.offsets[index] ?? 0);
    for (let at = 0; at < indices.length; at += 1) sum += (cells[from + (indices[at] ?? 0)] ?? 0) * (values[at] ?? 0);
    logits[index] = sum;
  }
  return toChances(logits);
}

function addSlope(slope: Float64Array, weights: SoftmaxWeights, example: Example): void {
  const { width, classes } = weights;
  const { indices, values } = example;
  const chances = chancesOfExample(weights, example);
  for (let index = 0; index < classes; index += 1) {
    const error = (chances[index] ?? 0) - (index === example.label ? 1 : 0);
    if (Math.abs(error) < FITTING.settled) continue;
    const from = index * width;
    for (let at = 0; at < indices.length; at += 1) {
      const cell = from + (indices[at] ?? 0);
      slope[cell] = (slope[cell] ?? 0) + error * (values[at] ?? 0);
    }
    slope[from + width - 1] = (slope[from + width - 1] ?? 0) + error * FITTING.biasRate;
  }
}

export function fitSoftmax(
  examples: readonly Example[],
  classes: number,
  features: number,
  options: FitOptions,
): SoftmaxWeights {
  const width = features + 1;
  const weights: SoftmaxWeights = { cells: new Float64Array(classes * width), classes, width };
  const speed = new Float64Array(classes * width);
  const slope = new Float64Array(classes * width);
  const rate = options.rate / Math.sqrt(Math.max(1, examples.length));
  for (let step = 0; step < options.steps; step += 1) {
    slope.fill(0);
    for (const example of examples) addSlope(slope, weights, example);
    for (let cell = 0; cell < slope.length; cell += 1) {
      const weight = weights.cells[cell] ?? 0;
      const change = FITTING.momentum * (speed[cell] ?? 0) - rate * ((slope[cell] ?? 0) + options.decay * weight);
      speed[cell] = change;
      weights.cells[cell] = weight + change;
    }
  }
  return weights;
}
