/** What the calibration looks at, for each kind of answer. `tools/reader/dump-features.ts` writes the same numbers out. */
import { questionPrior } from './question-prior.ts';
import type { BrickReading } from './read-bricks.ts';
import { type NumberScores, type SpanScores, verdictScores } from './scores.ts';

export type Features = Readonly<Record<string, number>>;

/** Far beyond what was seen in fitting, a score says no more than at its edge. */
function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

const VERDICT_MOST = 9;
/** On kits a window that says yes with more than this is right no more often. */
const YES_MOST = 4;

/** `no` counts where somebody denies it; that nobody mentions it is in `yes`. */
export function booleanFeatures({ pairs, asked }: BrickReading): Features {
  const { yes, no } = verdictScores(pairs);
  return {
    yes: Math.min(YES_MOST, within(yes, VERDICT_MOST)),
    no: Math.log1p(Math.exp(within(no, VERDICT_MOST))),
    prior: questionPrior(asked.brick.question ?? asked.text),
  };
}

const LEAD_MOST = 12;

/**
 * From the chances of all options: how many times as likely the best one is as the next, as a logarithm. `words` is how sure the words
 * are of the same option, or below zero, of another.
 */
export function choiceFeatures(chances: readonly number[], words = 0): Features {
  const [best = 1, next = best] = chances.toSorted((left, right) => right - left);
  const lead = Math.log(best / Math.max(next, Number.MIN_VALUE));
  return { lead: within(lead, LEAD_MOST), words };
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

/** That a number was said of what the question counts is in its score already: on kits it tells nothing more. */
export function numberFeatures({ margin, lead }: NumberScores): Features {
  return { margin: within(margin, SPAN_MOST), lead: within(lead, SPAN_MOST) };
}
