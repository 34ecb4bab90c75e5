import { describe, expect, it } from 'vitest';
import { type BrickEvidence, chooseThresholds, type JudgedAnswer } from './choose-thresholds.ts';

const judged = (count: number, confidence: number, right: number, probability = 1): JudgedAnswer[] =>
  Array.from({ length: count }, (_, at) => ({ confidence, isRight: at < right, probability }));
const brick = (key: string, ...parts: JudgedAnswer[][]): BrickEvidence => {
  const all = parts.flat();
  return { key, judged: all, confidences: all.map(({ confidence }) => confidence) };
};
const chosen = (bricks: readonly BrickEvidence[], target = 0.95) =>
  Object.fromEntries(chooseThresholds(bricks, target).map(({ key, from }) => [key, from]));

describe('chooseThresholds', () => {
  const good = brick('good', judged(30, 0.85, 30), judged(30, 0.7, 20));

  it('takes the lowest confidence from which enough were right', () => {
    expect(chosen([good])).toEqual({ good: 0.85 });
    expect(chosen([good], 0.8)).toEqual({ good: 0.7 });
  });

  it('never keeps a brick that is often wrong, however good the others are', () => {
    const others = ['a', 'b', 'c'].map((key) => brick(key, judged(40, 0.85, 40)));
    expect(chosen([...others, brick('bad', judged(20, 0.88, 14))])).toEqual({ a: 0.85, b: 0.85, c: 0.85, bad: 1 });
  });

  it('leans on the other bricks where a brick has few reviews, and says so', () => {
    const others = ['a', 'b', 'c'].map((key) => brick(key, judged(40, 0.85, 40)));
    const [few] = chooseThresholds([{ ...brick('few', judged(2, 0.86, 2)) }, ...others], 0.95);
    expect(few).toMatchObject({ from: 0.85, basis: 'kit_reviews', kept: 2 });
  });

  it('asks for more than claims where nobody reviewed', () => {
    const unreviewed = (confidence: number) => ({ key: 'own', judged: [], confidences: [confidence] });
    expect(chooseThresholds([unreviewed(0.88)], 0.95)).toMatchObject([{ from: 1, basis: 'calibration', kept: 0 }]);
    expect(chooseThresholds([unreviewed(0.97)], 0.95)).toMatchObject([{ from: 0.95, expected: 0.97 }]);
  });

  it('does not go below what was ever answered: nothing is known of answers that are less sure', () => {
    expect(chosen([brick('only', judged(60, 0.82, 60))])).toEqual({ only: 0.8 });
    expect(chosen([{ key: 'none', judged: [], confidences: [] }])).toEqual({ none: 1 });
  });

  it('counts answers by how likely their runs were drawn', () => {
    // Each of the wrong ones stands for twenty runs, each of the right ones for one.
    const drawn = brick('own', judged(60, 0.85, 60), judged(6, 0.85, 0, 0.05));
    expect(chosen([drawn], 0.8)).toEqual({ own: 1 });
  });
});
