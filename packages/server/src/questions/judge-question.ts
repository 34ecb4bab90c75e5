/** Judging calls of a question: which calls, and people's judgements. */
import { createHash } from 'node:crypto';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { reviewerOf } from '../reviews/review-run.ts';
import { judgementsByBin } from './estimate/choose-judgements.ts';
import { binOf } from './estimate/estimate-from-scores.ts';
import type { CountedJudgement, JudgeableCall, JudgedQuestion, Judgement } from './judgement.ts';
import { readQuestion } from './manage-questions.ts';
import { isJudgeable } from './published-accuracy.ts';
import type { Question } from './question.ts';
import { judgeableScores } from './scores-with-judgements.ts';
import type { JudgementStore } from './store/judgement-store.ts';
import type { QuestionStore } from './store/question-store.ts';
import type { AnswerSummary } from './summarise-answers.ts';
import { foldQuestion, wordingOf } from './wording.ts';

export interface JudgeQuestion {
  questions: QuestionStore;
  judgements: JudgementStore;
  clock: Clock;
}

export interface CallToJudge {
  runId: string;
  /** Where the engine found its answer; undefined if it has no quote. */
  passage: string | undefined;
}

export interface Round {
  summary: AnswerSummary;
  calls: CallToJudge[];
}

/** Calls by the engine's probability, at random among those with a similar one. */
export async function callsToJudge(
  deps: JudgeQuestion,
  scope: Scope,
  questionId: string,
  { key, most }: { key: string | undefined; most: number },
): Promise<Round> {
  const { question, judged, summary } = await requireJudgeable(deps, scope, questionId, key);
  const calls = await deps.judgements.judgeable(scope, judged);
  const known = await deps.judgements.counted(scope, judged);
  const chosen = chooseCalls(question, judged, { calls, known, most });
  const passages = await deps.judgements.passages(
    scope,
    questionId,
    judged.at,
    chosen.map(({ position }) => position),
  );
  return {
    summary,
    calls: chosen.flatMap(({ runId, position }) =>
      passages.has(position) ? [{ runId, passage: passages.get(position) }] : [],
    ),
  };
}

export async function judgeCalls(
  deps: JudgeQuestion,
  principal: Principal,
  questionId: string,
  { key, judgements, reviewer }: { key: string | undefined; judgements: Judgement[]; reviewer: string | undefined },
): Promise<AnswerSummary> {
  const judge = reviewerOf(principal, reviewer);
  const { judged } = await requireJudgeable(deps, principal, questionId, key);
  const runIds = judgements.map(({ runId }) => runId);
  const twice = runIds.find((runId, index) => runIds.indexOf(runId) !== index);
  if (twice !== undefined)
    throw new ServiceError('invalid_parameter', { detail: `judgements: ${twice} is judged twice.` });
  const asked = await deps.judgements.asked(principal, questionId, judged.at, runIds);
  const other = runIds.find((runId) => !asked.has(runId));
  if (other !== undefined)
    throw new ServiceError('run_not_found', {
      detail: `${other} was not read for this question, or the engine was not sure of it. Nothing was stored.`,
    });
  await deps.judgements.save(principal, judged, judgements, { judge, now: deps.clock.now() });
  return (await requireJudgeable(deps, principal, questionId, key)).summary;
}

/** For a golden set: people's judgements, and which questions ask the same. */
export function createJudgedCalls({ questions, judgements }: Pick<JudgeQuestion, 'questions' | 'judgements'>) {
  return async (scope: Scope, { questionId, key }: { questionId: string; key: string | undefined }) => {
    const found = await questions.find(scope, questionId);
    const asked = found?.asked[judgeableAt(found.asked, key)];
    if (asked === undefined) return undefined;
    const folded = foldQuestion(asked.question);
    return {
      question: asked.question,
      isSame: (brick: { type: string; question?: string | undefined }) =>
        brick.type === String(asked.type) && brick.question !== undefined && foldQuestion(brick.question) === folded,
      calls: await judgements.judged(scope, wordingOf(asked.question)),
    };
  };
}

/** The yes/no question with this key; without a key, the only one. */
async function requireJudgeable(
  deps: JudgeQuestion,
  scope: Scope,
  questionId: string,
  key: string | undefined,
): Promise<{ question: Question; judged: JudgedQuestion; summary: AnswerSummary }> {
  const { question, answers } = await readQuestion(deps, scope, questionId);
  const at = judgeableAt(question.asked, key);
  const [asked, summary] = [question.asked[at], answers[at]];
  if (asked === undefined || summary === undefined) throw new Error('a question without a summary was read');
  const { answerer } = question;
  return { question, summary, judged: { questionId, at, wording: wordingOf(asked.question), answerer } };
}

function judgeableAt(asked: readonly AskedQuestion[], key: string | undefined): number {
  const yesNo = asked.filter(({ type }) => isJudgeable(type));
  const keys = yesNo.map((each) => each.key).join(', ');
  if (yesNo.length === 0)
    throw new ServiceError('invalid_parameter', { detail: 'Only yes/no questions can be judged; there is none.' });
  const [only] = yesNo;
  const found = key === undefined ? (yesNo.length === 1 ? only : undefined) : yesNo.find((each) => each.key === key);
  if (found === undefined)
    throw new ServiceError('invalid_parameter', { detail: `key: must be the key of a yes/no question: ${keys}.` });
  return asked.indexOf(found);
}

function chooseCalls(
  { accuracies, strata }: Question,
  { at, wording }: JudgedQuestion,
  { calls, known, most }: { calls: readonly JudgeableCall[]; known: readonly CountedJudgement[]; most: number },
): JudgeableCall[] {
  const accuracy = accuracies[at];
  const scores = accuracy && judgeableScores(accuracy, known);
  // For each call, how many it represents: a stratum that was asked more often counts less.
  const perStratum = strata.map(({ population }, stratum) => {
    const own = calls.filter((call) => call.stratum === stratum).length;
    return own === 0 ? 0 : population / own;
  });
  const inOrder = calls
    .map((call) => ({ call, rank: rankOf(call.runId, wording) / (perStratum[call.stratum] ?? 1) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ call }) => call);
  if (scores === undefined) return inOrder.slice(0, most);
  const bins = scores.prior.yes.map((_, bin) => inOrder.filter(({ chance }) => binOf(scores.prior, chance) === bin));
  const weightOf = (some: readonly JudgeableCall[]) =>
    some.reduce((sum, { stratum }) => sum + (perStratum[stratum] ?? 0), 0);
  const all = weightOf(calls);
  const left = bins.map(({ length }) => length);
  const more = judgementsByBin(
    scores,
    bins.map((bin) => weightOf(bin) / all),
    left,
    most,
  );
  const chosen = bins.flatMap((bin, index) => bin.slice(0, more[index]));
  // Bins are mixed: the order must not reveal the engine's answer.
  return inOrder.filter((call) => chosen.includes(call));
}

/** At random, but always the same: smaller values come first. Divided by a weight, so heavier calls come sooner in proportion. */
function rankOf(runId: string, wording: Buffer): number {
  const hash = createHash('sha256').update(wording).update(runId).digest();
  return -Math.log((hash.readUInt32BE(0) + 0.5) / 2 ** 32);
}
