/** Turns the measurements of a match into the probability that it is right: small logistic models, per kind of answer, never per brick. */
import { type Calibration, CONFIDENCE } from '../weights/answering.ts';

export type Features = Readonly<Record<string, number>>;

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

export function calibrate(calibration: Calibration, features: Features): number {
  let sum = calibration.bias;
  for (const [name, weight] of Object.entries(calibration.weights)) sum += weight * (features[name] ?? 0);
  return logistic(sum);
}

export interface Reserve {
  from: number;
  fitted: number;
  told: number;
}

/** Lowers a chance: `fitted` becomes `told`, with straight lines from `from` and on to 1. */
export function holdBack(chance: number, { from, fitted, told }: Reserve): number {
  if (chance <= from) return chance;
  if (chance <= fitted) return from + ((chance - from) * (told - from)) / (fitted - from);
  return told + ((chance - fitted) * (1 - told)) / (1 - fitted);
}

/** Exponentials may differ in the last bit between builds of V8; three digits are the same everywhere. */
export function roundConfidence(value: number): number {
  return Math.round(Math.min(CONFIDENCE.most, Math.max(CONFIDENCE.least, value)) * 1000) / 1000;
}
