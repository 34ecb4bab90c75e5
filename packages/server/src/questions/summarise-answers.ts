/** The figures of a question, from its counted answers. */
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import { type Difference, differenceOf } from './compare-groups.ts';
import type { Accuracy } from './estimate/accuracy.ts';
import { expectedHalf, judgementsByBin } from './estimate/choose-judgements.ts';
import { binOf, type KnownScores, type ScorePrior } from './estimate/estimate-from-scores.ts';
import { estimateNumber, type NumberEstimate, type NumberStratum } from './estimate/estimate-number.ts';
import { estimateShare, type ShareEstimate, type Stratum, scoredCalls } from './estimate/estimate-share.ts';
import { estimateValue } from './estimate/estimate-value.ts';
import { BY_WEEK } from './grouping.ts';
import { CALLS_OF_A_ROUND, type CountedJudgement } from './judgement.ts';
import { isJudgeable } from './published-accuracy.ts';
import type { CountedAnswer, Question } from './question.ts';
import { judgeableScores, scoresWithJudgements } from './scores-with-judgements.ts';

export interface ValueFigure {
  answer: string;
  count: number;
  share: ShareEstimate;
}

export interface Figures {
  n: number;
  notSure: number;
  /** For numbers and texts: calls that mention none. */
  noValue?: number;
  share?: ShareEstimate;
  mean?: NumberEstimate;
  median?: NumberEstimate;
  values?: ValueFigure[];
}

export interface GroupFigures extends Figures {
  group: string | null;
  population: number;
  /** For a week: some of its calls may be missing. */
  isUnfinished: boolean;
}

export type LimitedBy = 'sampling' | 'accuracy' | 'not_sure';

export interface AnswerSummary extends Figures {
  asked: AskedQuestion;
  accuracy: Accuracy;
  isEnough: boolean;
  limitedBy: LimitedBy | undefined;
  judging: Judging | undefined;
  by: GroupFigures[] | undefined;
  difference: Difference | undefined;
}

/** For a yes/no question: people's judgements, and what judging more calls would achieve. */
export interface Judging {
  judged: number;
  yes: number;
  next: { calls: number; half: number } | undefined;
}

const MOST_VALUES = 20;
const MOST_GROUPS = 50;
/** Fewer are not informative, however much they agree. */
const LEAST_ASKED = 30;

/** Whether the sampling interval is as narrow as requested, for any of the questions. */
export function isEnough(question: Question, counted: readonly CountedAnswer[]): boolean {
  return summariseAnswers({ ...question, by: undefined }, counted).every((each) => each.isEnough);
}

export function summariseAnswers(
  question: Question,
  counted: readonly CountedAnswer[],
  judged: readonly CountedJudgement[] = [],
): AnswerSummary[] {
  return question.asked.map((asked, at) =>
    summariseOne(question, asked, at, {
      answers: counted.filter((each) => each.at === at),
      judged: judged.filter((each) => each.at === at),
    }),
  );
}

/** The engine's answers to one question, and people's judgements. */
interface Found {
  answers: readonly CountedAnswer[];
  judged: readonly CountedJudgement[];
}

function summariseOne(question: Question, asked: AskedQuestion, at: number, { answers, judged }: Found): AnswerSummary {
  const accuracy = question.accuracies[at];
  if (accuracy === undefined) throw new Error('a question without an accuracy was stored');
  const known = { ...accuracy, scores: scoresWithJudgements(accuracy, judged, ({ isHere }) => isHere) };
  const figures = figuresOf(asked, known, question.strata, answers);
  const by = question.by === undefined ? undefined : groupsOf(question, asked, accuracy, { answers, judged });
  return {
    asked,
    accuracy,
    ...figures,
    ...precisionOf(figures, question.width),
    judging: isJudgeable(asked.type) && figures.share ? judgingOf(question, accuracy, { answers, judged }) : undefined,
    by,
    difference: by && differenceOf(comparedGroups(question, by)),
  };
}

