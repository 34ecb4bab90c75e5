/** A UTC day, such as `2026-11-16`, some days ago. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The day that it is there. */
export function todayIn(timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format();
}

/** The day that is so many days after another one; before it with a negative number. */
export function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** When the day begins there whose midnight in UTC this is, as milliseconds. */
export function startOfDay(midnight: number, timezone: string): number {
  return midnight - offsetAt(midnight - offsetAt(midnight, timezone), timezone);
}

/** By how much clocks there are ahead of UTC, in milliseconds. */
function offsetAt(time: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(time);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '00';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:00Z`;
  return Date.parse(local) - Math.floor(time / 60_000) * 60_000;
}
