import { useTimezone } from '../api/settings.ts';
import { todayIn } from '../ui/days.ts';

/** Today where the workspace is. */
export function useToday(): string {
  return todayIn(useTimezone());
}
