/** Asking questions across calls: choosing the calls, estimating cost and time, starting, reading and ending. */
import type { QuestionType } from '@brickwork/contract';
import {
  type AskedQuestion,
  type GivenQuestion,
  inferQuestion,
  STATE_ITS_TYPE,
  UnclearQuestion,
} from '@brickwork/contract/plain-questions';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import type { CountedSlots } from '../core/counted-slots.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { findAllRuns, type RunsFilter, refuseGone } from '../runs/find-all-runs.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import type { RunStore } from '../runs/store/run-store.ts';
import { askLonger, type Longer, workOf } from './ask-longer.ts';
import { type Call, type ChosenCalls, chooseCalls, type FindLikely } from './choose-calls.ts';
import { differentQuotes } from './different-quotes.ts';
import { signatureOf } from './earlier-answers.ts';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';
import { runsNeeded } from './estimate/runs-needed.ts';
import { type FindAccuracy, findAccuracies, type KitOfCalls } from './find-accuracy.ts';
import { type Grouping, groupOfRun, unfinishedWeeks } from './grouping.ts';
import { judgedNow, judgementsOf } from './judgements-of.ts';
import type { Question, Quote } from './question.ts';
import { LEAST_WORTH } from './read-further.ts';
import type { JudgementStore } from './store/judgement-store.ts';
import type { QuestionStore } from './store/question-store.ts';
import { type AnswerSummary, discriminationOf, summariseAnswers } from './summarise-answers.ts';
import { type ThemesFigures, themesOf } from './themes/summarise-themes.ts';
import { whyNoCalls } from './why-no-calls.ts';

export interface ManageQuestions extends FindAccuracy {
  questions: QuestionStore;
  judgements: JudgementStore;
  findLikely: FindLikely;
  runs: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion'>;
  dimensions: DimensionStore;
  clock: Clock;
  /** Which engine answers. */
  answererOf(engine: 'auto' | 'local'): Answerer;
  /** What the answers of the local engine depend on in addition to question and call. */
  readingOf(workspaceId: string): Promise<string>;
  /** Micro-credits of one call of this many bytes with a model; undefined without a model. */
  costOf(asked: readonly AskedQuestion[]): ((bytes: number) => number) | undefined;
  /** Workspaces whose calls are being chosen. */
  choosing: CountedSlots;
}

export interface QuestionRequest {
  given: readonly GivenQuestion[];
  /** As sent, so that it can be shown again. */
  filter: Record<string, unknown>;
  match: RunsFilter;
  by: Grouping | undefined;
  engine: 'auto' | 'local';
  seek: 'any' | 'rare';
  seed: number;
  width: number;
  limit: { runs: number; microCredits: number; seconds: number };
}

export interface Prediction {
  population: number;
  withoutInput: number;
  runs: number;
  seconds: number;
  microCredits: number;
  isEnough: boolean;
}

export interface ReadQuestion {
  question: Question;
  answers: AnswerSummary[];
  quotes: Quote[];
  /** For each question: calls on either side without a useful quote. */
  unquoted: { for: number; against: number }[];
  /** For each question about themes. */
  themes: (ThemesFigures | undefined)[];
  longer: Longer | undefined;
  strata: { name: string; population: number; asked: number }[];
}

/** Numbers are neither for nor against. */
const WITHOUT_SIDES: ReadonlySet<QuestionType> = new Set(['numeric']);
const MOST_QUESTIONS = 200;
/** Per side of a question. */
const MOST_LOOKED_AT = 40;
/** The estimate before any question has been answered here: for one question about a call of five minutes, with two calls at once on two cores. */
const USUAL_MS: Readonly<Record<Answerer, number>> = { reader: 250, words: 20, model: 1_000 };

