/** Runs on the wire. A field without a value is absent, never null. */
import type { Conversation } from '../conversation/conversation.ts';
import type { FullRun, Run, RunOutput } from '../runs/run.ts';

export function toRunItem(run: Run): Record<string, unknown> {
  return {
    run_id: run.runId,
    status: run.status,
    type: run.type,
    mode: run.mode,
    kit_id: run.kitId,
    kit_code: run.kitCode,
    kit_version_id: run.kitVersionId,
    kit_version: run.kitVersion,
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
    erased_at: run.erasedAt?.toISOString(),
  };
}

export function toRunBody(
  run: FullRun,
  include: {
    spans?: boolean;
    basis?: boolean;
    input?: string | undefined;
    conversation?: Conversation | undefined;
  } = {},
): Record<string, unknown> {
  return {
    ...toRunItem(run),
    output: run.output && withOnly(run.output, include),
    ...(include.input === undefined ? {} : { input: JSON.parse(include.input) as unknown }),
    ...(include.conversation === undefined ? {} : { conversation: toConversationWire(include.conversation) }),
  };
}

function toConversationWire({ format, turns }: Conversation): Record<string, unknown> {
  return {
    format,
    turns: turns.map(({ index, speaker, side, text, start, end }) => ({ index, speaker, side, text, start, end })),
  };
}

function withOnly(output: RunOutput, include: { spans?: boolean; basis?: boolean }): RunOutput {
  const bricks = Object.entries(output.bricks).map(([key, { evidence_spans, basis, confidence_basis, ...brick }]) => [
    key,
    {
      ...brick,
      ...(include.spans && evidence_spans !== undefined && { evidence_spans }),
      ...(include.basis && basis !== undefined && { basis }),
      ...(include.basis && confidence_basis !== undefined && { confidence_basis }),
    },
  ]);
  return { ...output, bricks: Object.fromEntries(bricks) };
}

export function tokensOf({
  inputTokens,
  cachedInputTokens,
  outputTokens,
}: {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
}) {
  return {
    input: inputTokens,
    cached_input: cachedInputTokens,
    output: outputTokens,
    total: inputTokens + outputTokens,
  };
}
