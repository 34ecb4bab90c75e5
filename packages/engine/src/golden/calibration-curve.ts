/**
 * How often a brick was right at each confidence in a golden set: a rising curve of (confidence, share right), by isotonic regression
 * (decreasing neighbours are merged).
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import { isRight } from './judge-answer.ts';
import type { JudgedAnswer } from './score-brick.ts';

export type CalibrationCurve = [confidence: number, share: number][];

/** With fewer labels, the result would be mostly chance. */
export const CALIBRATION_LABELS = 30;
const MAX_POINTS = 12;

interface Pool {
  confidence: number;
  right: number;
  count: number;
}

/** Undefined if there are too few labels. */
export function calibrationCurve(brick: BrickDocument, answers: readonly JudgedAnswer[]): CalibrationCurve | undefined {
  // Answers without a value, withheld or not applicable, are not evidence about the confidence of values.
  const judged = answers.filter(({ value }) => value !== null);
  if (judged.length < CALIBRATION_LABELS) return undefined;
  const sorted = judged.toSorted((a, b) => a.confidence - b.confidence);
  const size = Math.max(1, Math.ceil(sorted.length / MAX_POINTS));
  const pools: Pool[] = [];
  for (let from = 0; from < sorted.length; from += size) {
    const group = sorted.slice(from, from + size);
    const sum = group.reduce((total, { confidence }) => total + confidence, 0);
    const right = group.filter(({ expected, value }) => isRight(brick, expected, value)).length;
    pools.push({ confidence: sum / group.length, right, count: group.length });
    pool(pools);
  }
  return pools.map((each) => [round(each.confidence), round(shareOf(each))]);
}

function pool(pools: Pool[]): void {
  for (;;) {
    const [before, last] = pools.slice(-2);
    if (before === undefined || last === undefined) return;
    if (shareOf(before) <= shareOf(last) && before.confidence < last.confidence) return;
    const count = before.count + last.count;
    const confidence = (before.confidence * before.count + last.confidence * last.count) / count;
    pools.splice(-2, 2, { confidence, right: before.right + last.right, count });
  }
}

/** One more right and one more wrong answer than observed: no group is ever certain. */
function shareOf({ right, count }: Pool): number {
  return (right + 1) / (count + 2);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
