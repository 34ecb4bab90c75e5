/** The kit, the days and the team that a page is about, as its address says them. */
import { dayBefore, daysFrom } from '../ui/days.ts';
import { formatDay } from '../ui/format.ts';

export interface ScopeSearch {
  /** Id, code or slug. */
  kit?: string | undefined;
  /** The last so many weeks, up to today. */
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
  /** As many days, just before. */
  before: Days;
  label: string;
}

export const WEEKS = [1, 4, 8, 13, 26] as const;
const DEFAULT_WEEKS = 4;
/** Insights answer for at most 1,100 days, and both periods are asked for at once. */
const MOST_DAYS = 550;
const DAY = /^\d{4}-\d\d-\d\d$/;

export function periodOf({ weeks, from, to }: ScopeSearch, today = dayBefore(0)): Period {
  if (isDay(from) && isDay(to) && from <= to && to <= daysFrom(from, MOST_DAYS - 1))
    return between(from, to, daysLabel({ from, to }));
  const shown = weeksOf(weeks);
  return between(daysFrom(today, 1 - 7 * shown), today, weeksLabel(shown));
}

export function weeksOf(weeks: number | undefined): number {
  return WEEKS.find((each) => each === weeks) ?? DEFAULT_WEEKS;
}

export const weeksLabel = (weeks: number): string => (weeks === 1 ? 'Last 7 days' : `Last ${weeks} weeks`);

const daysLabel = ({ from, to }: Days): string => `${formatDay(from)} – ${formatDay(to)}`;

function between(from: string, to: string, label: string): Period {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { from, to, before: { from: daysFrom(from, -days), to: daysFrom(from, -1) }, label };
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text));
}
