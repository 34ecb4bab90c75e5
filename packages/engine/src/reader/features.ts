/** The inputs of the calibration, for each kind of answer. `tools/reader/dump-features.ts` writes the same numbers out. */
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { LexicalAnswer } from '../words/answer/lexical-answer.ts';
import type { NumberScores } from './number-scores.ts';
import type { BrickReading } from './read-bricks.ts';
import { type SpanScores, verdictScores } from './scores.ts';

export type Features = Readonly<Record<string, number>>;

type Pair = BrickReading['pairs'][number];

/** Far outside the range of the fit, a score is no more informative than at the edge of the range. */
function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

const VERDICT_MOST = 15;

/**
 * The clearest window of each kind: `yes` and `no` compare it with one that says nothing, `for` and `against` a yes with a no. In a long
 * conversation, some window looks clear by chance.
 */
export function booleanFeatures({ pairs, asked, reader, looked }: BrickReading): Features {
  const clearest = (score: (verdict: Pair['verdict']) => number) =>
    within(Math.max(...pairs.map(({ verdict }) => score(verdict))), VERDICT_MOST);
  return {
    yes: clearest(([yes, silent]) => yes - silent),
    no: clearest(([, silent, no]) => no - silent),
    for: clearest(([yes, , no]) => yes - no),
    against: clearest(([yes, , no]) => no - yes),
    windows: Math.log(Math.max(1, looked)),
    prior: reader.prior()(asked.brick.question ?? asked.text),
  };
}

/**
 * What else tells a yes, in conversations of more than one window: `place` is where the window stands that says yes most clearly, from 0 (the beginning) to 1, since what is only like the question is found
 * late more often than what was said; `words` is how sure the words are of a yes, where nobody clearly denies it. Hints are weighed elsewhere.
 */
export function leaningFeatures(reading: BrickReading, { outcome }: LexicalAnswer): Features {
  const { asked, pairs, looked } = reading;
  const read = booleanFeatures(reading);
  const saysYes = ({ verdict: [said, silent] }: Pair) => said - silent;
  const clearest = pairs.toSorted((left, right) => saysYes(right) - saysYes(left) || left.window - right.window)[0];
  if (looked < 2 || clearest === undefined) return read;
  const isCounted = asked.brick.hints === undefined && verdictScores(pairs).no < DENIED;
  return { ...read, place: clearest.window / (looked - 1), words: isCounted ? yesByWords(outcome) : 0 };
}

const DENIED = 3;
const EVEN = 0.5;
/** Where the words are more confident than this they are right barely more often. */
const WORDS_MOST = 0.1;

function yesByWords({ value, confidence }: BrickOutcome): number {
  return value === true ? Math.min(WORDS_MOST, Math.max(0, confidence - EVEN)) : 0;
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

/** Whether the number counts what the question asks is already part of its score: on the kits it adds nothing. */
export function numberFeatures({ margin, lead }: NumberScores): Features {
  return { margin: within(margin, SPAN_MOST), lead: within(lead, SPAN_MOST) };
}