function judgingOf({ strata }: Question, accuracy: Accuracy, { answers, judged }: Found): Judging {
  const here = judged.filter(({ isHere }) => isHere);
  const counted = here.filter(({ isYes }) => isYes !== undefined);
  const said = (some: readonly CountedJudgement[]) => some.reduce((sum, { count }) => sum + count, 0);
  const common = { judged: said(counted), yes: said(counted.filter(({ isYes }) => isYes === true)) };
  const scores = judgeableScores(accuracy, judged);
  if (scores === undefined) return { ...common, next: undefined };
  const bins = binsOf(scores.prior, strata, answers);
  const calls = scoredCalls(strataOf(strata, answers, 'true'), bins);
  const left = calls.parts.map((_, bin) => {
    const done = here.filter(({ chance }) => binOf(scores.prior, chance) === bin);
    return bins.reduce((sum, own) => sum + (own[bin] ?? 0), 0) - said(done);
  });
  const more = judgementsByBin(scores, calls.parts, left, CALLS_OF_A_ROUND);
  const sum = more.reduce((all, count) => all + count, 0);
  return { ...common, next: sum === 0 ? undefined : { calls: sum, half: expectedHalf(scores, calls, more) } };
}

/** Two groups; for weeks the last two that have ended, whatever the others show. */
function comparedGroups({ by }: Question, groups: readonly GroupFigures[]): readonly GroupFigures[] {
  return by === BY_WEEK ? groups.filter(({ isUnfinished }) => !isUnfinished).slice(-2) : groups;
}

/** Weeks in chronological order, other groups by size. */
function inOrder<Group extends { group: string | null; population: number }>(
  by: string | undefined,
  groups: readonly Group[],
): Group[] {
  const byName = (a: Group, b: Group) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1);
  return by === BY_WEEK
    ? groups.toSorted(byName).slice(-MOST_GROUPS)
    : groups.toSorted((a, b) => b.population - a.population || byName(a, b)).slice(0, MOST_GROUPS);
}

/** The largest groups, or the last weeks; the calls of each stratum in a group are known, so each is weighted by its part of the group. */
function groupsOf(
  { by, groups, strata, unfinished = [] }: Question,
  asked: AskedQuestion,
  accuracy: Accuracy,
  { answers: counted, judged }: Found,
): GroupFigures[] {
  // Groups without judgements share what is known from the judgements of the others.
  const ofOthers = { ...accuracy, scores: scoresWithJudgements(accuracy, judged, () => false) };
  const sized = [...Map.groupBy(groups, ({ group }) => group)].map(([group, cells]) => ({
    group,
    cells,
    population: cells.reduce((sum, { population }) => sum + population, 0),
  }));
  return inOrder(by, sized).map(({ group, cells, population }) => {
    const own = strata.map((_, stratum) => ({
      population: cells.find((cell) => cell.stratum === stratum)?.population ?? 0,
    }));
    const answers = counted.filter((each) => each.group === group);
    const isOwn = (each: CountedJudgement) => each.isHere && each.group === group;
    const known = judged.some(isOwn)
      ? { ...accuracy, scores: scoresWithJudgements(accuracy, judged, isOwn) }
      : ofOthers;
    const isUnfinished = group !== null && unfinished.includes(group);
    return { group, population, isUnfinished, ...figuresOf(asked, known, own, answers) };
  });
}

function figuresOf(
  asked: AskedQuestion,
  accuracy: Known,
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
): Figures {
  const n = sumOf(counted);
  const notSure = n === 0 ? 0 : sumOf(counted.filter(({ state }) => state === 'not_sure')) / n;
  return { n, notSure, ...FIGURES[asked.type](accuracy, strata, counted, n) };
}

/** Including people's judgements. */
type Known = Omit<Accuracy, 'scores'> & { scores: KnownScores | undefined };

type OwnFigures = (
  accuracy: Known,
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
  n: number,
) => Omit<Figures, 'n' | 'notSure'>;

const yesNo: OwnFigures = (accuracy, strata, counted) => {
  const { scores, ...errors } = accuracy;
  const cells = strataOf(strata, counted, 'true');
  const share =
    scores === undefined
      ? estimateShare(cells, errors)
      : estimateShare(cells, { scores, bins: binsOf(scores.prior, strata, counted) });
  return share === undefined ? {} : { share };
};

