/** The kit, the days and the team that a page is about, as its address says them. Weeks are calendar weeks, from Monday on. */
import { daysFrom } from '../ui/days.ts';
import { formatDay } from '../ui/format.ts';

export interface ScopeSearch {
  /** Id, code or slug. */
  kit?: string | undefined;
  /** The last so many calendar weeks that have ended. */
  weeks?: number | undefined;
  /** Days that do not move with today; both are needed. */
  from?: string | undefined;
  to?: string | undefined;
  team?: string | undefined;
}

export interface Days {
  from: string;
  to: string;
}

export interface Period extends Days {
  label: string;
  isFinished: boolean;
}

export const WEEKS = [1, 4, 8, 13, 26] as const;
const DEFAULT_WEEKS = 1;
/** What can be compared at once. */
const MOST_DAYS = 550;
const DAY = /^\d{4}-\d\d-\d\d$/;

export function periodOf({ weeks, from, to }: ScopeSearch, today: string): Period {
  if (isDay(from) && isDay(to) && from <= to && to <= daysFrom(from, MOST_DAYS - 1))
    return { from, to, label: `${formatDay(from)} – ${formatDay(to)}`, isFinished: to < today };
  const shown = weeksOf(weeks);
  const sunday = daysFrom(mondayOf(today), -1);
  return { from: daysFrom(sunday, 1 - 7 * shown), to: sunday, label: weeksLabel(shown), isFinished: true };
}

/** After other words: months keep their capital. */
export const inSentence = ({ label }: Period): string => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  return daysFrom(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

export function weeksOf(weeks: number | undefined): number {
  return WEEKS.find((each) => each === weeks) ?? DEFAULT_WEEKS;
}

export const weeksLabel = (weeks: number): string => (weeks === 1 ? 'Last week' : `Last ${weeks} weeks`);

/** Weeks to choose from: this one, which has not ended, and those before the last. */
export function weekChoices(today: string): (Days & { label: string })[] {
  const monday = mondayOf(today);
  return [0, 2, 3, 4, 5, 6].map((ago) => {
    const from = daysFrom(monday, -7 * ago);
    const to = daysFrom(from, 6);
    return { from, to, label: ago === 0 ? 'This week so far' : `Week of ${formatDay(from)}` };
  });
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
