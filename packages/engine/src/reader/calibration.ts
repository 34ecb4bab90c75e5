/** What the scores are worth: small logistic models fitted on labelled conversations that no training saw (`tools/reader/calibrate.py`). */
import { readFileSync } from 'node:fs';
import { logistic } from '../words/answer/calibrate.ts';
import { READER_FILES } from './reader-files.ts';

interface Model {
  bias: number;
  weights: Readonly<Record<string, number>>;
}

export interface ReaderCalibration {
  /** Whether the answer is yes: by what was read and by the wording of the question, and by what was read alone. */
  boolean: Model;
  read: Model;
  /** Whether the best option is right. */
  category: Model;
  /** Whether an option belongs into a list. */
  item: Model;
  /** Whether the value is within one step. */
  rating: Model;
  number: Model;
  /** Whether a span is the answer, and whether "not said" is right. */
  text: Model;
  absent: Model;
}

export const CALIBRATION: ReaderCalibration = JSON.parse(
  readFileSync(new URL('calibration.json', READER_FILES), 'utf8'),
) as ReaderCalibration;

export function chanceOf({ bias, weights }: Model, features: Readonly<Record<string, number>>): number {
  return logistic(Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), bias));
}
