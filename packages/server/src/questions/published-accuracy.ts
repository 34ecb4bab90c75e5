/**
 * What was measured about the engines, once and for all questions: the only place with such figures. `worth` is how many answers a plain share of the same
 * uncertainty would rest on; questions differ more from each other than chance explains, so it is far smaller than the number of answers.
 *
 * The local engine: `node bench/quality/by-question.ts`, twelve kits of ten calls that nothing was trained, chosen or fitted on (`docs/reference/local-engine.md`).
 */
import type { QuestionType } from '@brickwork/contract';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';
import type { KnownScores } from './estimate/estimate-from-scores.ts';
import { fitScorePrior, type RecordedBrick } from './estimate/fit-score-prior.ts';
import recorded from './estimate/recorded-scores.json' with { type: 'json' };

const SOURCE = 'Measured on other questions: 1,810 answers of twelve kits that the engine never saw.';

const YES_NO: Accuracy = {
  basis: 'published',
  source: SOURCE,
  sensitivity: { share: 0.679, worth: 4.8 },
  specificity: { share: 0.769, worth: 4 },
  right: { share: 0.731, worth: 16.1 },
};

const READER: Readonly<Record<QuestionType, Accuracy>> = {
  boolean: YES_NO,
  categorical: { basis: 'published', source: SOURCE, right: { share: 0.697, worth: 16.7 } },
  numeric: { basis: 'published', source: SOURCE, right: { share: 0.673, worth: 6 } },
  text: { basis: 'published', source: SOURCE, right: { share: 0.654, worth: 8.9 } },
  // Whether it is mentioned.
  themes: YES_NO,
};

const KITS: Readonly<Record<string, Readonly<Record<string, RecordedBrick>>>> = recorded;

/** What the reader's chances of a yes are worth: 245 questions of thirty-three kits, ten calls each (`tools/reader/record-scores.ts`). */
const SCORE_PRIOR = fitScorePrior(Object.values(KITS).flatMap((bricks) => Object.values(bricks)));

export function nothingJudged(): KnownScores {
  const none = Array.from({ length: SCORE_PRIOR.ends.length + 1 }, () => 0);
  return { prior: SCORE_PRIOR, judged: { yes: none, no: none } };
}

/** Nobody has measured it: it may be right in nearly all calls or in little more than half. */
export const UNKNOWN_ACCURACY: Accuracy = {
  basis: 'unknown',
  source: 'How often this engine is right on such questions is not known yet.',
  sensitivity: { share: 0.85, worth: 10 },
  specificity: { share: 0.85, worth: 10 },
  right: { share: 0.85, worth: 10 },
};

/** Answers of these come with the chance of a yes, from which shares are estimated. */
const WITH_CHANCES: ReadonlySet<QuestionType> = new Set(['boolean', 'themes']);

export function hasChances(type: QuestionType | undefined): boolean {
  return type !== undefined && WITH_CHANCES.has(type);
}

/** A call has one answer, yes or no: people can say which is right. */
const JUDGEABLE: ReadonlySet<QuestionType> = new Set(['boolean']);

export function isJudgeable(type: QuestionType): boolean {
  return JUDGEABLE.has(type);
}

export function publishedAccuracy(answerer: Answerer, type: QuestionType): Accuracy | undefined {
  if (answerer !== 'reader') return undefined;
  return hasChances(type) ? { ...READER[type], scores: nothingJudged() } : READER[type];
}
