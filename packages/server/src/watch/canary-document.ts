/** The public shape of a canary: what the API answers and what its events carry. */
import { encodeId, newUuid } from '../core/ids.ts';
import { alertEvent, type RecordedEvent } from '../webhooks/event.ts';
import type { Canary, CanaryFinding } from './canary.ts';

export function toCanaryDocument(canary: Canary): Record<string, unknown> {
  return {
    name: canary.name,
    kit_id: canary.kitId,
    kit_code: canary.kitCode,
    rule: canary.rule,
    state: canary.state,
    since: canary.since.toISOString(),
    running: canary.evaluationId,
    next_at: canary.nextAt.toISOString(),
    checked_at: canary.checkedAt?.toISOString(),
    found: canary.found && toFindingDocument(canary.found),
    problem: canary.problem,
    created_at: canary.createdAt.toISOString(),
    updated_at: canary.updatedAt.toISOString(),
  };
}

function toFindingDocument({ evaluationId, baselineId, kitVersion, engine, bricks }: CanaryFinding) {
  return {
    evaluation_id: evaluationId,
    baseline_id: baselineId,
    evaluation_url: `/v1/evaluations/${evaluationId}?against=${baselineId}`,
    kit_version: kitVersion,
    engine,
    bricks: bricks.map(({ key, n, accuracy, baselineAccuracy, changed, isDrifted }) => ({
      key,
      n,
      accuracy,
      baseline_accuracy: baselineAccuracy,
      changed,
      drifted: isDrifted,
    })),
  };
}

/** Tells of the state that the canary has now. */
export function eventOfCanary(canary: Canary, now: Date, more: { deleted?: true } = {}): RecordedEvent {
  const { workspaceId, environment, state } = canary;
  const head = { workspaceId, environment, eventId: encodeId('evt', newUuid(now)), createdAt: now };
  return alertEvent(head, state === 'raised' ? 'alert.raised' : 'alert.resolved', {
    ...toCanaryDocument(canary),
    ...more,
  });
}
