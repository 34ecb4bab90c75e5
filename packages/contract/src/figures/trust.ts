/** How accurate the answers are, question by question, as people who reviewed them found. */
import type { BrickInsights } from '../endpoints/insights.ts';
import { formatNumber } from './format.ts';

/** Of 100 answers. */
interface Rightness {
  name: string;
  right: number;
  low: number;
  high: number;
}

export interface Trust {
  /** Undefined while too few answers were drawn at random. */
  least: Rightness | undefined;
  most: Rightness | undefined;
  reviewed: number;
  /** Questions with an estimate. */
  estimated: number;
}

/** `bricks` must be those of a total: groups do not have `reviewed`. */
export function trustIn(bricks: readonly BrickInsights[]): Trust {
  const known = bricks
    .flatMap(({ name, reviewed }): Rightness[] => {
      if (reviewed?.accuracy === undefined) return [];
      const { accuracy, low = accuracy, high = accuracy } = reviewed;
      return [{ name, right: ofHundred(accuracy), low: ofHundred(low), high: ofHundred(high) }];
    })
    .toSorted((a, b) => a.right - b.right);
  return {
    least: known[0],
    most: known.at(-1),
    reviewed: bricks.reduce((sum, { reviewed }) => sum + (reviewed?.n ?? 0), 0),
    estimated: known.length,
  };
}

const ofHundred = (share: number) => Math.round(share * 100);

export function trustText({ least, most, reviewed, estimated }: Trust): string {
  if (reviewed === 0) return 'not reviewed yet';
  if (least === undefined || most === undefined)
    return `too early to say: ${formatNumber(reviewed)} answers reviewed, too few of them drawn at random`;
  const range = least.right === most.right ? `${least.right}` : `${least.right} – ${most.right}`;
  const questions = `${estimated} ${estimated === 1 ? 'question' : 'questions'}`;
  return `reviewers found ${range} of 100 answers right; least ${least.name}, ${least.right} (${least.low} – ${least.high}). ${formatNumber(reviewed)} answers to ${questions} reviewed`;
}
