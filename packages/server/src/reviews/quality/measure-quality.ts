/**
 * How accurate a kit's answers are, brick by brick, according to reviewers. Pure: reads nothing. Yields to the event
 * loop, because there may be 200,000 verdicts.
 */
import type { BrickValue, Verdict } from '@brickwork/contract';
import { type Turns, takeTurns } from '@brickwork/engine/core/take-turns';
import { type Agreement, agreement } from './agreement.ts';
import { type ReliabilityBin, reliability } from './reliability.ts';
import { type DrawnAnswer, type Estimate, weightedAccuracy } from './weighted-accuracy.ts';

/** A current verdict. `probability` is the run's probability of being drawn; undefined if it was not drawn. */
export interface ReviewedAnswer {
  runId: string;
  brick: string;
  reviewer: string;
  verdict: Verdict;
  value: BrickValue | undefined;
  answer: BrickValue | undefined;
  confidence: number | undefined;
  probability: number | undefined;
  /** The group of its run, if there are groups. */
  group: string | undefined;
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

export interface Measure {
  threshold: number;
  /** How many pairs of given and right answers are shown. */
  mostConfused: number;
}

const MOST_DISPUTED = 20;
/** Longer texts are cut: pairs are for counting; the full text is on the run's page. */
const LONGEST_TEXT = 100;

/** One answer with all its verdicts, settled where a majority agrees. */
interface Judged {
  first: ReviewedAnswer;
  reviews: ReviewedAnswer[];
  settled: Verdict | 'disputed';
}

export async function measureQuality(reviews: readonly ReviewedAnswer[], measure: Measure): Promise<BrickQuality[]> {
  const turns = takeTurns();
  const byBrick = await groupInTurns(reviews, ({ brick }) => brick, turns);
  const measured: BrickQuality[] = [];
  for (const [brick, own] of [...byBrick].sort(([a], [b]) => (a < b ? -1 : 1)))
    measured.push(await measureBrick(brick, own, measure, turns));
  return measured;
}

/** An answer that reviewers settled as right or wrong. */
export interface SettledAnswer {
  runId: string;
  brick: string;
  answer: BrickValue | undefined;
  isRight: boolean;
  /** Undefined if its run was not drawn. */
  probability: number | undefined;
}

export async function settledAnswers(reviews: readonly ReviewedAnswer[]): Promise<SettledAnswer[]> {
  const turns = takeTurns();
  const settled: SettledAnswer[] = [];
  for (const own of (await groupInTurns(reviews, ({ runId, brick }) => `${runId} ${brick}`, turns)).values()) {
    const { first, settled: verdict } = judge(own);
    const { runId, brick, answer, probability } = first;
    if (verdict === 'correct' || verdict === 'wrong')
      settled.push({ ...{ runId, brick, answer, probability }, isRight: verdict === 'correct' });
    if (turns.isOver()) await turns.pass();
  }
  return settled;
}

/** Like `Map.groupBy`, but yields to the event loop. */
export async function groupInTurns<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  turns: Turns,
): Promise<Map<Key, Item[]>> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    if (turns.isOver()) await turns.pass();
  }
  return groups;
}

async function measureBrick(
  brick: string,
  reviews: readonly ReviewedAnswer[],
  { threshold, mostConfused }: Measure,
  turns: Turns,
): Promise<BrickQuality> {
  const judged: Judged[] = [];
  for (const own of (await groupInTurns(reviews, ({ runId }) => runId, turns)).values()) {
    judged.push(judge(own));
    if (turns.isOver()) await turns.pass();
  }
  const confusion = await confusionOf(judged, mostConfused, turns);
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
    confusion,
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

/** Only a run that was drawn at random stands for others: people pick what looks wrong. */
export function isDrawn(review: ReviewedAnswer): review is ReviewedAnswer & { probability: number } {
  return review.probability !== undefined;
}

/** What counts for accuracy: drawn, and settled as right or wrong. */
function toDrawn({ first, settled }: Judged): (DrawnAnswer & { confidence: number | undefined })[] {
  if (!isDrawn(first) || (settled !== 'correct' && settled !== 'wrong')) return [];
  return [{ probability: first.probability, isRight: settled === 'correct', confidence: first.confidence }];
}

function countVerdicts(judged: readonly Judged[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { correct: 0, wrong: 0, not_applicable: 0, unsure: 0 };
  for (const { settled } of judged) if (settled !== 'disputed') counts[settled] += 1;
  return counts;
}

async function confusionOf(judged: readonly Judged[], most: number, turns: Turns): Promise<BrickQuality['confusion']> {
  const cells = new Map<string, { answer: BrickValue; expected: BrickValue; n: number }>();
  for (const { first, reviews, settled } of judged) {
    const expected = settled === 'correct' ? first.answer : reviews.find(({ verdict }) => verdict === settled)?.value;
    if (first.answer === undefined || expected === undefined) continue;
    const [answer, right] = [shortened(first.answer), shortened(expected)];
    const key = JSON.stringify([answer, right]);
    const cell = cells.get(key) ?? { answer, expected: right, n: 0 };
    cells.set(key, { ...cell, n: cell.n + 1 });
    if (turns.isOver()) await turns.pass();
  }
  return [...cells.values()].sort((a, b) => b.n - a.n).slice(0, most);
}

function shortened(value: BrickValue): BrickValue {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 1)}…` : value;
}

/** The value that a reviewer considers right, as text; an unsure reviewer gives no rating. */
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
