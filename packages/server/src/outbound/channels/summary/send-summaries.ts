/** The Monday summary: once a week to every channel with the topic, on Monday from 7:00, by whichever node is running. */
import type { Clock } from '../../../core/clock.ts';
import type { Logger } from '../../../core/logger.ts';
import { atTimeOfDay, dayIn, nextDay } from '../../../core/time-zone.ts';
import type { SummaryStore } from '../store/summary-store.ts';
import type { Due, WriteSummary } from './written-summary.ts';

export interface SendSummaries {
  summaries: SummaryStore;
  writeSummary: WriteSummary;
  clock: Clock;
  logger: Logger;
}

const SENT_AT = '07:00';

export async function sendDueSummaries(deps: SendSummaries, isStopped: () => boolean): Promise<void> {
  const now = deps.clock.now();
  for (const { scope, timezone, waiting } of await deps.summaries.subscribed()) {
    const due = dueOn(timezone, now);
    const isDue = due !== undefined && waiting.some(({ since, week }) => since <= due.from && week < due.monday);
    if (!isDue) continue;
    if (isStopped()) return;
    try {
      const written = await deps.writeSummary(scope, nextDay(due.monday, -7));
      await deps.summaries.send(scope, due, written, now);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      deps.logger.warn(
        { workspace_id: scope.workspaceId, reason },
        'a Monday summary failed; it is tried again in a minute',
      );
    }
  }
}

/** Undefined on other days, and before that time. */
export function dueOn(timezone: string, now: Date): Due | undefined {
  const today = dayIn(timezone, now);
  if (new Date(today).getUTCDay() !== 1) return undefined;
  const from = atTimeOfDay(timezone, today, SENT_AT);
  return now < from ? undefined : { monday: today, from };
}
