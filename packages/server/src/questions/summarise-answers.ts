/** The figures of a question, from its counted answers. */
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Accuracy } from './estimate/accuracy.ts';
import { estimateNumber, type NumberEstimate, type NumberStratum } from './estimate/estimate-number.ts';
import { estimateShare, type ShareEstimate, type Stratum } from './estimate/estimate-share.ts';
import { estimateValue } from './estimate/estimate-value.ts';
import type { CountedAnswer, Question } from './question.ts';

export interface ValueFigure {
  answer: string;
  count: number;
  share: ShareEstimate;
}

export interface Figures {
  n: number;
  notSure: number;
  /** Of numbers and texts: calls in which none was said. */
  noValue?: number;
  share?: ShareEstimate;
  mean?: NumberEstimate;
  median?: NumberEstimate;
  values?: ValueFigure[];
}

export interface GroupFigures extends Figures {
  group: string | null;
  population: number;
}

export type LimitedBy = 'sampling' | 'accuracy' | 'not_sure';

export interface AnswerSummary extends Figures {
  asked: AskedQuestion;
  accuracy: Accuracy;
  isEnough: boolean;
  limitedBy: LimitedBy | undefined;
  by: GroupFigures[] | undefined;
}

const MOST_VALUES = 20;
const MOST_GROUPS = 50;
/** Fewer say too little, however much they agree. */
const LEAST_ASKED = 30;

/** Whether sampling leaves no more than was asked for, of any of the questions. */
export function isEnough(question: Question, counted: readonly CountedAnswer[]): boolean {
  return summariseAnswers({ ...question, by: undefined }, counted).every((each) => each.isEnough);
}

export function summariseAnswers(question: Question, counted: readonly CountedAnswer[]): AnswerSummary[] {
  return question.asked.map((asked, at) =>
    summariseOne(
      question,
      asked,
      at,
      counted.filter((each) => each.at === at),
    ),
  );
}

function summariseOne(
  question: Question,
  asked: AskedQuestion,
  at: number,
  counted: readonly CountedAnswer[],
): AnswerSummary {
  const accuracy = question.accuracies[at];
  if (accuracy === undefined) throw new Error('a question without an accuracy was stored');
  const figures = figuresOf(asked, accuracy, question.strata, counted);
  return {
    asked,
    accuracy,
    ...figures,
    ...precisionOf(figures, question.width),
    by: question.by === undefined ? undefined : groupsOf(question, asked, accuracy, counted),
  };
}

/** The largest groups; the calls of each stratum that belong to a group are known, so each counts by its part of the group. */
function groupsOf(
  { groups, strata }: Question,
  asked: AskedQuestion,
  accuracy: Accuracy,
  counted: readonly CountedAnswer[],
): GroupFigures[] {
  return [...Map.groupBy(groups, ({ group }) => group)]
    .map(([group, cells]) => ({
      group,
      cells,
      population: cells.reduce((sum, { population }) => sum + population, 0),
    }))
    .toSorted((a, b) => b.population - a.population || ((a.group ?? '') < (b.group ?? '') ? -1 : 1))
    .slice(0, MOST_GROUPS)
    .map(({ group, cells, population }) => {
      const own = strata.map((_, stratum) => ({
        population: cells.find((cell) => cell.stratum === stratum)?.population ?? 0,
      }));
      const answers = counted.filter((each) => each.group === group);
      return { group, population, ...figuresOf(asked, accuracy, own, answers) };
    });
}

function figuresOf(
  asked: AskedQuestion,
  accuracy: Accuracy,
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
): Figures {
  const n = sumOf(counted);
  const notSure = n === 0 ? 0 : sumOf(counted.filter(({ state }) => state === 'not_sure')) / n;
  return { n, notSure, ...FIGURES[asked.type](accuracy, strata, counted, n) };
}

type OwnFigures = (
  accuracy: Accuracy,
  strata: readonly { population: number }[],
  counted: readonly CountedAnswer[],
  n: number,
) => Omit<Figures, 'n' | 'notSure'>;

const yesNo: OwnFigures = (accuracy, strata, counted) => {
  const share = estimateShare(strataOf(strata, counted, 'true'), accuracy);
  return share === undefined ? {} : { share };
};

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
};

/** `yes`: calls with this value. A call in which nothing was said has another. */
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

/** What is as narrow as asked, by sampling; and what keeps the whole interval wider than that. */
function precisionOf(figures: Figures, width: number): Pick<AnswerSummary, 'isEnough' | 'limitedBy'> {
  const { share, mean, values, n, notSure } = figures;
  const leading = share ?? mean ?? values?.[0]?.share;
  if (leading === undefined) return { isEnough: false, limitedBy: 'sampling' };
  // Of a mean, relative to it.
  const wanted = leading === mean ? width * Math.abs(mean.value) : width;
  const half = (leading.sampling.high - leading.sampling.low) / 2;
  const isEnough = n >= LEAST_ASKED && half <= wanted;
  const whole = (leading.high - leading.low) / 2;
  if (whole <= wanted) return { isEnough, limitedBy: undefined };
  if (!isEnough) return { isEnough, limitedBy: 'sampling' };
  return { isEnough, limitedBy: notSure > whole - half ? 'not_sure' : 'accuracy' };
}

function noValueOf(counted: readonly CountedAnswer[], n: number): number {
  return n === 0 ? 0 : sumOf(counted.filter(({ state }) => state === 'none')) / n;
}

function sumOf(counted: readonly CountedAnswer[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Sensitivity + specificity − 1: what correcting errors divides by. 1 where nothing is corrected. */
export function discriminationOf({ sensitivity, specificity }: Accuracy): number {
  if (sensitivity === undefined || specificity === undefined) return 1;
  return sensitivity.share + specificity.share - 1;
}
