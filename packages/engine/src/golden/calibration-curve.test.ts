import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrateConfidence } from '../model/score-confidence.ts';
import { CALIBRATION_LABELS, calibrationCurve } from './calibration-curve.ts';

const brick = { key: 'flag', type: 'boolean' as const, question: 'So?' };
const judged = (confidence: number, right: boolean, line = 1) => ({ line, expected: true, value: right, confidence });

describe('calibrationCurve', () => {
  it('maps a confidence to how often it was right', () => {
    const answers = [
      ...Array.from({ length: 60 }, (_, n) => judged(0.9, n % 2 === 0)),
      ...Array.from({ length: 60 }, (_, n) => judged(0.4, n % 10 === 0)),
    ];
    const learned = { model_calibration: calibrationCurve(brick, answers) };
    const map = (score: number) => calibrateConfidence({ ...brick, learned }, score).confidence;
    expect(map(0.9)).toBeCloseTo(0.5, 1);
    expect(map(0.4)).toBeCloseTo(0.1, 1);
    expect(map(1)).toBe(map(0.9));
    expect(map(0.6)).toBeGreaterThan(map(0.4));
  });

  it('needs enough labels', () => {
    expect(
      calibrationCurve(
        brick,
        Array.from({ length: CALIBRATION_LABELS - 1 }, () => judged(0.9, true)),
      ),
    ).toBeUndefined();
  });

  it('rises, and stays between 0 and 1, whatever the answers', () => {
    const answers = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
      minLength: 30,
      maxLength: 300,
    });
    fc.assert(
      fc.property(answers, (given) => {
        const curve =
          calibrationCurve(
            brick,
            given.map(([confidence, right]) => judged(confidence, right)),
          ) ?? [];
        expect(curve.length).toBeGreaterThan(0);
        for (const [index, [confidence, share]] of curve.entries()) {
          expect(share).toBeGreaterThan(0);
          expect(share).toBeLessThan(1);
          const before = curve[index - 1] ?? [0, 0];
          expect(confidence).toBeGreaterThanOrEqual(before[0]);
          expect(share).toBeGreaterThanOrEqual(before[1]);
        }
      }),
    );
  });
});
