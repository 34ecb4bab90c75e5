/** How right a kit's answers are, brick by brick, from what people said about them. Pure: reads nothing. */
import type { BrickValue, Verdict } from '@brickwork/contract';
import { type Agreement, agreement } from './agreement.ts';
import { type ReliabilityBin, reliability } from './reliability.ts';
import { type DrawnAnswer, type Estimate, weightedAccuracy } from './weighted-accuracy.ts';

/** A current verdict. `probability` is that of the run's being drawn; undefined when it was not drawn. */
export interface ReviewedAnswer {
  runId: string;
  brick: string;
  reviewer: string;
  verdict: Verdict;
  value: BrickValue | undefined;
  answer: BrickValue | undefined;
  confidence: number | undefined;
  probability: number | undefined;
  kitVersion: number;
  /** When the conversation took place. */
  occurredAt: Date;
  metadata: Readonly<Record<string, string>> | undefined;
}

export interface BrickQuality {
  brick: string;
  n: number;
  estimate: Estimate | undefined;
  reviewed: number;
  counts: Readonly<Record<Verdict, number>>;
  disputed: string[];
  ece: number | undefined;
  reliability: ReliabilityBin[];
  confusion: { answer: BrickValue; expected: BrickValue; n: number }[];
  agreement: Agreement | undefined;
  shareAboveThreshold: number | undefined;
  accuracyAboveThreshold: number | undefined;
}

const MOST_DISPUTED = 20;
const MOST_CONFUSED = 100;

/** One answer with all its verdicts, settled where a majority agrees. */
interface Judged {
  first: ReviewedAnswer;
  reviews: ReviewedAnswer[];
  settled: Verdict | 'disputed';
}

export function measureQuality(reviews: readonly ReviewedAnswer[], threshold: number): BrickQuality[] {
  const byBrick = Map.groupBy(reviews, ({ brick }) => brick);
  return [...byBrick].sort(([a], [b]) => (a < b ? -1 : 1)).map(([brick, own]) => measureBrick(brick, own, threshold));
}

function measureBrick(brick: string, reviews: readonly ReviewedAnswer[], threshold: number): BrickQuality {
  const judged = [...Map.groupBy(reviews, ({ runId }) => runId).values()].map(judge);
  const drawn = judged.flatMap(toDrawn);
  const estimate = weightedAccuracy(drawn);
  const confident = drawn.flatMap(({ confidence, isRight, probability }) =>
    confidence === undefined ? [] : [{ confidence, isRight, weight: 1 / probability }],
  );
  const { bins, ece } = reliability(confident);
  const above = confident.filter(({ confidence }) => confidence >= threshold);
  return {
    brick,
    n: drawn.length,
    estimate,
    reviewed: judged.length,
    counts: countVerdicts(judged),
    disputed: judged
      .filter(({ settled }) => settled === 'disputed')
      .slice(0, MOST_DISPUTED)
      .map(({ first }) => first.runId),
    ece,
    reliability: bins,
    confusion: confusionOf(judged),
    agreement: agreement(judged.map(({ reviews: all }) => new Map(all.flatMap(ratingOf)))),
    shareAboveThreshold: ratio(weightOf(above), weightOf(confident)),
    accuracyAboveThreshold: ratio(weightOf(above.filter(({ isRight }) => isRight)), weightOf(above)),
  };
}

/** The verdict that most reviewers give, leaving aside those who are unsure; a tie is disputed. */
function judge(reviews: ReviewedAnswer[]): Judged {
  const [first] = reviews;
  if (first === undefined) throw new Error('an answer without a review was to be judged');
  const counts = new Map<Verdict, number>();
  for (const { verdict } of reviews) if (verdict !== 'unsure') counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const [most, next] = [...counts].sort(([, a], [, b]) => b - a);
  const settled = most === undefined ? 'unsure' : next !== undefined && next[1] === most[1] ? 'disputed' : most[0];
  return { first, reviews, settled };
}

/** What counts for accuracy: drawn, and settled as right or wrong. */
function toDrawn({ first, settled }: Judged): (DrawnAnswer & { confidence: number | undefined })[] {
  if (first.probability === undefined || (settled !== 'correct' && settled !== 'wrong')) return [];
  return [{ probability: first.probability, isRight: settled === 'correct', confidence: first.confidence }];
}

function countVerdicts(judged: readonly Judged[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { correct: 0, wrong: 0, not_applicable: 0, unsure: 0 };
  for (const { settled } of judged) if (settled !== 'disputed') counts[settled] += 1;
  return counts;
}

function confusionOf(judged: readonly Judged[]): BrickQuality['confusion'] {
  const cells = new Map<string, { answer: BrickValue; expected: BrickValue; n: number }>();
  for (const { first, reviews, settled } of judged) {
    const expected = settled === 'correct' ? first.answer : reviews.find(({ verdict }) => verdict === settled)?.value;
    if (first.answer === undefined || expected === undefined) continue;
    const key = JSON.stringify([first.answer, expected]);
    const cell = cells.get(key) ?? { answer: first.answer, expected, n: 0 };
    cells.set(key, { ...cell, n: cell.n + 1 });
  }
  return [...cells.values()].sort((a, b) => b.n - a.n).slice(0, MOST_CONFUSED);
}

/** What a reviewer holds to be right, as text; who is unsure rates nothing. */
function ratingOf({ reviewer, verdict, value, answer }: ReviewedAnswer): [string, string][] {
  if (verdict === 'unsure') return [];
  if (verdict === 'not_applicable') return [[reviewer, 'not_applicable']];
  const right = verdict === 'correct' ? answer : value;
  return [[reviewer, right === undefined ? verdict : JSON.stringify(right)]];
}

function weightOf(answers: readonly { weight: number }[]): number {
  return answers.reduce((sum, { weight }) => sum + weight, 0);
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.min(1, part / whole);
}
