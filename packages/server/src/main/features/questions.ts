/** Questions across calls and contrasts between them: their stores, their queues, and the engines that answer. */
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { type OnModelCall, openModels } from '@brickwork/engine/model/providers/open-models';
import { streamedFingerprint } from '@brickwork/engine/reader/learn/reader-fingerprint';
import { shippedReaders } from '@brickwork/engine/reader/readers';
import { systemClock } from '../../core/clock.ts';
import { createCountedSlots } from '../../core/counted-slots.ts';
import { decodeId } from '../../core/ids.ts';
import { contrastRoutes } from '../../http/endpoints/contrasts.ts';
import { questionRoutes } from '../../http/endpoints/questions.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ManageKits } from '../../kits/manage-kits.ts';
import { type AnswerCall, createAnswerCall } from '../../questions/answer-call.ts';
import { runContrast } from '../../questions/contrast/run-contrast.ts';
import { createJudgedCalls } from '../../questions/judge-question.ts';
import { kitOfQuestions } from '../../questions/kit-of-questions.ts';
import type { ManageQuestions } from '../../questions/manage-questions.ts';
import { runQuestion } from '../../questions/run-question.ts';
import { createContrastStore } from '../../questions/store/contrast-store.ts';
import { createFindLikely } from '../../questions/store/find-likely.ts';
import { createJudgementStore } from '../../questions/store/judgement-store.ts';
import { createQuestionStore } from '../../questions/store/question-store.ts';
import { CONTRAST_KIND, QUESTION_KIND } from '../../queue/job-kinds.ts';
import { scopeOfLane } from '../../queue/lane.ts';
import { createQualityStore } from '../../reviews/store/quality-store.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { createSpeakerStore } from '../../runs/store/speaker-store.ts';
import { estimateRun } from '../../usage/estimate-run.ts';
import { mostOfRun } from '../../usage/most-of-run.ts';
import type { OpenPurse } from '../../usage/spend/spend-purse.ts';
import type { Feature, Node } from '../feature.ts';
import { traceModelCalls } from '../telemetry/trace-model-calls.ts';
import { VERSION } from '../version.ts';
import { openQueue } from './queue.ts';

export interface QuestionsOptions {
  kits: ManageKits;
  runs: RunStore;
  dimensions: DimensionStore;
  insights: InsightsStore;
  pool: Pick<EvaluationPool, 'answer' | 'reads'>;
  onModelCall: OnModelCall;
  /** What the workspace may spend. */
  openPurse: OpenPurse;
  /** Tests replace the engines. */
  answer?: AnswerCall | undefined;
}

export interface Questions extends Feature {
  /** Ends the streams: their questions continue, and callers reconnect. */
  endStreams(): void;
  judgedCalls: ReturnType<typeof createJudgedCalls>;
}

/** Questions of different workspaces that one node answers at once. */
const SLOTS = 2;
/** Bytes of UTF-8 per token: slightly too many tokens for English, about right for other languages. */
const BYTES_PER_TOKEN = 3;
const KEPT_DAYS = 365;

export function questionsFeature(node: Node, options: QuestionsOptions): Questions {
  const { config, database, logger } = node;
  const { kits, runs, dimensions, insights, pool, onModelCall, openPurse } = options;
  const models = openModels(config, onModelCall, traceModelCalls(node.tracing));
  const queue = openQueue(node, {
    kind: QUESTION_KIND,
    slots: SLOTS,
    drainMs: 0, // Answers so far are stored; another node continues with the rest.
    work: (job, signal) => runQuestion({ ...running, jobs: queue.jobs }, job, signal),
  });
  const questions = createQuestionStore(database, queue.clock);
  const speakers = createSpeakerStore(database);
  const mostOf = mostOfRun(config);
  const estimate = estimateRun(config);
  const running = {
    questions,
    loadRun: (lane: string, runId: string) => runs.load(lane, decodeId('run', runId) ?? ''),
    answer:
      options.answer ??
      createAnswerCall({
        ...{ kits, pool },
        model:
          models &&
          ((workspaceId) => models.engine({ purse: openPurse({ workspaceId, kitId: undefined, atCap: 'fail' }) })),
        prices: config.modelPrices,
        deadlineMs: Math.min(config.evaluationMs, config.runDeadlineMs),
      }),
    mostOf: (asked) => mostOf(kitOfQuestions(asked)),
    scopeOf: scopeOfLane,
    clock: systemClock,
    logger,
  } satisfies Omit<Parameters<typeof runQuestion>[0], 'jobs'>;
  const managing: ManageQuestions = {
    ...{ questions, runs, kits, dimensions },
    judgements: createJudgementStore(database),
    quality: createQualityStore(database),
    findLikely: createFindLikely(database),
    clock: systemClock,
    choosing: createCountedSlots(),
    answererOf: (engine) => (engine === 'auto' && models !== undefined ? 'model' : pool.reads ? 'reader' : 'words'),
    readingOf: async (workspaceId) => {
      const weights = pool.reads ? await Promise.all(shippedReaders().map(streamedFingerprint)) : [];
      return JSON.stringify([VERSION, weights, await speakers.findKnown(workspaceId)]);
    },
    costOf: (asked) => {
      const cost = estimate?.(kitOfQuestions(asked));
      return cost && ((bytes) => cost(Math.ceil(bytes / BYTES_PER_TOKEN)).microCredits);
    },
  };
  const contrasting = openQueue(node, {
    kind: CONTRAST_KIND,
    slots: 1, // It takes a core a minute.
    drainMs: 0,
    work: (job, signal) => runContrast({ ...reading, jobs: contrasting.jobs }, job, signal),
  });
  const contrasts = createContrastStore(database, contrasting.clock);
  const reading = { contrasts, kits, speakers, scopeOf: scopeOfLane, clock: systemClock, logger };
  const ending = new AbortController();
  return {
    routes: [
      ...questionRoutes({
        ...managing,
        kits,
        insights,
        streams: createCountedSlots(),
        ending: ending.signal,
      }),
      ...contrastRoutes({ ...managing, contrasts, kits, dimensions }),
    ],
    maintenance: [
      ...queue.maintenance,
      ...contrasting.maintenance,
      {
        what: 'deleting old questions',
        everyMs: config.housekeepingMs,
        round: async () => {
          const before = new Date(systemClock.now().getTime() - KEPT_DAYS * 86_400_000);
          await questions.dropOld(before);
          await contrasts.dropOld(before);
        },
      },
    ],
    async start() {
      await queue.start();
      await contrasting.start();
    },
    async stop() {
      await contrasting.stop();
      await queue.stop();
    },
    endStreams: () => ending.abort(),
    judgedCalls: createJudgedCalls(managing),
  };
}
