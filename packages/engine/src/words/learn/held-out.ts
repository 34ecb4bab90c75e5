/** Cross-validation: how often models fitted on some labels are wrong about the others, and how sure they may be. */
import { logistic } from '../answer/calibrate.ts';
import { FITTING } from '../weights/learning.ts';
import { logOdds } from './learned-model.ts';

export interface Held {
  chances: Float64Array;
  label: number;
}

export function logLoss(held: readonly Held[]): number {
  return held.reduce((sum, { chances, label }) => sum - Math.log(Math.max(1e-6, chances[label] ?? 0)), 0);
}

export function mistakes(held: readonly Held[]): number {
  return held.filter(({ chances, label }) => chances.some((chance) => chance > (chances[label] ?? 0))).length;
}

/** Platt scaling of the best class's log odds, with a prior that favours no change. */
export function fitCalibration(held: readonly Held[]): { bias: number; slope: number } {
  let bias = 0;
  let slope = 1;
  const points = held.map(({ chances, label }) => {
    const best = chances.reduce((most, value) => Math.max(most, value), 0);
    return { odds: logOdds(best), isRight: chances[label] === best ? 1 : 0 };
  });
  const rate = 2 / (points.length + FITTING.priorLabels);
  for (let step = 0; step < FITTING.calibrationSteps; step += 1) {
    let biasSlope = FITTING.priorLabels * FITTING.biasPrior * bias;
    let slopeSlope = FITTING.priorLabels * FITTING.slopePrior * (slope - 1);
    for (const { odds, isRight } of points) {
      const error = logistic(bias + slope * odds) - isRight;
      biasSlope += error;
      slopeSlope += error * odds;
    }
    bias -= rate * biasSlope;
    slope = Math.max(FITTING.leastSlope, slope - (rate / 4) * slopeSlope);
  }
  return { bias: Number(bias.toFixed(4)), slope: Number(slope.toFixed(4)) };
}