/** By stratum, how many sure answers have a chance in each bin. */
function binsOf(
  prior: ScorePrior,
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
): number[][] {
  return strata.map((_, stratum) => {
    const bins = Array.from({ length: prior.ends.length + 1 }, () => 0);
    for (const { chance, count } of counted.filter((each) => each.stratum === stratum && each.state === 'sure')) {
      const bin = binOf(prior, chance ?? 0.5);
      bins[bin] = (bins[bin] ?? 0) + count;
    }
    return bins;
  });
}

const topValues: OwnFigures = (accuracy, strata, counted) => {
  const counts = new Map<string, number>();
  for (const { state, value, count } of counted)
    if (state === 'sure' && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
  const values = [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_VALUES)
    .flatMap(([answer, count]): ValueFigure[] => {
      const share = estimateValue(strataOf(strata, counted, answer), accuracy);
      return share === undefined ? [] : [{ answer, count, share }];
    });
  return { values };
};

const texts: OwnFigures = (accuracy, strata, counted, n) => ({
  ...topValues(accuracy, strata, counted, n),
  noValue: noValueOf(counted, n),
});

const numbers: OwnFigures = (accuracy, strata, counted, n) => {
  const cells = strata.map(({ population }, stratum): NumberStratum => {
    const own = counted.filter((each) => each.stratum === stratum);
    const sure = own.filter(({ state }) => state === 'sure');
    return {
      population,
      asked: sumOf(own.filter(({ state }) => state !== 'not_sure')),
      numbers: sure.flatMap(({ value, count }) => Array.from({ length: count }, () => Number(value))),
    };
  });
  const { mean, median } = estimateNumber(cells, accuracy) ?? {};
  return { noValue: noValueOf(counted, n), ...(mean && { mean }), ...(median && { median }) };
};

const FIGURES: Readonly<Record<AskedQuestion['type'], OwnFigures>> = {
  boolean: yesNo,
  categorical: topValues,
  text: texts,
  numeric: numbers,
  themes: yesNo,
};

/** `yes`: calls with this value. A call that mentions none has another value. */
function strataOf(
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
  value: string,
): Stratum[] {
  return strata.map(({ population }, stratum) => {
    const own = counted.filter((each) => each.stratum === stratum);
    const notSure = sumOf(own.filter(({ state }) => state === 'not_sure'));
    const yes = sumOf(own.filter((each) => each.state === 'sure' && each.value === value));
    return { population, yes, notSure, no: sumOf(own) - yes - notSure };
  });
}

/** Whether sampling is as narrow as requested; and what keeps the whole interval wider than that. */
function precisionOf(figures: Figures, width: number): Pick<AnswerSummary, 'isEnough' | 'limitedBy'> {
  const { share, mean, values, n, notSure } = figures;
  const leading = share ?? mean ?? values?.[0]?.share;
  if (leading === undefined) return { isEnough: false, limitedBy: 'sampling' };
  // For a mean, relative to it.
  const wanted = leading === mean ? width * Math.abs(mean.value) : width;
  const half = (leading.sampling.high - leading.sampling.low) / 2;
  const isEnough = n >= LEAST_ASKED && half <= wanted;
  const whole = (leading.high - leading.low) / 2;
  if (whole <= wanted) return { isEnough, limitedBy: undefined };
  // If every call was asked, there are no more, however few they are.
  if (!isEnough && half > 0) return { isEnough, limitedBy: 'sampling' };
  return { isEnough, limitedBy: notSure > whole - half ? 'not_sure' : 'accuracy' };
}

/** Half of the whole interval: for the share, the most frequent value or the mean. */
export function halfOf({ share, mean, values }: Figures): number | undefined {
  const leading = share ?? mean ?? values?.[0]?.share;
  return leading && (leading.high - leading.low) / 2;
}

function noValueOf(counted: readonly CountedAnswer[], n: number): number {
  return n === 0 ? 0 : sumOf(counted.filter(({ state }) => state === 'none')) / n;
}

function sumOf(counted: readonly CountedAnswer[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Sensitivity + specificity − 1: correcting errors divides by this. 1 if nothing is corrected. */
export function discriminationOf({ sensitivity, specificity }: Accuracy): number {
  if (sensitivity === undefined || specificity === undefined) return 1;
  return sensitivity.share + specificity.share - 1;
}
