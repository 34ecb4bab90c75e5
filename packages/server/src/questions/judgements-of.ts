/** People's judgements of the calls of a question. */
import type { Scope } from '../core/scope.ts';
import type { CountedJudgement } from './judgement.ts';
import { isJudgeable } from './published-accuracy.ts';
import type { Question } from './question.ts';
import type { JudgementStore } from './store/judgement-store.ts';
import type { AnswerSummary } from './summarise-answers.ts';
import { wordingOf } from './wording.ts';

/** Judgements by question, if there are any. */
export async function judgedNow(
  { judgements }: { judgements: JudgementStore },
  scope: Scope,
  answers: readonly AnswerSummary[],
): Promise<ReadonlyMap<string, boolean>[]> {
  return Promise.all(
    answers.map(async ({ asked, judging }) => {
      const judged =
        judging?.judged === undefined || judging.judged === 0
          ? []
          : await judgements.judged(scope, wordingOf(asked.question));
      return new Map(judged.map(({ runId, isYes }) => [runId, isYes]));
    }),
  );
}

/** For every yes/no question, counted. */
export async function judgementsOf(
  { judgements }: { judgements: JudgementStore },
  scope: Scope,
  { questionId, asked, answerer }: Question,
): Promise<CountedJudgement[]> {
  const found = await Promise.all(
    asked.map(({ question, type }, at) =>
      isJudgeable(type) ? judgements.counted(scope, { questionId, at, wording: wordingOf(question), answerer }) : [],
    ),
  );
  return found.flat();
}
