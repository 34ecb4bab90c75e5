/**
 * Asking the calls of a question, as a job. Every answer is committed immediately, each once: if the worker is lost, the next one continues
 * with the remaining calls, and at any moment the estimate is from a random sample. Runs have priority: while one is waiting, no further
 * call is asked for a while.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { EvaluationDeadlineError } from '@brickwork/engine/evaluation/evaluation-deadline-error';
import type { Scope } from '../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../jobs/run-job.ts';
import { QUESTION_KIND } from '../queue/job-kinds.ts';
import type { HeldJob } from '../queue/store/job-store.ts';
import type { LoadedWork } from '../runs/store/find-runs.ts';
import type { AnswerCall } from './answer-call.ts';
import type { CallAnswer, Question, WaitingCall } from './question.ts';
import type { QuestionEnd, QuestionStore } from './store/question-store.ts';
import { isEnough } from './summarise-answers.ts';

export interface RunQuestion extends RunJob {
  questions: QuestionStore;
  loadRun(lane: string, runId: string): Promise<LoadedWork | undefined>;
  answer: AnswerCall;
  /** The maximum cost of a call of this many bytes, in micro-credits. */
  mostOf(asked: readonly AskedQuestion[]): (bytes: number) => number;
}

const MOST_ATTEMPTS = 50;
/** Calls that one question asks at the same time. */
export const CALLS_AT_ONCE = 4;
/** Calls that are read from the database at once. */
const CHUNK = 64;
/** How often the stopping condition is checked. */
const LOOK_MS = 500;
/** How long it runs while other questions are waiting. */
const TURN_MS = 5_000;
const PAUSE_MS = 100;
/** Even if runs are waiting, one call is asked after this time: on a busy service it is slow, but it ends. */
const PATIENCE_MS = 10_000;

export function runQuestion(deps: RunQuestion, job: HeldJob, signal: AbortSignal): Promise<void> {
  const kind: JobKind<Question, QuestionEnd> = {
    ...{ kind: QUESTION_KIND, name: 'a question', prefix: 'qst', mostAttempts: MOST_ATTEMPTS },
    records: deps.questions,
    step: (question, { scope, lane }) => askCalls(deps, { scope, question, lane }, signal),
  };
  return runJob(deps, kind, job, signal);
}

interface Asking {
  scope: Scope;
  question: Question;
  lane: string;
}

