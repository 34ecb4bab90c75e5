/** Uses of an evaluation on a golden set: calibrating a kit's confidences, and comparing two versions of a kit. */

import type { Kit } from '../kits/normalise-kit.ts';
import { type CalibrationCurve, calibrationCurve } from './calibration-curve.ts';
import { type BrickComparison, compareAnswers } from './compare-answers.ts';
import type { GoldenEvaluation } from './evaluate-golden.ts';

/** The kit with the model's confidences mapped to the accuracy they had on the golden set. Bricks with too few labels stay as they are. */
export function calibrateKit(kit: Kit, { answers }: GoldenEvaluation): Kit {
  const curves = kit.bricks.flatMap((brick): [string, CalibrationCurve][] => {
    const curve = calibrationCurve(brick, answers.get(brick.key) ?? []);
    return curve === undefined ? [] : [[brick.key, curve]];
  });
  return withCurves(kit, new Map(curves));
}

/** A new curve is computed from the original confidences, not from those changed by an older curve. */
export function withoutCalibration(kit: Kit): Kit {
  return withCurves(kit, new Map());
}

function withCurves(kit: Kit, curves: ReadonlyMap<string, CalibrationCurve>): Kit {
  const bricks = kit.bricks.map(({ learned: { model_calibration: _, ...learned } = {}, ...brick }) => {
    const curve = curves.get(brick.key);
    const more = curve === undefined ? learned : { ...learned, model_calibration: curve };
    return Object.keys(more).length === 0 ? brick : { ...brick, learned: more };
  });
  return { ...kit, bricks };
}

/** Compares bricks that both kits have with the same type, on the lines that both evaluated. */
export function compareEvaluations(
  after: { kit: Kit; evaluation: GoldenEvaluation },
  before: { kit: Kit; evaluation: GoldenEvaluation },
): BrickComparison[] {
  return after.kit.bricks.flatMap((brick) => {
    const isInBoth = before.kit.bricks.some(({ key, type }) => key === brick.key && type === brick.type);
    const answers = after.evaluation.answers.get(brick.key);
    const earlier = before.evaluation.answers.get(brick.key);
    return isInBoth && answers && earlier ? compareAnswers(brick, earlier, answers) : [];
  });
}
