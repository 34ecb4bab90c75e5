/** How many calls have to be asked until the sampling interval is as narrow as requested; before anything is known. */
import { Z } from './limits.ts';

export interface Needed {
  population: number;
  /** Half of the allowed sampling interval, as a share. */
  width: number;
  /** Sensitivity + specificity − 1: correcting an engine's errors widens the interval by its inverse. 1 if nothing is corrected. */
  discrimination: number;
}

/** For a share of one half, which needs the most calls. */
export function runsNeeded({ population, width, discrimination }: Needed): number {
  const endless = (Z / (2 * width * Math.max(0.05, discrimination))) ** 2;
  return Math.min(population, Math.ceil(endless / (1 + (endless - 1) / population)));
}