/** `later`: other questions are waiting, and calls are left. `ended`: somebody cancelled it. */
async function askCalls(
  deps: RunQuestion,
  asking: Asking,
  signal: AbortSignal,
): Promise<QuestionEnd | 'later' | 'ended'> {
  const { scope, question } = asking;
  const budget = createBudget(deps, asking);
  const next = createSupply(deps, asking);
  const watch = createWatch(deps, asking);
  let stop: QuestionEnd | 'later' | 'ended' | undefined;
  let hasFailed = false;
  const work = async () => {
    while (stop === undefined && !hasFailed) {
      signal.throwIfAborted();
      await waitForRuns(deps, scope, signal);
      const call = await next();
      if (call === undefined) return;
      stop ??= (await askOne(deps, asking, call, budget, signal)) ?? (await watch.look());
    }
  };
  const workers = Array.from({ length: CALLS_AT_ONCE }, () =>
    work().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // The others end after their current call.
  await Promise.allSettled(workers);
  await watch.spend();
  await Promise.all(workers);
  if (stop !== undefined) return stop;
  if (await watch.hasEnough()) return { status: 'enough' };
  return question.drawn < question.population ? { status: 'capped', stoppedBy: 'runs' } : { status: 'complete' };
}

/** Asks one call and stores its answers; returns why no further call may be asked. */
async function askOne(
  deps: RunQuestion,
  asking: Asking,
  call: WaitingCall,
  budget: Budget,
  signal: AbortSignal,
): Promise<QuestionEnd | 'ended' | undefined> {
  const { scope, question, lane } = asking;
  const unanswered = question.asked.filter((_, at) => !call.earlier.has(at));
  if (unanswered.length === 0) return save(deps, asking, call, [], 0);
  const work = await deps.loadRun(lane, call.runId);
  if (work?.input === undefined) {
    // Erased or past its retention: the row was deleted, or will never be answered.
    await deps.questions.saveAnswers(scope, question.questionId, call, undefined, 0);
    return undefined;
  }
  const giveBack = budget.setAside(Buffer.byteLength(work.input));
  if (giveBack === undefined) return { status: 'capped', stoppedBy: 'credits' };
  let microCredits = 0;
  try {
    const answered = await deps
      .answer(work, unanswered, { engine: question.engine, signal })
      .catch((error: unknown) => {
        if (signal.aborted || !isOfCall(error)) throw error;
        return undefined;
      });
    microCredits = answered?.microCredits ?? 0;
    return await save(deps, asking, call, answered?.answers, microCredits);
  } finally {
    giveBack(microCredits);
  }
}

/** The new answers of a call, in addition to those of earlier questions. */
async function save(
  { questions }: RunQuestion,
  { scope, question: { questionId, asked } }: Asking,
  call: WaitingCall,
  answers: readonly CallAnswer[] | undefined,
  microCredits: number,
): Promise<'ended' | undefined> {
  const left = [...(answers ?? [])];
  const all = answers && asked.flatMap((_, at) => call.earlier.get(at) ?? left.shift() ?? []);
  if (await questions.saveAnswers(scope, questionId, call, all, microCredits)) return undefined;
  const now = await questions.find(scope, questionId);
  return now?.status === 'running' ? undefined : 'ended';
}

/** The call is at fault, not the engine: others can be asked. */
function isOfCall(error: unknown): boolean {
  return error instanceof ServiceError ? error.code !== 'unavailable' : error instanceof EvaluationDeadlineError;
}

/** Calls in the order in which they were drawn. */
function createSupply({ questions }: RunQuestion, { scope, question }: Asking): () => Promise<WaitingCall | undefined> {
  const given = new Set<number>();
  let ready: WaitingCall[] = [];
  let loading: Promise<void> | undefined;
  const load = async () => {
    const some = await questions.waiting(scope, question.questionId, CHUNK + CALLS_AT_ONCE);
    const left = some.filter(({ position }) => !given.has(position));
    const found = await questions.earlierAnswers(
      scope,
      question,
      left.map(({ runId }) => runId),
    );
    ready = left.map((call) => ({ ...call, earlier: found.get(call.runId) ?? new Map() }));
  };
  return async () => {
    if (ready.length === 0) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    }
    const call = ready.shift();
    if (call !== undefined) given.add(call.position);
    return call;
  };
}

interface Budget {
  /** Undefined if the call could exceed the limit; otherwise a function that records its cost. */
  setAside(bytes: number): ((microCredits: number) => void) | undefined;
}

function createBudget({ mostOf }: RunQuestion, { question }: Asking): Budget {
  const mostOfCall = question.engine === 'local' ? () => 0 : mostOf(question.asked);
  let left = question.limit.microCredits - question.microCredits;
  return {
    setAside(bytes) {
      const most = mostOfCall(bytes);
      if (most > left) return undefined;
      left -= most;
      return (microCredits) => {
        left += most - microCredits;
      };
    },
  };
}

interface Watch {
  look(): Promise<QuestionEnd | 'later' | undefined>;
  hasEnough(): Promise<boolean>;
  /** Stores how long it has been worked on. */
  spend(): Promise<void>;
}

function createWatch({ questions, clock }: RunQuestion, { scope, question }: Asking): Watch {
  const { questionId } = question;
  const now = () => clock.now().getTime();
  const turnUntil = now() + TURN_MS;
  let lookedAt = now();
  let storedAt = now();
  let spentMs = question.spentMs;
  const hasEnough = async () => isEnough(question, await questions.counted(scope, questionId));
  const spend = async () => {
    const ms = now() - storedAt;
    storedAt += ms;
    spentMs += ms;
    await questions.spend(scope, questionId, ms);
  };
  return {
    hasEnough,
    spend,
    async look() {
      if (now() - lookedAt < LOOK_MS) return undefined;
      lookedAt = now();
      await spend();
      if (await hasEnough()) return { status: 'enough' };
      if (spentMs >= question.limit.seconds * 1000) return { status: 'capped', stoppedBy: 'seconds' };
      return now() >= turnUntil && (await questions.isAnyWaiting(scope)) ? 'later' : undefined;
    },
  };
}

async function waitForRuns({ questions, clock }: RunQuestion, scope: Scope, signal: AbortSignal): Promise<void> {
  const until = clock.now().getTime() + PATIENCE_MS;
  while (await questions.isRunWaiting(scope)) {
    if (clock.now().getTime() >= until) return;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
