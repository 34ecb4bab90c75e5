import { roundConfidence } from '../words/answer/calibrate.ts';

const COIN = 0.5;

/** A yes or no that is no more likely than its opposite: its reason says "not sure", and it is counted as not sure. */
export function isCoin(confidence: number): boolean {
  return roundConfidence(confidence) <= COIN;
}
