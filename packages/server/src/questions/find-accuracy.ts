/**
 * The engine's accuracy on a question: from reviews of the same question if there are enough, otherwise from published figures for such
 * questions. If neither is known, the result says so, and the figures allow for a good or a bad engine. For yes/no questions that the
 * reader answers, every review counts, in addition to the measured meaning of its probabilities. Only reviews of calls that were drawn at
 * random count, as for a kit's quality.
 */

import type { QuestionType } from '@brickwork/contract';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Scope } from '../core/scope.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import { ALL_REVIEWED, type QualityStore } from '../reviews/quality/get-quality.ts';
import { type BrickQuality, measureQuality } from '../reviews/quality/measure-quality.ts';
import { type DrawnReview, drawnReviews, judgedScores, weightedShare } from './drawn-reviews.ts';
import type { Accuracy, Answerer, KnownShare } from './estimate/accuracy.ts';
import { worthOfInterval } from './estimate/correct-errors.ts';
import type { KnownScores } from './estimate/estimate-from-scores.ts';
import { hasChances, nothingJudged, publishedAccuracy, UNKNOWN_ACCURACY } from './published-accuracy.ts';
import { foldQuestion } from './wording.ts';

export interface FindAccuracy {
  kits: LoadContent;
  quality: QualityStore;
}

/** A kit of the asked calls. */
export interface KitOfCalls {
  kitId: string;
  kitVersionId: string;
}

const MOST_REVIEWS = 20_000;
/** With fewer reviewed answers, published figures for many questions are more informative. */
const LEAST_REVIEWED = 30;
const LEAST_OF_EACH = 10;

export async function findAccuracies(
  deps: FindAccuracy,
  scope: Scope,
  asked: readonly AskedQuestion[],
  { answerer, kits }: { answerer: Answerer; kits: readonly KitOfCalls[] },
): Promise<Accuracy[]> {
  const reviewed = await reviewedQuestions(deps, scope, asked, answerer, kits);
  return asked.map(({ type }, at) => {
    const known = reviewed[at] ?? publishedAccuracy(answerer, type) ?? UNKNOWN_ACCURACY;
    const { sensitivity: _sensitivity, specificity: _specificity, scores: _scores, ...right } = known;
    return IS_CORRECTED[type] ? known : right;
  });
}

/** Only with two possible answers is it known what a wrong one should have been. */
const IS_CORRECTED: Readonly<Record<QuestionType, boolean>> = {
  boolean: true,
  categorical: false,
  numeric: false,
  text: false,
  themes: true,
};

/** For each question, the reviews of a brick that asks the same. */
async function reviewedQuestions(
  { kits: content, quality }: FindAccuracy,
  scope: Scope,
  asked: readonly AskedQuestion[],
  answerer: Answerer,
  kits: readonly KitOfCalls[],
): Promise<(Accuracy | undefined)[]> {
  const found: (Accuracy | undefined)[] = asked.map(() => undefined);
  for (const { kitId, kitVersionId } of kits) {
    const version = await loadContent(content, scope.workspaceId, kitVersionId);
    const bricks = version?.kit.bricks ?? [];
    const same = asked.map(({ question, type }) =>
      bricks.find(
        (brick) =>
          brick.question !== undefined &&
          String(brick.type) === String(type) &&
          foldQuestion(brick.question) === foldQuestion(question) &&
          isAnsweredBy(answerer, brick.engine ?? version?.kit.engine ?? 'auto'),
      ),
    );
    if (same.every((brick) => brick === undefined)) continue;
    const said = await quality.reviewedAnswers(scope, kitId, ALL_REVIEWED, { limit: MOST_REVIEWS });
    const reviews = await measureQuality(said, { threshold: 1, mostConfused: 0 });
    for (const [at, brick] of same.entries()) {
      const own = reviews.find((each) => each.brick === brick?.key);
      const type = asked[at]?.type;
      const drawn = brick === undefined ? [] : drawnReviews(said, brick.key);
      const scores = hasChances(type) && answerer === 'reader' ? judgedScores(drawn, nothingJudged().prior) : undefined;
      found[at] ??= (own && reviewedAccuracy(own, type, drawn, scores)) ?? withJudged(drawn, scores);
    }
  }
  return found;
}

/** Reviews of another engine's answers are not informative. */
function isAnsweredBy(answerer: Answerer, engine: string): boolean {
  if (engine === 'auto') return true;
  if (engine === 'local') return answerer === 'reader';
  return engine === 'lexical' ? answerer === 'words' : answerer === 'model';
}

/** Too few reviews to estimate the accuracy; they count all the same. */
function withJudged(drawn: readonly DrawnReview[], scores: KnownScores | undefined): Accuracy | undefined {
  const published = publishedAccuracy('reader', 'boolean');
  const n = drawn.filter(({ confidence }) => confidence !== undefined).length;
  if (scores === undefined || published === undefined || n === 0) return undefined;
  const also = `${n} reviewed answers to this question, of calls drawn at random, count as well.`;
  return { ...published, scores, source: `${published.source} ${also}` };
}

function reviewedAccuracy(
  { estimate }: BrickQuality,
  type: QuestionType | undefined,
  drawn: readonly DrawnReview[],
  scores: KnownScores | undefined,
): Accuracy | undefined {
  if (estimate === undefined || estimate.n < LEAST_REVIEWED) return undefined;
  const { n, accuracy } = estimate;
  const common: Accuracy = {
    basis: 'reviewed',
    source: `${n} answers to this question, of calls drawn at random, were reviewed.`,
    right: { share: accuracy, worth: worthOfInterval(accuracy, estimate) },
  };
  if (type === undefined || !IS_CORRECTED[type]) return common;
  const cell = (expected: boolean): KnownShare | undefined => {
    const own = drawn.filter(({ right }) => right === expected);
    return own.length < LEAST_OF_EACH ? undefined : weightedShare(own, ({ answer }) => answer === expected);
  };
  const [sensitivity, specificity] = [cell(true), cell(false)];
  if (sensitivity === undefined || specificity === undefined) return undefined;
  return { ...common, sensitivity, specificity, ...(scores && { scores }) };
}
