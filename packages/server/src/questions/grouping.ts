/** What the figures of a question are broken down by: a metadata key, or the week in which a call took place. */
import { daysIn, mondayOf, nextDay, startOfDay } from '../core/time-zone.ts';
import type { RunsFilter } from '../runs/find-all-runs.ts';
import type { Run } from '../runs/run.ts';

/** The name of the grouping by weeks; no dimension can have it. */
export const BY_WEEK = 'week';

/** `name`: as it was sent. */
export type Grouping = { name: string; metadataKey: string } | { name: typeof BY_WEEK; timezone: string };

/** A week is identified by its Monday; null: a run without a value. */
export function groupOfRun(by: Grouping | undefined): (run: Pick<Run, 'metadata' | 'occurredAt'>) => string | null {
  if (by === undefined) return () => null;
  if ('timezone' in by) {
    const dayOf = daysIn(by.timezone);
    return ({ occurredAt }) => mondayOf(dayOf(occurredAt));
  }
  const { metadataKey } = by;
  return ({ metadata }) =>
    metadata !== undefined && Object.hasOwn(metadata, metadataKey) ? (metadata[metadataKey] ?? null) : null;
}

/** Weeks with possibly missing calls: they have not ended, or the filter excludes some of their days. */
export function unfinishedWeeks(
  by: Grouping | undefined,
  groups: readonly { group: string | null }[],
  { occurredAfter, occurredBefore }: Pick<RunsFilter, 'occurredAfter' | 'occurredBefore'>,
  now: Date,
): string[] {
  if (by === undefined || !('timezone' in by)) return [];
  const last = occurredBefore === undefined || occurredBefore > now ? now : occurredBefore;
  const weeks = new Set(groups.flatMap(({ group }) => group ?? []));
  return [...weeks].filter((monday) => {
    const isCut = occurredAfter !== undefined && occurredAfter > startOfDay(by.timezone, monday);
    return isCut || last < startOfDay(by.timezone, nextDay(monday, 7));
  });
}
