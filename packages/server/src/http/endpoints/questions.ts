/** Questions across calls over HTTP. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { questionsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { z } from 'zod';
import { requirePlainQuestions } from '../../access/no-probing.ts';
import type { Principal } from '../../access/principal.ts';
import type { CountedSlots } from '../../core/counted-slots.ts';
import type { Scope } from '../../core/scope.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { ResolveKit } from '../../kits/resolve-kit.ts';
import { BY_WEEK, type Grouping } from '../../questions/grouping.ts';
import { callsToJudge, judgeCalls } from '../../questions/judge-question.ts';
import {
  askQuestion,
  type ManageQuestions,
  predictQuestion,
  type QuestionRequest,
  readQuestion,
  removeQuestion,
} from '../../questions/manage-questions.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import { toItemWire, toJudgedWire, toPredictionWire, toQuestionWire, toRoundWire } from '../question-wire.ts';
import { ok, type Route, route } from '../route.ts';
import { matchOf } from '../run-match-wire.ts';

export interface QuestionRoutes extends ManageQuestions {
  kits: ResolveKit;
  insights: Pick<InsightsStore, 'timezoneOf'>;
  /** Open streams per workspace. */
  streams: CountedSlots;
  /** Aborted when the service stops. */
  ending: AbortSignal;
}

const MOST_LISTED = 100;
const MICRO = 1_000_000;
const MOST_STREAMS = 20;
const STREAM_MS = 1_000;
/** A comment, so that proxies keep idle streams open. */
const SILENT_ROUNDS = 15;

export function questionRoutes(deps: QuestionRoutes): Route[] {
  return [
    route(questionsApi.createQuestion, async ({ principal, body, signal }) => {
      const request = await toRequest(deps, principal, body);
      if (body.dry_run) return ok(toPredictionWire(await predictQuestion(deps, principal, request, signal())));
      return { status: 202, body: toQuestionWire(await askQuestion(deps, principal, request, signal())) };
    }),
    route(questionsApi.listQuestions, async ({ principal }) =>
      ok({ data: (await deps.questions.list(principal, MOST_LISTED)).map(toItemWire) }),
    ),
    route(questionsApi.getQuestion, async ({ principal, params }) =>
      ok(toQuestionWire(await readQuestion(deps, principal, params.questionId))),
    ),
    route(questionsApi.streamQuestion, async ({ principal, params, signal }) => {
      await readQuestion(deps, principal, params.questionId);
      const giveBack = deps.streams.take(principal.workspaceId, MOST_STREAMS);
      if (giveBack === undefined)
        throw new ServiceError('rate_limited', {
          detail: `A workspace may follow ${MOST_STREAMS} questions at once. Use GET /v1/questions/:questionId instead.`,
          retryAfterSeconds: 5,
        });
      const events = follow(deps, principal, params.questionId, AbortSignal.any([signal(), deps.ending]));
      return ok(Readable.from(events).once('close', giveBack), {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
    }),
    route(questionsApi.listCallsToJudge, async ({ principal, params, query: { key, limit } }) =>
      ok(toRoundWire(await callsToJudge(deps, principal, params.questionId, { key, most: limit }))),
    ),
    route(questionsApi.judgeCalls, async ({ principal, params, query: { reviewer }, body }) => {
      const judgements = body.judgements.map(({ run_id, answer }) => ({ runId: run_id, answer: answer ?? undefined }));
      const request = { key: body.key, judgements, reviewer };
      return ok(toJudgedWire(await judgeCalls(deps, principal, params.questionId, request)));
    }),
    route(questionsApi.deleteQuestion, async ({ principal, params }) => {
      const { status, isDeleted } = await removeQuestion(deps, principal, params.questionId);
      return ok({ question_id: params.questionId, status, deleted: isDeleted });
    }),
  ];
}

/** Sends the question when it has changed, until it has ended. */
async function* follow(
  deps: QuestionRoutes,
  scope: Scope,
  questionId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let last = '';
  let silent = 0;
  while (!signal.aborted) {
    const read = await readQuestion(deps, scope, questionId).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (read === undefined) return;
    const data = JSON.stringify(toQuestionWire(read));
    silent = data === last ? silent + 1 : 0;
    if (data !== last) yield `event: estimate\ndata: ${data}\n\n`;
    else if (silent % SILENT_ROUNDS === 0) yield ': waiting\n\n';
    last = data;
    if (read.question.status !== 'running') return;
    await sleep(STREAM_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function toRequest(
  deps: QuestionRoutes,
  principal: Principal,
  body: z.output<typeof questionsApi.questionRequest>,
): Promise<QuestionRequest> {
  const filter = { ...body.filter, ...(body.kit_code !== undefined && { kit_code: body.kit_code }) };
  const { runs = 2_000, credits = 1, seconds = 600 } = body.limit;
  const { engine, seek, seed, width } = body;
  const given = body.questions.map((each) => (typeof each === 'string' ? { question: each } : each));
  requirePlainQuestions(
    principal,
    given.flatMap(({ question, ...more }) => [question, ...('categories' in more ? (more.categories ?? []) : [])]),
  );
  return {
    given,
    filter,
    match: await matchOf(deps, principal, filter),
    by: body.by === undefined ? undefined : await toGrouping(deps, principal, body.by),
    ...{ engine, seek, seed, width },
    limit: { runs, microCredits: Math.round(credits * MICRO), seconds },
  };
}

async function toGrouping(
  deps: Pick<QuestionRoutes, 'dimensions' | 'insights'>,
  { workspaceId }: Principal,
  name: string,
): Promise<Grouping> {
  if (name === BY_WEEK) return { name, timezone: await deps.insights.timezoneOf(workspaceId) };
  if (name.startsWith('metadata.') && name.length > 'metadata.'.length)
    return { name, metadataKey: name.slice('metadata.'.length) };
  const dimensions = await listDimensions(deps, workspaceId);
  const found = dimensions.find((each) => each.name === name);
  if (found !== undefined) return { name, metadataKey: found.metadataKey };
  const names = [...dimensions.map((each) => each.name), BY_WEEK];
  throw new ServiceError('invalid_parameter', {
    detail: `by: there is no dimension ${name.slice(0, 80)}; ${didYouMean(name, names) ?? `there are ${names.join(', ')}, and metadata.KEY.`}`,
  });
}