export async function predictQuestion(
  deps: ManageQuestions,
  principal: Principal,
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<Prediction> {
  return (await prepare(deps, principal, request, signal)).predicted;
}

export async function askQuestion(
  deps: ManageQuestions,
  principal: Principal,
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<ReadQuestion> {
  if ((await deps.questions.countAll(principal)) >= MOST_QUESTIONS)
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_QUESTIONS} questions, the maximum. Delete a finished one first.`,
    });
  const { asked, accuracies, engine, answerer, chosen, predicted } = await prepare(deps, principal, request, signal);
  if (predicted.population === 0)
    throw new ServiceError('invalid_parameter', {
      detail: `filter: ${await whyNoCalls(deps, principal, request.match, predicted)} Nothing was started.`,
    });
  const now = deps.clock.now();
  const questionId = newId('qst', now);
  const { filter, by, seek, seed, width, limit } = request;
  const { workspaceId, environment } = principal;
  const { population, withoutInput, runs, seconds, microCredits, isEnough } = predicted;
  const reading = answerer === 'model' ? undefined : await deps.readingOf(workspaceId);
  await deps.questions.create({
    ...{ workspaceId, environment, questionId, now },
    plan: {
      ...{ asked, accuracies, filter, engine, answerer, seek, seed, width, limit, population, withoutInput },
      by: by?.name,
      predicted: { runs, seconds, microCredits, isEnough },
      strata: chosen.strata,
      groups: chosen.groups,
      ...(reading !== undefined && { signatures: asked.map((each) => signatureOf(each, reading)) }),
      unfinished: unfinishedWeeks(by, chosen.groups, request.match, now),
    },
    calls: chosen.calls,
  });
  return readQuestion(deps, principal, questionId);
}

export async function readQuestion(
  deps: Pick<ManageQuestions, 'questions' | 'judgements'>,
  scope: Scope,
  questionId: string,
): Promise<ReadQuestion> {
  const { questions } = deps;
  const question = await requireQuestion(questions, scope, questionId);
  const counted = await questions.counted(scope, questionId);
  const judged = await judgementsOf(deps, scope, question);
  const answers = summariseAnswers(question, counted, judged);
  const values = answers.map(({ asked, values: found }) =>
    WITHOUT_SIDES.has(asked.type) ? null : (found?.[0]?.answer ?? 'true'),
  );
  const quoted = await questions.quotes(scope, questionId, {
    values,
    leastWorth: LEAST_WORTH,
    most: MOST_LOOKED_AT,
  });
  // Themes have their own quotes.
  const ofOthers = quoted.quotes.filter(({ at }) => question.asked[at]?.type !== 'themes');
  const unquotedOf = (of: number, isFor: boolean) =>
    quoted.unquoted.find((each) => each.at === of && each.isFor === isFor)?.calls ?? 0;
  return {
    question,
    answers,
    longer: await longerOf(deps, scope, question, (msPerAnswer) =>
      askLonger(question, counted, judged, { summaries: answers, msPerAnswer }),
    ),
    quotes: differentQuotes(ofOthers, await judgedNow(deps, scope, answers)),
    unquoted: answers.map(({ asked }, at) =>
      asked.type === 'themes' ? { for: 0, against: 0 } : { for: unquotedOf(at, true), against: unquotedOf(at, false) },
    ),
    themes: await themesOf(deps, scope, question),
    strata: question.strata.map(({ name, population }, stratum) => ({
      ...{ name, population },
      asked: counted.reduce((sum, each) => sum + (each.at === 0 && each.stratum === stratum ? each.count : 0), 0),
    })),
  };
}

async function longerOf(
  { questions }: Pick<ManageQuestions, 'questions'>,
  scope: Scope,
  { status, engine, asked, answered, spentMs }: Question,
  find: (msPerAnswer: number) => Longer | undefined,
): Promise<Longer | undefined> {
  if (status !== 'capped') return undefined;
  const own = spentMs / Math.max(1, answered * workOf(asked.length));
  return find((await questions.recentMs(scope, engine)) ?? own);
}

/** A running one is cancelled, and its estimate stays; an ended one is deleted. */
export async function removeQuestion(
  { questions, clock }: Pick<ManageQuestions, 'questions' | 'clock'>,
  scope: Scope,
  questionId: string,
): Promise<{ status: Question['status']; isDeleted: boolean }> {
  const { status } = await requireQuestion(questions, scope, questionId);
  if (status === 'running' && (await questions.cancel(scope, questionId, clock.now())))
    return { status: 'cancelled', isDeleted: false };
  const ended = await requireQuestion(questions, scope, questionId);
  await questions.remove(scope, questionId);
  return { status: ended.status, isDeleted: true };
}

async function requireQuestion(questions: QuestionStore, scope: Scope, questionId: string): Promise<Question> {
  const question = await questions.find(scope, questionId);
  if (question === undefined) throw new ServiceError('not_found', { detail: 'There is no such question.' });
  return question;
}

interface Prepared {
  asked: AskedQuestion[];
  accuracies: Accuracy[];
  engine: 'auto' | 'local';
  answerer: Answerer;
  chosen: ChosenCalls;
  predicted: Prediction;
}

/** Up to 100,000 runs are read, so each workspace can do this only once at a time, and not for a caller who has disconnected. */
async function prepare(
  deps: ManageQuestions,
  principal: Principal,
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<Prepared> {
  const giveBack = deps.choosing.take(principal.workspaceId, 1);
  if (giveBack === undefined)
    throw new ServiceError('rate_limited', {
      detail: 'A workspace can start one question at a time. Wait for the other request.',
      retryAfterSeconds: 5,
    });
  try {
    const asked = toAsked(request.given);
    const engine = principal.environment === 'test' ? 'local' : request.engine;
    const answerer = deps.answererOf(engine);
    const { calls, kits, withoutInput, meanBytes } = await findCalls(deps, principal, request, signal);
    const { by, seek, seed, width, limit } = request;
    const accuracies = await findAccuracies(deps, principal, asked, { answerer, kits });
    const chosen = await chooseCalls(deps, principal, calls, {
      asked,
      seek,
      seed,
      runs: limit.runs,
      isGrouped: by !== undefined,
    });
    const needed = Math.max(
      ...accuracies.map((accuracy) =>
        runsNeeded({ population: calls.length, width, discrimination: discriminationOf(accuracy) }),
      ),
    );
    const runs = Math.min(needed, chosen.calls.length);
    const msPerAnswer = (await deps.questions.recentMs(principal, engine)) ?? USUAL_MS[answerer];
    const seconds = Math.ceil((runs * workOf(asked.length) * msPerAnswer) / 1000);
    const cost = engine === 'local' ? undefined : deps.costOf(asked);
    const microCredits = runs * (cost?.(meanBytes) ?? 0);
    const isEnough = needed <= runs && seconds <= limit.seconds && microCredits <= limit.microCredits;
    const predicted = { population: calls.length, withoutInput, runs, seconds, microCredits, isEnough };
    refuseGone(signal);
    return { asked, accuracies, engine, answerer, chosen, predicted };
  } finally {
    giveBack();
  }
}

function toAsked(given: readonly GivenQuestion[]): AskedQuestion[] {
  const used = new Set<string>();
  return given.map((each) => {
    if (each.key !== undefined && used.has(each.key))
      throw new ServiceError('invalid_parameter', { detail: `questions: two have the key ${each.key}.` });
    const asked = infer(each, used);
    used.add(asked.key);
    return asked;
  });
}

function infer(given: GivenQuestion, used: ReadonlySet<string>): AskedQuestion {
  try {
    return inferQuestion(given, used);
  } catch (error) {
    if (!(error instanceof UnclearQuestion)) throw error;
    const detail = `questions: ${error.message}${error.needsType ? ` ${STATE_ITS_TYPE}` : ''}`;
    throw new ServiceError('invalid_parameter', { detail, cause: error });
  }
}

/** Kits whose reviews are used for the accuracy of a question. */
const MOST_KITS = 5;

async function findCalls(
  deps: ManageQuestions,
  scope: Scope,
  { match, by }: QuestionRequest,
  signal: AbortSignal,
): Promise<{ calls: Call[]; kits: KitOfCalls[]; withoutInput: number; meanBytes: number }> {
  const kits = new Map<string, KitOfCalls>();
  const groupOf = groupOfRun(by);
  const matching = await findAllRuns(
    deps,
    scope,
    {
      ...match,
      status: match.status ?? 'succeeded',
      type: match.type ?? (match.backfillId === undefined ? 'api' : undefined),
    },
    (run) => {
      const { runId, kitId, kitVersionId } = run;
      if (kits.size < MOST_KITS && !kits.has(kitId)) kits.set(kitId, { kitId, kitVersionId });
      return { runId, group: groupOf(run) };
    },
    signal,
  );
  const inputs = await deps.questions.inputsOf(
    scope,
    matching.map(({ runId }) => runId),
  );
  const withInput = new Set(inputs.map(({ runId }) => runId));
  const bytes = inputs.reduce((sum, each) => sum + each.bytes, 0);
  return {
    calls: matching.filter(({ runId }) => withInput.has(runId)),
    kits: [...kits.values()],
    withoutInput: matching.length - inputs.length,
    meanBytes: inputs.length === 0 ? 0 : Math.ceil(bytes / inputs.length),
  };
}
