/** What asking more calls would achieve, if a limit was reached first: how many calls, how long it takes, and half of the expected interval. */
import type { CountedJudgement } from './judgement.ts';
import type { CountedAnswer, Question } from './question.ts';
import { type AnswerSummary, halfOf, summariseAnswers } from './summarise-answers.ts';

export interface Longer {
  calls: number;
  seconds: number;
  /** By question. */
  halves: (number | undefined)[];
}

/** `msPerAnswer`: for one question about one call. Assumes that the remaining calls answer like those already asked. */
export function askLonger(
  question: Question,
  counted: readonly CountedAnswer[],
  judged: readonly CountedJudgement[],
  { summaries, msPerAnswer }: { summaries: readonly AnswerSummary[]; msPerAnswer: number },
): Longer | undefined {
  const { status, stoppedBy, answered, drawn, population, width, asked } = question;
  if (status !== 'capped' || answered === 0) return undefined;
  const all = stoppedBy === 'runs' ? population : drawn;
  const needed = Math.max(...summaries.map((each) => callsFor(each, answered, width) ?? all));
  const calls = Math.min(all, needed) - answered;
  if (calls <= 0) return undefined;
  const more = counted.map((each) => ({ ...each, count: Math.round((each.count * (answered + calls)) / answered) }));
  const then = summariseAnswers({ ...question, by: undefined }, more, judged);
  return {
    calls,
    seconds: Math.ceil((calls * workOf(asked.length) * msPerAnswer) / 1000),
    halves: then.map((each, at) => smaller(halfOf(each), summaries[at] && halfOf(summaries[at]))),
  };
}

/** More calls are never less informative, even if answers that agree too well would not fit the known accuracy of the engine. */
function smaller(then: number | undefined, now: number | undefined): number | undefined {
  return then === undefined || now === undefined ? then : Math.min(then, now);
}

/** Sampling error shrinks with the square root of the calls. Undefined for means, whose width is relative. */
function callsFor({ share, values }: AnswerSummary, answered: number, width: number): number | undefined {
  const sampling = (share ?? values?.[0]?.share)?.sampling;
  if (sampling === undefined) return undefined;
  return Math.ceil(answered * ((sampling.high - sampling.low) / 2 / width) ** 2);
}

/** Questions that are asked together share the reading of the call: each further one takes about half of the first. */
export function workOf(questions: number): number {
  return (questions + 1) / 2;
}
