/** What the calibration looks at, for each kind of answer. `tools/reader/dump-features.ts` writes the same numbers out. */
import { questionPrior } from './question-prior.ts';
import type { BrickReading } from './read-bricks.ts';
import { type NumberScores, type SpanScores, verdictScores } from './scores.ts';

export type Features = Readonly<Record<string, number>>;

const MOST_SURE = 0.98;

function odds(chance: number): number {
  const held = Math.min(MOST_SURE, Math.max(1 - MOST_SURE, chance));
  return Math.log(held / (1 - held));
}

/** Far beyond what was seen in fitting, a score says no more than at its edge. */
function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

const VERDICT_MOST = 9;

/** `no` counts where somebody denies it; that nobody mentions it is in `yes`. */
export function booleanFeatures({ pairs, asked }: BrickReading): Features {
  const { yes, no } = verdictScores(pairs);
  return {
    yes: within(yes, VERDICT_MOST),
    no: Math.log1p(Math.exp(within(no, VERDICT_MOST))),
    prior: questionPrior(asked.brick.question ?? asked.text),
  };
}

/** From the chances of all options: how far the best one is ahead. */
export function choiceFeatures(chances: readonly number[]): Features {
  const sorted = chances.toSorted((left, right) => right - left);
  const best = sorted[0] ?? 0;
  return { odds: odds(best), margin: best - (sorted[1] ?? 0), options: Math.log(Math.max(2, chances.length)) };
}

const PRESENCE_MOST = 9;

export function presenceFeatures(presence: number): Features {
  return { present: within(presence, PRESENCE_MOST) };
}

const SPAN_MOST = 15;

export function spanFeatures(scores: SpanScores | undefined): Features {
  if (scores === undefined) return { margin: -SPAN_MOST, lead: 0, length: 0 };
  const { span, margin, lead } = scores;
  return {
    margin: within(margin, SPAN_MOST),
    lead: within(lead, SPAN_MOST),
    length: Math.log(1 + span.end - span.start),
  };
}

export function numberFeatures({ margin, lead, fit }: NumberScores): Features {
  return { margin: within(margin, SPAN_MOST), lead: within(lead, SPAN_MOST), fit };
}
