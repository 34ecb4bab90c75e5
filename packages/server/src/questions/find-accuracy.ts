/**
 * The engine's accuracy on a question: from reviews of the same question if there are enough, otherwise from published figures for such
 * questions. If neither is known, the result says so, and the figures allow for a good or a bad engine. For yes/no questions that the
 * reader answers, every review counts, in addition to the measured meaning of its probabilities.
 */

import type { QuestionType } from '@brickwork/contract';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Scope } from '../core/scope.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import { ALL_REVIEWED, type QualityStore } from '../reviews/quality/get-quality.ts';
import { type BrickQuality, measureQuality, type ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import type { Accuracy, Answerer, KnownShare } from './estimate/accuracy.ts';
import { binOf, type KnownScores } from './estimate/estimate-from-scores.ts';
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
/** Pairs of an answer and what is right: a yes/no question has four. */
const MOST_CONFUSED = 10;
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
    const reviews = await measureQuality(said, { threshold: 1, mostConfused: MOST_CONFUSED });
    for (const [at, brick] of same.entries()) {
      const own = reviews.find((each) => each.brick === brick?.key);
      const type = asked[at]?.type;
      const scores = brick && hasChances(type) && answerer === 'reader' ? judgedScores(said, brick.key) : undefined;
      found[at] ??= (own && reviewedAccuracy(own, type, scores)) ?? withJudged(scores);
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

/** People's verdicts on the brick's yes and no, by the engine's probability. The newest of several about one answer counts. */
export function judgedScores(said: readonly ReviewedAnswer[], brick: string): KnownScores {
  const { prior, judged } = nothingJudged();
  const [yes, no] = [[...judged.yes], [...judged.no]];
  const seen = new Set<string>();
  for (const { brick: key, runId, verdict, value, answer, confidence } of said) {
    const right = verdict === 'correct' ? answer : verdict === 'wrong' ? value : undefined;
    if (key !== brick || typeof right !== 'boolean' || typeof answer !== 'boolean' || confidence === undefined)
      continue;
    if (seen.has(runId)) continue;
    seen.add(runId);
    const bin = binOf(prior, answer ? confidence : 1 - confidence);
    const side = right ? yes : no;
    side[bin] = (side[bin] ?? 0) + 1;
  }
  return { prior, judged: { yes, no } };
}

/** Too few reviews to estimate the accuracy; they count all the same. */
function withJudged(scores: KnownScores | undefined): Accuracy | undefined {
  const published = publishedAccuracy('reader', 'boolean');
  if (scores === undefined || published === undefined) return undefined;
  const n = [...scores.judged.yes, ...scores.judged.no].reduce((sum, each) => sum + each, 0);
  if (n === 0) return undefined;
  return { ...published, scores, source: `${published.source} ${n} reviewed answers to this question count as well.` };
}

function reviewedAccuracy(
  { counts, confusion }: BrickQuality,
  type: QuestionType | undefined,
  scores: KnownScores | undefined,
): Accuracy | undefined {
  const judged = counts.correct + counts.wrong;
  if (judged < LEAST_REVIEWED) return undefined;
  const common: Accuracy = {
    basis: 'reviewed',
    source: `${judged} answers to this question were reviewed.`,
    right: { share: counts.correct / judged, worth: judged },
  };
  if (type === undefined || !IS_CORRECTED[type]) return common;
  const cell = (expected: boolean): KnownShare | undefined => {
    const own = confusion.filter((each) => each.expected === expected);
    const of = own.reduce((sum, { n }) => sum + n, 0);
    const right = own.filter(({ answer }) => answer === expected).reduce((sum, { n }) => sum + n, 0);
    return of < LEAST_OF_EACH ? undefined : { share: right / of, worth: of };
  };
  const [sensitivity, specificity] = [cell(true), cell(false)];
  if (sensitivity === undefined || specificity === undefined) return undefined;
  return { ...common, sensitivity, specificity, ...(scores && { scores }) };
}
