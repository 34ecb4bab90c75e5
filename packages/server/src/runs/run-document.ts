/**
 * The public shape of a run: what `GET /v1/runs/:runId` answers and what an event carries, in one place for http, webhooks and
 * storage. A field without a value is undefined, so that JSON leaves it out; null is only the `value` of a brick that has none.
 */
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import type { Answers } from './answers.ts';
import type { FullRun, Run, RunOutput } from './run.ts';

export interface RunDocumentOptions {
  spans?: boolean;
  basis?: boolean;
  /** The stored input as JSON text, if the caller requested it. */
  input?: string | undefined;
  conversation?: Conversation | undefined;
  /** Whether the run includes reviewers' corrections. */
  isReviewed?: boolean;
  /** In their public shape. */
  reviews?: readonly Record<string, unknown>[] | undefined;
  /** In its public shape. */
  usage?: Record<string, unknown> | undefined;
}

/** A run with its output. `toRunDocument(run)` is the body of an event; the options add the parts requested with `include`. */
export function toRunDocument(run: FullRun, options: RunDocumentOptions = {}): Record<string, unknown> {
  const { input, conversation, reviews, usage } = options;
  return {
    ...toRunSummary(run),
    ...(options.isReviewed && { as: 'reviewed' }),
    output: run.output && selectFields(run.output, options),
    ...(input === undefined ? {} : { input: JSON.parse(input) as unknown }),
    ...(conversation === undefined ? {} : { conversation: toConversationDocument(conversation) }),
    ...(reviews === undefined ? {} : { reviews }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** A run without its output, as lists show it. */
export function toRunSummary(run: Run): Record<string, unknown> {
  return {
    run_id: run.runId,
    status: run.status,
    type: run.type,
    mode: run.mode,
    kit_id: run.kitId,
    kit_code: run.kitCode,
    kit_version_id: run.kitVersionId,
    kit_version: run.kitVersion,
    occurred_at: run.occurredAt.toISOString(),
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString(),
    completed_at: run.completedAt?.toISOString(),
    duration_ms: run.durationMs,
    error_code: run.error?.code,
    error_message: run.error?.message,
    error_user_message: run.error?.userMessage,
    external_id: run.externalId,
    metadata: run.metadata,
    warnings: run.warnings,
    engine: run.engine,
    erased_at: run.erasedAt?.toISOString(),
    rescored_from: run.rescoredFrom,
    backfill_id: run.backfillId,
    ...(run.waiting && {
      waiting: {
        reason: run.waiting.reason,
        attempt: run.waiting.attempt,
        next_attempt_at: run.waiting.nextAttemptAt?.toISOString(),
      },
    }),
    ...(run.answers && { answers: toAnswersDocument(run.answers) }),
  };
}

function toAnswersDocument(answers: Answers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).map(([key, { value, confidence, applicability }]) => [
      key,
      { value, confidence, applicability },
    ]),
  );
}

function toConversationDocument(conversation: Conversation): Record<string, unknown> {
  const { format, language, turns, leftOut, speakers } = conversation;
  return {
    format,
    language,
    speakers,
    turns: turns.map(({ isEdited, ...turn }) => ({ ...inSeconds(turn), edited: isEdited })),
    left_out: leftOut?.map(inSeconds),
  };
}

function inSeconds<Timed extends { startSeconds?: number; endSeconds?: number }>({
  startSeconds,
  endSeconds,
  ...rest
}: Timed) {
  return { ...rest, start_seconds: startSeconds, end_seconds: endSeconds };
}

/** Outputs are stored with every field; evidence spans and the basis of confidence are shown only if requested. */
export function selectFields(output: RunOutput, { spans, basis: withBasis }: RunDocumentOptions): RunOutput {
  const bricks = Object.entries(output.bricks).map(([key, { evidence_spans, basis, confidence_basis, ...brick }]) => [
    key,
    {
      ...brick,
      ...(spans && evidence_spans !== undefined && { evidence_spans }),
      ...(withBasis && basis !== undefined && { basis }),
      ...(withBasis && confidence_basis !== undefined && { confidence_basis }),
    },
  ]);
  return { ...output, bricks: Object.fromEntries(bricks) };
}
