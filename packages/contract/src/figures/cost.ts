/** What the runs of some days cost. */
import { formatCredits, formatNumber } from './format.ts';

export interface Cost {
  runs: number;
  credits: number;
}

/** Of one run, with two digits. */
export function costText({ runs, credits }: Cost): string {
  if (credits === 0) return `${formatNumber(runs)} runs, answered without a paid model`;
  return `${formatCredits(Number((credits / Math.max(1, runs)).toPrecision(2)))} a run, ${formatNumber(runs)} runs`;
}
