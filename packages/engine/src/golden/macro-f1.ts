import type { BrickValue } from '@brickwork/contract/kit';

export interface LabelPair {
  expected: BrickValue;
  value: BrickValue | undefined;
}

/**
 * The mean of F1 over every class that was expected or answered. F1 of a class is 2·TP / (2·TP + FP + FN). A line without an answer counts
 * as a miss of its class.
 */
export function macroF1(pairs: readonly LabelPair[]): number {
  const classes = new Set(
    pairs.flatMap(({ expected, value }) => (value === undefined ? [expected] : [expected, value])),
  );
  const scores = [...classes].map((label) => {
    const hits = pairs.filter(({ expected, value }) => expected === label && value === label).length;
    const named = pairs.filter(({ expected }) => expected === label).length;
    const answered = pairs.filter(({ value }) => value === label).length;
    return (2 * hits) / (named + answered);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
