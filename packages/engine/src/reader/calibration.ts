/** The meaning of scores: small logistic models fitted on kits that were not used for training (`tools/reader/calibrate.py`). */
import { existsSync, readFileSync } from 'node:fs';
import { logistic } from '../words/answer/calibrate.ts';
import { READER_FILES } from './reader-files.ts';

interface Model {
  bias: number;
  weights: Readonly<Record<string, number>>;
  /** The maximum confidence of an answer of this kind: the accuracy of the most confident answers on kits left out of the fit. */
  most: number;
  /** How far a confidence is moved towards one half, from 0 to 1: other people's kits are harder than those of the fit. */
  hold: number;
}

export interface ReaderCalibration {
  /** Whether the answer is yes. */
  boolean: Model;
  /** Whether the best option is right. */
  category: Model;
  /** Whether an option belongs into a list. */
  item: Model;
  /** Whether the value is within one step. */
  rating: Model;
  /** Whether a number is the answer, and whether none was said. */
  number: Model;
  unsaid: Model;
  /** Whether a span is the answer, and whether "not said" is right. */
  text: Model;
  absent: Model;
}

/** The maximum confidence of an uncalibrated reader: low, with the weights of the English one. */
const UNCALIBRATED_MOST = 0.6;

export function readCalibration(directory: URL): ReaderCalibration {
  const file = new URL('calibration.json', directory);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ReaderCalibration;
  const english = Object.entries<Model>({ ...readCalibration(READER_FILES) });
  return Object.fromEntries(
    english.map(([kind, model]) => [kind, { ...model, most: Math.min(model.most, UNCALIBRATED_MOST) }]),
  ) as unknown as ReaderCalibration;
}

export function chanceOf({ bias, weights }: Model, features: Readonly<Record<string, number>>): number {
  return logistic(Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), bias));
}

/** A probability, limited to the accuracy of answers of its kind. */
export function claimOf({ most, hold }: Model, chance: number): number {
  return Math.max(1 - most, Math.min(most, 0.5 + hold * (chance - 0.5)));
}
