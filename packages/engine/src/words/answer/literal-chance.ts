/** Turns the measurements of the best sentence into the probability that a literal question is true. */

import type { FrameMatch } from '../match/frame-match.ts';
import type { QuestionFrame } from '../match/question-frame.ts';
import { DENIAL_CALIBRATION, FRAME_CALIBRATION, LEAST_CHANCE, LITERAL } from '../weights/answering.ts';
import { calibrate, type Features } from './calibrate.ts';

function featuresOf({ score, act, rarity, hasAct }: FrameMatch): Features {
  return { score, trace: Math.min(score, LITERAL.trace), act, rarity, hasAct };
}

export function literalChance(match: FrameMatch): number {
  return calibrate(FRAME_CALIBRATION, featuresOf(match));
}

/** If the words do not support a yes: the probability that it was said in other words, which is never as low as if silence were proof. */
export function denialChance(frame: QuestionFrame, match: FrameMatch): number {
  const isGeneral = frame.alternatives.some(({ terms }) => terms.some((term) => term.instances !== undefined));
  const least = isGeneral ? LEAST_CHANCE.general : LEAST_CHANCE.plain;
  return Math.min(LITERAL.mostDenied, Math.max(least, calibrate(DENIAL_CALIBRATION, featuresOf(match))));
}
