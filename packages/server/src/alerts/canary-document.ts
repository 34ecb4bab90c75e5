/** The public shape of a canary, in API responses and events. */
import type { RecordedEvent } from '../outbound/webhooks/event.ts';
import type { Canary, CanaryFinding } from './canary.ts';
import { eventOfWatched, toWatchedDocument } from './watched.ts';

export function toCanaryDocument(canary: Canary): Record<string, unknown> {
  return {
    ...toWatchedDocument(canary),
    running: canary.evaluationId,
    next_at: canary.nextAt.toISOString(),
    found: canary.found && toFindingDocument(canary.found),
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

export function eventOfCanary(canary: Canary, now: Date, more: { deleted?: true } = {}): RecordedEvent {
  return eventOfWatched(canary, { ...toCanaryDocument(canary), ...more }, now);
}
